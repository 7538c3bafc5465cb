import EventLog
import JSONCoding
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `What differs between two moments` {
    /// A column of a row of a public table.
    private struct Cell: Hashable, Comparable {
        let table: String
        let key: [String]
        let column: String

        /// The same for all cells of a row.
        var row: Cell { Cell(table: table, key: key, column: "") }

        static func < (left: Cell, right: Cell) -> Bool {
            (left.table, left.column, left.key.joined()) < (right.table, right.column, right.key.joined())
        }
    }

    /// What all rows of all public tables say; an account's address is only its name in other tables than its own.
    private typealias Tables = [Cell: JSONValue]

    private static let keys = [
        "accounts": ["id"], "sync_states": ["account"], "folders": ["id"], "unread": ["folder"], "messages": ["id"],
        "copies": ["message", "number"], "keywords": ["message", "name"], "attachments": ["message", "number"],
        "threads": ["id"], "skipped_files": ["account", "source"],
        "holds": ["id"], "erasures": ["position"], "outbox": ["id"], "notes": ["id"], "note_tags": ["note", "name"],
        "conversations": ["id"], "chat_messages": ["message"],
        "note_links": ["note", "message", "scope"], "actions": ["id"],
        "profiles": ["id"], "answers": ["id"], "classifications": ["message"],
        "tokens": ["id"],
    ]

    private static func json(_ value: SQLiteDatabase.Value) -> JSONValue {
        switch value {
        case .integer(let number): .integer(number)
        case .real(let number): .number(number)
        case .text(let text): .string(text)
        default: .null
        }
    }

    private static func text(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        default: "-"
        }
    }

    private static func tables(of ledger: Ledger, at position: Position) throws -> Tables {
        try ledger.read(at: Moment(.position(position))) { reader in
            var tables: Tables = [:]
            try AllProjections.publicTables.createTemporary(on: reader.connection)
            for (table, key) in keys {
                let statement = try reader.connection.cursor("SELECT * FROM \(SQL.identifier(table))")
                let columns = statement.columnNames
                while try statement.step() {
                    let row = try statement.withRow { row in
                        Dictionary(
                            uniqueKeysWithValues: columns.indices.map { (columns[$0], json(row.numbered.value($0))) })
                    }
                    let name = key.map { text(row[$0]) }
                    for (column, value) in row where column != "account" && value != .null {
                        tables[Cell(table: table, key: name, column: column)] = value
                    }
                }
            }
            return tables
        }
    }

    private static func rows(of tables: Tables) -> Set<Cell> {
        Set(tables.keys.map(\.row))
    }

    private static func differing(_ old: Tables, _ new: Tables) -> Set<Cell> {
        Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    }

    private struct Told: Equatable {
        let old: JSONValue
        let new: JSONValue
        let transaction: Int64?
    }

    /// What the ledger says that differs, with the transaction that made it so.
    private static func told(_ ledger: Ledger, _ first: Position, _ second: Position) throws -> [Cell: Told] {
        let difference = try ledger.replay.difference(from: Moment(.position(first)), to: Moment(.position(second)))
        var told: [Cell: Told] = [:]
        try difference.forEach { row in
            var key = row.key.mapValues(text)
            for name in ["id", "message", "folder", "note"] where key[name] == nil { key[name] = row.id.description }
            key["account"] = row.account
            for column in row.columns {
                let place = Cell(
                    table: row.table, key: (keys[row.table] ?? []).map { key[$0] ?? "-" }, column: column.name)
                #expect(told[place] == nil, "\(place) is told twice")
                told[place] = Told(
                    old: column.old, new: column.new,
                    transaction: row.causes.first { $0.position == column.position }?.transaction)
            }
            return true
        }
        return told
    }

    @Test(arguments: Place.allCases)
    func `is each row that differs, and the transaction in which each column changed last`(
        place: Place
    ) throws {
        var generator = SeededGenerator(for: "differences \(place)")
        let label = "seed \(generator.seed)"
        var commands = try RandomCommands(place, seed: generator.next(), changesAddresses: false)
        try commands.run(steps: 30, label: label)
        try expectDifferences(in: commands.sample.ledger, &generator, label)
    }

    @Test func `is each row that an end or a return elsewhere changed, and the transaction that did`() throws {
        var generator = SeededGenerator(for: "differences of cascades")
        for round in 0..<2 {
            let label = "seed \(generator.seed) round \(round)"
            var commands = try CascadeCommands(seed: generator.next(), keepsPast: true)
            for _ in 0..<50 { try commands.step() }
            try expectDifferences(in: commands.sample.ledger, &generator, label)
        }
    }

    private func expectDifferences(in ledger: Ledger, _ generator: inout SeededGenerator, _ label: String) throws {
        var ends: [(position: Position, transaction: Int64)] = [(.start, 0)]
        try ledger.store.forEachTransaction(from: 1, isBackward: false) { transaction in
            ends.append((transaction.lastPosition, transaction.number))
            return true
        }
        let states = try ends.map { try Self.tables(of: ledger, at: $0.position) }
        for _ in 0..<6 {
            let chosen = (0..<2).map { _ in Int.random(in: 0..<ends.count, using: &generator) }.sorted()
            let (first, second) = (chosen[0], chosen[1])
            // Each column is looked for in the differences that single transactions made, the last of them counts; where a row
            // comes or goes, so do all its columns, those without a value too.
            var last: [Cell: Int64] = [:]
            let differing = Self.differing(states[first], states[second])
            for index in first..<second {
                let turned = Self.rows(of: states[index]).symmetricDifference(Self.rows(of: states[index + 1]))
                for place in Self.differing(states[index], states[index + 1])
                    .union(differing.filter { turned.contains($0.row) })
                {
                    last[place] = ends[index + 1].transaction
                }
            }
            var expected: [Cell: Told] = [:]
            for place in differing {
                expected[place] = Told(
                    old: states[first][place] ?? .null, new: states[second][place] ?? .null, transaction: last[place])
            }
            let told = try Self.told(ledger, ends[first].position, ends[second].position)
            let wrong = Set(told.keys).union(expected.keys).filter { told[$0] != expected[$0] }.sorted()
            #expect(
                wrong.isEmpty,
                """
                \(wrong.count) in \(first)..\(second) \(label), as \(wrong.prefix(2)):
                \(wrong.prefix(2).map { told[$0] }) for \(wrong.prefix(2).map { expected[$0] })
                """)
        }
    }

    // MARK: One story

    private static let account = "ada@example.org"

    /// Two accounts; two messages come in; one is marked by somebody else and moved; the account goes.
    private static func story() throws -> (SampleLedger, ends: [Moment]) {
        let sample = try SampleLedger(.disk)
        var ends: [Moment] = []
        func mark() throws { ends.append(Moment(.position(try sample.head()))) }
        try sample.addAccount(account)
        try sample.addAccount("grace@example.org")
        try mark()
        try sample.importing([SampleMail("one"), SampleMail("two")], account: account)
        try mark()
        let ledger = sample.ledger
        var context = ledger.context(command: "mark", reason: "important")
        context.actor = "grace"
        let flag = MarkMessages(adding: KeywordSet([.flagged]), removing: KeywordSet())
        _ = try ledger.mark(sample.filter("subject:one"), flag, context: context)
        try sample.move("subject:one", to: "Archive")
        try mark()
        try sample.deleteAccount(account)
        try mark()
        return (sample, ends)
    }

    private static func rows(
        _ ledger: Ledger, _ first: Moment, _ second: Moment, _ filter: DifferenceFilter = DifferenceFilter()
    ) throws -> [RowDifference] {
        var rows: [RowDifference] = []
        try ledger.replay.difference(from: first, to: second).forEach(matching: filter) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    @Test func `names who made it so, when and why, column by column`() throws {
        let (sample, ends) = try Self.story()
        let rows = try Self.rows(sample.ledger, ends[1], ends[2])
        #expect(rows.map(\.table) == ["unread", "unread", "messages", "copies", "keywords"])
        let flag = try #require(rows.first { $0.table == "messages" })
        #expect(flag.columns.map(\.name) == ["is_flagged"] && flag.name == "one" && flag.account == Self.account)
        #expect(flag.causes.map(\.actor) == ["grace"] && flag.causes.map(\.reason) == ["important"])
        #expect(flag.causes.first?.type.name == "mail.message-marked")
        let copy = try #require(rows.first { $0.table == "copies" })
        #expect(copy.columns.map(\.name) == ["folder"] && copy.key == ["number": .integer(1)])
        #expect(copy.causes.map(\.command) == ["move"])
        let paths = try sample.ledger.replay.difference(from: ends[1], to: ends[2]).folderPaths
        #expect(copy.columns.flatMap { [$0.old, $0.new] }.map { paths[Self.text($0)] } == ["INBOX", "Archive"])
        let keyword = try #require(rows.first { $0.table == "keywords" })
        #expect(keyword.kind == .created && keyword.key == ["name": .string("$flagged")])
    }

    @Test func `of what an account took with it names the account's end`() throws {
        let (sample, ends) = try Self.story()
        let rows = try Self.rows(sample.ledger, ends[2], .now)
        for row in rows {
            #expect(row.kind == .destroyed && row.causes.map(\.type.name) == ["mail.account-deleted"])
            #expect(row.causes.allSatisfy { $0.isOfContainer } && row.account == Self.account)
        }
        #expect(
            Dictionary(grouping: rows, by: \.table).mapValues(\.count) == [
                "accounts": 1, "folders": 6, "unread": 2, "messages": 2, "copies": 2, "keywords": 1, "threads": 2,
            ])
    }

    @Test func `is filtered by account, folder, message and actor`() throws {
        let (sample, ends) = try Self.story()
        let ledger = sample.ledger
        let id = try ledger.read(at: ends[2]) { try $0.messages().first { $0.subject == "one" }?.id }
        let message = try #require(id).description
        func tables(_ filter: DifferenceFilter) throws -> [String] {
            try Self.rows(ledger, ends[1], ends[2], filter).map(\.table)
        }
        #expect(try tables(DifferenceFilter(account: "grace@example.org")).isEmpty)
        #expect(try tables(DifferenceFilter(account: Self.account)).count == 5)
        #expect(try tables(DifferenceFilter(actor: "grace")) == ["messages", "keywords"])
        #expect(try tables(DifferenceFilter(message: String(message.prefix(8)))) == ["messages", "copies", "keywords"])
        #expect(try tables(DifferenceFilter(folder: "Archive")) == ["unread", "messages", "copies", "keywords"])
        #expect(try tables(DifferenceFilter(folder: "Drafts")).isEmpty)
        #expect(try tables(DifferenceFilter(actor: "nobody")).isEmpty)
        for filter in [
            DifferenceFilter(account: "nobody@example.org"), DifferenceFilter(folder: "Nowhere"),
            DifferenceFilter(message: "ffffffffffff"),
        ] {
            #expect(throws: DomainError.self) { try tables(filter) }
        }
    }

    @Test func `is of what is held and what was erased, too`() throws {
        let sample = try SampleLedger(.disk)
        let ledger = sample.ledger
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.account)
        let start = Moment(.position(try sample.head()))
        let context = ledger.context(command: "hold add", reason: "case 17")
        let hold = try ledger.addHold("case 17", on: .query("subject:one"), context: context)
        let held = Moment(.position(try sample.head()))
        let rows = try Self.rows(ledger, start, held)
        #expect(rows.map(\.table) == ["holds"] && rows.map(\.kind) == [.created] && rows.map(\.entity) == ["hold"])
        #expect(rows[0].id.description == hold.id && rows[0].account == nil && rows[0].name == "case 17")
        #expect(rows[0].causes.map(\.reason) == ["case 17"])

        _ = try ledger.removeHold("case 17", context: context)
        _ = try ledger.erase(
            .query(sample.filter("subject:two")), context: ledger.context(command: "erase", reason: "asked for"))
        let later = try Self.rows(ledger, held, .now)
        #expect(later.filter { $0.entity == "hold" }.map(\.kind) == [.destroyed])
        let erased = try #require(later.first { $0.entity == "erasure" })
        #expect(
            erased.kind == .created && erased.account == Self.account && erased.causes.map(\.reason) == ["asked for"])
        #expect(erased.columns.contains { $0.name == "kind" && $0.new == .string("message") })
    }

    @Test func `is nothing between a moment and itself, and is refused backwards`() throws {
        let (sample, ends) = try Self.story()
        #expect(try Self.rows(sample.ledger, .now, .now).isEmpty)
        let (first, second) = (try sample.ledger.resolve(ends[0]).position, try sample.head())
        #expect(throws: MomentError.reversed(second, first)) {
            try sample.ledger.replay.difference(from: .now, to: ends[0])
        }
    }

    @Test func `is of every public table`() throws {
        #expect(AllProjections.publicTables.map(\.name).sorted() == Self.keys.keys.sorted())
    }
}
