import EventLog
import JSONCoding
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// What the public tables show at one position, thing by thing.
struct ShownRows {
    /// A thing, by what the table `changes` calls it and by its id.
    struct Thing: Hashable, CustomStringConvertible {
        let entity: String
        let id: String
        var description: String { "\(entity) \(id.prefix(8))" }
    }

    /// The rows of each thing, by the names of their tables.
    private(set) var rows: [Thing: [String: [String]]] = [:]
    /// The addresses of the accounts of things.
    private(set) var accounts: [Thing: String] = [:]

    init() {}

    init(on connection: Connection) throws {
        try AllProjections.publicTables.createTemporary(on: connection)
        let ids = try Dictionary(
            uniqueKeysWithValues: connection.rows("SELECT address, id FROM accounts") {
                try ($0.next(String.self), $0.next(String.self))
            })
        for table in AllProjections.publicTables {
            let statement = try connection.cursor("SELECT * FROM \(SQL.identifier(table.name))")
            let names = statement.columnNames
            while try statement.step() {
                try statement.withRow { row in
                    let values = Dictionary(
                        uniqueKeysWithValues: names.indices.map { (names[$0], Self.text(row.numbered.value($0))) })
                    let named = values["account"]
                    let id = values["id"] ?? (table.entity == "account" ? nil : values[table.entity])
                    guard let id = id ?? named.flatMap({ ids[$0] }) else { return }
                    let thing = Thing(entity: table.entity, id: id)
                    // An account's address is only its name in other tables than its own.
                    let shown = names.filter { !(table.namesAccount && $0 == "account") }
                        .map { "\($0)=\(values[$0] ?? "")" }.joined(separator: " ")
                    rows[thing, default: [:]][table.name, default: []].append(shown)
                    if table.entity == "account" {
                        accounts[thing] = named ?? values["address"]
                    } else if table.namesAccount, let named {
                        accounts[thing] = named
                    }
                }
            }
        }
        for (thing, tables) in rows { rows[thing] = tables.mapValues { $0.sorted() } }
    }

    private static func text(_ value: SQLiteDatabase.Value) -> String {
        switch value {
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text
        default: "-"
        }
    }

    /// The things of which something else is shown, and in which tables.
    func differing(from new: ShownRows) -> [Thing: Set<String>] {
        var differing: [Thing: Set<String>] = [:]
        for thing in Set(rows.keys).union(new.rows.keys) {
            let (old, new) = (rows[thing] ?? [:], new.rows[thing] ?? [:])
            let tables = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
            if !tables.isEmpty { differing[thing] = tables }
        }
        return differing
    }
}

/// Follows a ledger event by event, and compares what each one announces with what is shown after it.
struct AnnouncementCheck {
    private let ledger: Ledger
    private let replica: PastViews.Replica
    private var shown: ShownRows
    private var position: Position
    /// What was found wrong, in words.
    private(set) var faults: [String] = []
    /// How many things were announced, by entity.
    private(set) var announced: [String: Int] = [:]
    /// Where something else was shown of each thing, by table.
    private(set) var positions: [ShownRows.Thing: [String: [Position]]] = [:]

    init(_ ledger: Ledger) throws {
        self.ledger = ledger
        position = .start
        replica = try PastViews(
            of: ledger.store, viewsDirectory: nil, projections: AllProjections.types, catalogue: ledger.catalogue,
            canWrite: false
        ).makeReplica(at: .start)
        shown = ShownRows()
    }

    mutating func advance() throws {
        let head = try ledger.store.head().position
        while position < head {
            position = position.advanced(by: 1)
            try replica.projector.catchUp(with: ledger.store, through: position)
            try compare()
        }
    }

    private mutating func compare() throws {
        let connection = replica.projector.connection
        let now = try ShownRows(on: connection)
        let differing = shown.differing(from: now)
        var told: [ShownRows.Thing: [EntityChange]] = [:]
        try ChangesQuery(on: connection).forEach(after: Position(position.rawValue - 1), through: position) { change in
            told[.init(entity: change.entity, id: change.id.description), default: []].append(change)
            announced[change.entity, default: 0] += 1
            return true
        }
        let rows = try connection.first("SELECT count(*) FROM changes WHERE position = \(bind: position.rawValue)") {
            try $0.next(Int.self)
        }
        let event = try ledger.store.events(EventSelection(after: Position(position.rawValue - 1), through: position))
        let label = "@\(position) \(event.first?.type.name ?? "")"
        if rows != told.values.reduce(0, { $0 + $1.count }) { faults.append("\(label): a change has no name") }
        // The end and the return of an account are one row, for the account.
        let ends = Set(
            told.filter { $0.key.entity == "account" && $0.value.contains { $0.kind != .updated } }.keys
                .compactMap { shown.accounts[$0] ?? now.accounts[$0] })
        for (thing, tables) in differing where told[thing] == nil {
            let account = shown.accounts[thing] ?? now.accounts[thing]
            if let account, ends.contains(account) { continue }
            faults.append("\(label): \(thing) is not announced: \(tables.sorted())")
        }
        for (thing, changes) in told {
            guard let tables = differing[thing] else {
                // Header fields that no public table has, and the emails of a thread.
                let isReading = event.first?.type == MessageReparsed.type
                if isReading, ["message", "thread"].contains(thing.entity), shown.rows[thing] != nil,
                    changes.map(\.kind) == [.updated]
                {
                    continue
                }
                faults.append("\(label): \(thing) is announced, and shows the same")
                continue
            }
            let kind: RowChange.Kind =
                shown.rows[thing] == nil ? .created : now.rows[thing] == nil ? .destroyed : .updated
            let whole = changes.filter { !$0.isCountsOnly }
            if whole.isEmpty, tables != ["unread"] { faults.append("\(label): \(thing) changed more than its counts") }
            if whole.count > 1 { faults.append("\(label): \(thing) is announced \(whole.count) times") }
            for change in whole where change.kind != kind {
                faults.append("\(label): \(thing) is announced as \(change.kind), and is \(kind)")
            }
            if !whole.isEmpty, tables == ["unread"] { faults.append("\(label): \(thing) changed nothing but counts") }
        }
        for (thing, tables) in differing {
            for table in tables { positions[thing, default: [:]][table, default: []].append(position) }
        }
        shown = now
    }
}
