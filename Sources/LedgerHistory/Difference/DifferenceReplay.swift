internal import EventLog
internal import JSONCoding
internal import LedgerKernel
internal import Projections
internal import SQLiteDatabase

/// Brings read models of one moment forward to another, and records each row that a transaction touches on the way.
///
/// Of each row it records the new values, and the event that last changed each column. Every difference is found where
/// it arises, so that no rule has to guess which of several events made it.
final class DifferenceReplay {
    private let store: any LogReading
    private let contexts: Contexts
    /// Every public table, in the order by which rows refer to their table.
    let tables: [PublicTable]
    /// The read models of the first moment.
    let old: Connection
    /// The read models that go forward to the second moment.
    private let replica: PastViews.Replica
    var new: Connection { replica.projector.connection }
    private let start: Position
    private let scratch: TouchedRows
    private var columns: [Int: [String]] = [:]

    init(_ ledger: Ledger, from start: Position, progress: Views.Progress) throws {
        store = ledger.store
        contexts = ledger.stores.contexts
        tables = contexts.publicTables
        let views = ledger.stores.pastViews
        self.start = start
        old = try views.open(at: start, progress: progress).projector.connection
        replica = try views.makeReplica(at: start, progress: progress)
        scratch = try TouchedRows(contexts.things.map(\.name))
    }

    /// Moves forward to the end of a transaction.
    ///
    /// - Complexity: O(events in between, and rows of the things that they touch).
    func advance(through end: Position, progress: Views.Progress) throws {
        var position = start
        while position < end {
            guard let transaction = try store.transaction(holding: position.advanced(by: 1)) else { break }
            try replica.projector.catchUp(with: store, through: transaction.lastPosition)
            try scratch.inTransaction {
                try touch(after: position, through: transaction.lastPosition)
            }
            position = transaction.lastPosition
            guard progress(position, end) else { throw EventLogError.cancelled }
        }
    }

    /// Lends the touched rows, one kind of thing after the other, each with its record.
    func forEach(_ body: (TouchedRow, _ before: DifferenceRow?) throws -> Bool) throws {
        var thing: TouchedThing?
        var before: [String: DifferenceRow] = [:]
        try scratch.forEach { touched in
            if thing != touched.thing {
                thing = touched.thing
                before = try rowsBefore(of: touched.thing)
            }
            return try body(touched, before["\(touched.table) \(touched.key)"])
        }
    }

    private func rowsBefore(of thing: TouchedThing) throws -> [String: DifferenceRow] {
        // A thing that came later has no earlier rows.
        guard thing.stream.rawValue <= start.rawValue else { return [:] }
        var rows: [String: DifferenceRow] = [:]
        for (number, table) in tables.enumerated() where table.entity == thing.entity {
            for row in try self.rows(number, of: thing.stream, in: old) { rows["\(number) \(row.key)"] = row }
        }
        return rows
    }

    /// The names of the columns of a table, by its index among all public tables.
    func columns(of table: Int) throws -> [String] {
        if let known = columns[table] { return known }
        let names = try new.cursor(tables[table].rows(of: .none)).columnNames
        columns[table] = names
        return names
    }

    // MARK: Touching

    private func touch(after first: Position, through last: Position) throws {
        let touched = try TouchedThing.all(after: first, through: last, on: new, things: contexts.things)
        for (thing, position) in touched { try compare(thing, at: position) }
    }

    // MARK: Comparing

    private func compare(_ thing: TouchedThing, at position: Position) throws {
        let isKnown = try scratch.knows(thing)
        for (number, table) in tables.enumerated() where table.entity == thing.entity {
            let after = try rows(number, of: thing.stream, in: new)
            var before: [String: TouchedRow] = [:]
            if isKnown {
                for row in try scratch.rows(of: thing, table: number) { before[row.key] = row }
            } else if thing.stream.rawValue <= start.rawValue {
                for row in try rows(number, of: thing.stream, in: old) {
                    before[row.key] = TouchedRow(
                        thing: thing, table: number, key: row.key, values: row.values, positions: [])
                }
            }
            for row in after {
                let previous = before.removeValue(forKey: row.key)
                let positions = Self.positions(previous, row, at: position)
                try scratch.write(
                    TouchedRow(
                        thing: thing, table: number, key: row.key, values: row.values, positions: positions))
            }
            for (key, gone) in before {
                let positions = gone.values == nil ? gone.positions : [position.rawValue]
                try scratch.write(
                    TouchedRow(thing: thing, table: number, key: key, values: nil, positions: positions))
            }
        }
        if !isKnown { try scratch.remember(thing) }
    }

    /// The position of the last change of each column; 0 for one that has not changed.
    private static func positions(_ previous: TouchedRow?, _ row: DifferenceRow, at position: Position) -> [Int64] {
        guard let previous, let values = previous.values else {
            return row.values.map { _ in position.rawValue }
        }
        let known = previous.positions.count == row.values.count ? previous.positions : row.values.map { _ in 0 }
        return zip(zip(values, row.values), known).map { $0.0 == $0.1 ? $1 : position.rawValue }
    }

    private func rows(
        _ number: Int, of stream: StreamID, in connection: Connection
    ) throws -> [DifferenceRow] {
        let columns = try columns(of: number)
        let table = tables[number]
        return try connection.rows(table.rows(of: stream)) { row in
            DifferenceRow(
                table: table, columns: columns, values: try columns.map { _ in JSONValue(try row.next(Value.self)) })
        }
    }
}

/// A row of a public table, with the key that distinguishes it from others of the same thing.
struct DifferenceRow {
    let values: [JSONValue]
    let key: String

    init(table: PublicTable, columns: [String], values: [JSONValue]) {
        self.values = values
        key = zip(columns, values).filter { table.key.contains($0.0) }.map { "\($0.1)" }.joined(separator: " ")
    }
}
