internal import EventLog
internal import JSONCoding
internal import Projections
internal import SQLiteDatabase

/// A thing that has rows in public tables.
struct TouchedThing: Hashable {
    let entity: String
    let stream: StreamID

    init(entity: String, stream: StreamID) {
        self.entity = entity
        self.stream = stream
    }
}

extension TouchedThing {
    /// Everything that events touched, with the last event that did, as the read models behind them announce it.
    static func all(
        after first: Position, through last: Position, on connection: Connection, things: [ThingKind]
    ) throws -> [TouchedThing: Position] {
        var touched: [TouchedThing: Position] = [:]
        func note(_ entity: String, _ id: Int64, _ position: Position) {
            touched[TouchedThing(entity: entity, stream: StreamID(id)), default: position] = position
        }
        var ends: [(account: Int64, position: Position)] = []
        try connection.forEach(
            """
            SELECT position, entity, id, kind FROM changes
            WHERE position > \(bind: first.rawValue) AND position <= \(bind: last.rawValue) ORDER BY position, sub
            """
        ) { row in
            let (position, entity, id) = try (row.next(Position.self), row.next(String.self), row.next(Int64.self))
            let kind = try row.next(RowChange.Kind.self)
            note(entity, id, position)
            if entity == "account", kind != .updated { ends.append((id, position)) }
            return true
        }
        for end in ends {
            for kind in things {
                for stream in try kind.streams(of: StreamID(end.account), on: connection) {
                    note(kind.name, stream.rawValue, end.position)
                }
            }
        }
        return touched
    }
}

/// The record of a row: its present values, and the position of the last change of each column.
struct TouchedRow {
    let thing: TouchedThing
    /// The place of its table among all public tables.
    let table: Int
    let key: String
    /// Nil where the row is not there any more; its one position is that of its end.
    let values: [JSONValue]?
    let positions: [Int64]
}

extension TouchedRow {
    /// Reads the columns behind its thing and its table.
    fileprivate init(_ thing: TouchedThing, table: Int, from row: inout RowReader) throws {
        try self.init(
            thing: thing, table: table, key: row.next(),
            values: row.next([UInt8]?.self).map { try JSONBytesDecoder().decode([JSONValue].self, from: $0) },
            positions: row.nextJSON())
    }
}

/// Notes rows in a temporary database, so that millions of them take no memory.
final class TouchedRows {
    private let connection: Connection
    /// Every kind of thing: those of one kind are adjacent, with containers first.
    private let kinds: [String]
    private let insertion: Statement
    private let selection: Statement
    private let mark: Statement
    private let isMarked: Statement

    init(_ kinds: [String]) throws {
        self.kinds = kinds
        connection = try Connection(path: "", mode: .create)
        _ = try connection.first("PRAGMA journal_mode = OFF") { _ in }
        try connection.runScript(
            """
            CREATE TABLE thing (rank INTEGER, stream INTEGER, PRIMARY KEY (rank, stream)) STRICT, WITHOUT ROWID;
            CREATE TABLE touched (
                rank INTEGER, stream INTEGER, tab INTEGER, key TEXT, row TEXT, positions TEXT,
                PRIMARY KEY (rank, stream, tab, key)
            ) STRICT, WITHOUT ROWID;
            """)
        insertion = try connection.prepare("INSERT OR REPLACE INTO touched VALUES (?, ?, ?, ?, ?, ?)")
        selection = try connection.prepare(
            "SELECT key, row, positions FROM touched WHERE rank = ? AND stream = ? AND tab = ?")
        mark = try connection.prepare("INSERT INTO thing VALUES (?, ?)")
        isMarked = try connection.prepare("SELECT 1 FROM thing WHERE rank = ? AND stream = ?")
    }

    func inTransaction(_ body: () throws -> Void) throws {
        try connection.transaction(.deferred, body)
    }

    private func rank(of thing: TouchedThing) -> Int { kinds.firstIndex(of: thing.entity) ?? kinds.count }

    func knows(_ thing: TouchedThing) throws -> Bool {
        try isMarked.first(rank(of: thing), thing.stream.rawValue) { _ in true } ?? false
    }

    func remember(_ thing: TouchedThing) throws {
        try mark.run(rank(of: thing), thing.stream.rawValue)
    }

    func write(_ row: TouchedRow) throws {
        let encoder = JSONBytesEncoder()
        try insertion.run(
            rank(of: row.thing), row.thing.stream.rawValue, row.table, row.key,
            try row.values.map { UTF8Text(try encoder.encode($0)) }, UTF8Text(try encoder.encode(row.positions)))
    }

    func rows(of thing: TouchedThing, table: Int) throws -> [TouchedRow] {
        try selection.rows(rank(of: thing), thing.stream.rawValue, table) { row in
            try TouchedRow(thing, table: table, from: &row)
        }
    }

    /// Lends every row, things of one kind after the other; the closure returns false to stop early.
    func forEach(_ body: (TouchedRow) throws -> Bool) throws {
        let statement = try connection.cursor(
            "SELECT rank, stream, tab, key, row, positions FROM touched ORDER BY rank, stream, tab, key")
        while try statement.step() {
            let touched = try statement.withRow { row -> TouchedRow? in
                let (rank, stream) = try (row.next(Int.self), row.next(Int64.self))
                guard kinds.indices.contains(rank) else {
                    row.skip(4)
                    return nil
                }
                let thing = TouchedThing(entity: kinds[rank], stream: StreamID(stream))
                return try TouchedRow(thing, table: row.next(), from: &row)
            }
            guard let touched else { continue }
            guard try body(touched) else { return }
        }
    }
}
