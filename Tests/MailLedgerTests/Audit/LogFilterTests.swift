import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import Testing

/// A ledger in which several people do several things.
private struct BusyLedger {
    let sample: SampleLedger
    static let ada = "ada@example.org"
    static let grace = "grace@example.org"

    init() throws {
        sample = try SampleLedger()
        for address in [Self.ada, Self.grace] { try sample.addAccount(address) }
        for path in ["Work", "Work/Deep"] { try sample.addFolder(path, to: Self.ada) }
        try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.ada)
        try sample.importing([SampleMail("three")], account: Self.grace)
        let ledger = sample.ledger
        func context(_ command: String, _ actor: String, _ reason: String?) -> OperationContext {
            var context = ledger.context(command: command, reason: reason)
            context.actor = actor
            return context
        }
        _ = try ledger.mark(
            sample.filter("subject:one"), MarkMessages(adding: [.seen]),
            context: context("mark", "Robot", "Straße 100%_ done"))
        _ = try ledger.move(
            sample.filter("subject:one"), to: "Work/Deep", in: Self.ada, context: context("move", "ada", "tidy up"))
        _ = try ledger.move(
            sample.filter("subject:one"), to: "Archive", in: Self.ada, context: context("move", "ada", nil))
        _ = try ledger.renameFolder("Work", to: "Jobs", in: Self.ada, context: context("folder rename", "ada", nil))
        _ = try ledger.delete(sample.filter("subject:three"), context: context("delete", "grace", "tidy UP"))
    }

    func commands(_ filter: LogFilter, limit: Int? = nil, offset: Int = 0) throws -> [String] {
        try sample.ledger.operations(matching: filter, limit: limit, offset: offset).map { $0.command ?? "" }
    }

    func positions(_ filter: LogFilter) throws -> [Int64] {
        try sample.ledger.history(of: nil, HistoryOptions(filter: filter)).map(\.position.rawValue)
    }
}

@Suite struct `A filter of the log` {
    @Test func `takes operations by who, why, what and where`() throws {
        let busy = try BusyLedger()
        let rows: [(LogFilter, [String])] = [
            (LogFilter(actor: "robot"), ["mark"]),
            (LogFilter(actor: "rob"), []),
            (LogFilter(reason: "TIDY up"), ["delete", "move"]),
            (LogFilter(reason: "strasse 100%"), ["mark"]),
            (LogFilter(reason: "100_"), []),
            (LogFilter(actor: "ada", reason: "tidy"), ["move"]),
            (LogFilter(command: "folder"), ["folder rename", "folder add", "folder add"]),
            (LogFilter(command: "folder rename"), ["folder rename"]),
            (LogFilter(command: "fold"), []),
            (LogFilter(command: "account add", account: BusyLedger.grace), ["account add"]),
            (LogFilter(type: "message-moved"), ["move", "move"]),
            (LogFilter(type: "mail.message-deleted"), ["delete"]),
            (LogFilter(account: BusyLedger.grace), ["delete", "import", "account add"]),
            (LogFilter(type: "message-added", account: BusyLedger.ada), ["import"]),
            // What came in and went out, and the folder above that was renamed.
            (LogFilter(folder: "Jobs/Deep"), ["move", "move", "folder add"]),
            (LogFilter(folder: "jobs"), ["folder rename", "move", "move", "folder add", "folder add"]),
            (
                LogFilter(folder: "archive", messages: try busy.sample.filter("subject:one")),
                ["move", "move", "mark", "import"]
            ),
            (LogFilter(messages: try busy.sample.filter("subject:two")), ["import"]),
            (LogFilter(type: "message-moved", messages: try busy.sample.filter("one")), ["move", "move"]),
        ]
        for (filter, commands) in rows { #expect(try busy.commands(filter) == commands, "\(filter)") }
        #expect(throws: DomainError.self) { try busy.commands(LogFilter(type: "message-frobbed")) }
        #expect(throws: DomainError.self) { try busy.commands(LogFilter(account: "nobody@example.org")) }
        #expect(throws: DomainError.self) { try busy.commands(LogFilter(folder: "Nowhere")) }
        #expect(throws: DomainError.self) { try busy.commands(LogFilter(operation: "ffffffff")) }
    }

    @Test func `takes what was recorded between two moments`() throws {
        let busy = try BusyLedger()
        let times = try busy.sample.ledger.operations(limit: nil).map(\.time.microseconds)
        let middle = times[3]
        #expect(
            try busy.commands(LogFilter(recorded: Bounds(from: middle))).count
                == times.filter { $0 >= middle }.count)
        #expect(try busy.commands(LogFilter(recorded: Bounds(to: middle))).count == times.filter { $0 < middle }.count)
        #expect(try busy.commands(LogFilter(recorded: Bounds(from: 0, to: 1))).isEmpty)
    }

    @Test func `reads dates as queries have them`() throws {
        let context = QueryContext(now: 1_709_633_700_000_000)  // 2024-03-05T10:15:00Z
        let day: Int64 = 86_400_000_000
        let today = 1_709_596_800_000_000 as Int64
        #expect(try Bounds(since: "today", until: nil, in: context) == Bounds(from: today))
        #expect(try Bounds(since: nil, until: "2024-03-05", in: context) == Bounds(to: today + day))
        #expect(try Bounds(since: "3d", until: "yesterday", in: context) == Bounds(from: today - 3 * day, to: today))
        #expect(
            try Bounds(since: "2h", until: "1h", in: context)
                == Bounds(from: context.now - day / 12, to: context.now - day / 24 + 1))
        for (since, until) in [("frob", nil), ("2024..", nil), ("today", "3d"), (nil, "")] as [(String?, String?)] {
            #expect(throws: DomainError.self) { try Bounds(since: since, until: until, in: context) }
        }
    }

    @Test func `pages what it takes, by operations and by changes, forward and backward`() throws {
        let busy = try BusyLedger()
        let filters = [
            LogFilter(), LogFilter(account: BusyLedger.ada), LogFilter(type: "message-moved"),
            LogFilter(folder: "Jobs"),
            LogFilter(reason: "tidy"), LogFilter(messages: try busy.sample.filter("subject:one")),
        ]
        for filter in filters {
            let all = try busy.sample.ledger.operations(matching: filter, limit: nil).map(\.operation)
            let pages = try stride(from: 0, to: all.count + 2, by: 2).flatMap {
                try busy.sample.ledger.operations(matching: filter, limit: 2, offset: $0).map(\.operation)
            }
            #expect(!all.isEmpty && pages == all, "\(filter)")

            let changes = try busy.positions(filter)
            #expect(!changes.isEmpty && changes == changes.sorted() && Set(changes).count == changes.count)
            var options = HistoryOptions(filter: filter, isBackward: true)
            let backward = try busy.sample.ledger.history(of: nil, options).map(\.position.rawValue)
            #expect(backward == changes.reversed(), "\(filter)")
            (options.limit, options.offset) = (2, 1)
            let page = try busy.sample.ledger.history(of: nil, options).map(\.position.rawValue)
            #expect(page == Array(changes.reversed().dropFirst().prefix(2)), "\(filter)")
        }
    }

    @Test func `finds changes as a look at every event does`() throws {
        let busy = try BusyLedger()
        let ledger = busy.sample.ledger
        let everything = try ledger.history(of: nil)
        #expect(everything.map(\.position.rawValue) == Array(1...everything.count).map(Int64.init))
        #expect(
            try busy.positions(LogFilter(actor: "ADA"))
                == everything.filter { $0.actor == "ada" }.map(\.position.rawValue))
        #expect(
            try busy.positions(LogFilter(type: "message-moved"))
                == everything.filter { $0.type.name == "mail.message-moved" }.map(\.position.rawValue))
        let grace = try ledger.read { try $0.account(BusyLedger.grace).stream }
        #expect(
            try busy.positions(LogFilter(account: BusyLedger.grace))
                == ledger.store.events(EventSelection(account: grace)).map(\.position.rawValue))
        let one = try #require(try busy.sample.messages("subject:one").first)
        #expect(
            try busy.positions(LogFilter(messages: busy.sample.filter("subject:one")))
                == ledger.history(of: one.id.description).map(\.position.rawValue))
        for operation in try ledger.operations(limit: nil) {
            let positions = try busy.positions(LogFilter(operation: String(operation.operation.description.prefix(13))))
            #expect(positions == Array(operation.firstPosition.rawValue...operation.lastPosition.rawValue))
        }
    }
}

@Suite struct `A cascade` {
    private static let account = "ada@example.org"

    @Test func `is counted with the event that began it, and named where asked for, however often it came back`() throws
    {
        let sample = try Undo.sample()
        _ = try sample.ledger.deleteFolder(
            "Work", in: Self.account, context: sample.ledger.context(command: "folder delete"))
        _ = try sample.ledger.undo(.latest)
        try sample.delete("subject:five")
        // Hidden by T from the start: it lives nowhere.
        try sample.scratch.write("more/cur/six:2,T", SampleMail("six").text)
        try sample.importing("\(sample.scratch.path)/more", account: Self.account)
        try sample.deleteAccount(Self.account)
        let folders = 9
        func expect(_ rows: [OperationRow], _ expected: [(Int, Int, Bool)]) {
            let found = rows.flatMap(\.cascades)
            #expect(found.map(\.folders) == expected.map(\.0))
            #expect(found.map(\.messages) == expected.map(\.1))
            #expect(found.map(\.isEnd) == expected.map(\.2))
        }
        expect(
            try sample.ledger.operations(limit: nil), [(folders, 4, true), (1, 2, false), (1, 2, true)])
        _ = try sample.ledger.undo(.latest)
        try sample.importing([SampleMail("seven")], account: Self.account)
        // What came later is not told of what went before.
        expect(
            try sample.ledger.operations(limit: nil),
            [(folders, 4, false), (folders, 4, true), (1, 2, false), (1, 2, true)])

        let rows = try sample.ledger.operations(
            matching: LogFilter(command: "folder delete"), limit: 1, unfolds: true)
        let members = try #require(rows.first?.cascades.first?.members)
        #expect(members.map(\.entity) == ["folder", "message", "message"])
        #expect(Set(members.map(\.name)) == ["Deep", "four", "five"])
        let entries = try sample.ledger.history(of: Self.account, HistoryOptions(unfolds: true))
        let ends = entries.compactMap(\.cascade)
        #expect(ends.count == 2 && ends.allSatisfy { $0.members?.count == folders + 4 })
        // It is no history of a message that others went with it.
        let one = try #require(try sample.messages("subject:one").first?.id)
        #expect(try sample.ledger.history(of: one.description).allSatisfy { $0.cascade == nil })
    }
}

@Suite struct `The cause of an operation` {
    @Test func `is the undone operation, the paths of an import, and what else was said`() throws {
        let sample = try SampleLedger()
        try sample.addAccount("ada@example.org")
        try sample.importing([SampleMail("one")], account: "ada@example.org")
        _ = try sample.ledger.undo(.latest)
        let rows = try sample.ledger.operations(limit: nil)
        #expect(rows[0].cause == Cause.undo(rows[1].operation).text)
        #expect(rows[1].cause == "import:\(sample.scratch.path)/mail/one.eml")
        #expect(rows[2].cause == nil)
        #expect(try sample.ledger.history(of: nil).map(\.cause).suffix(2) == [rows[1].cause, rows[0].cause])
    }

    @Test(arguments: [
        "undo:673acf52-1111-4111-8111-111111111111", "undo:tx:10", "undo:tx:10..14", "undo:tx:10..14,17,20..21",
        "import:a, b", "import:-", "sync:/home/ada/Maildir", "undo:tx:14..10", "undo:nothing", "by hand",
    ])
    func `reads as it was written`(text: String) {
        #expect(Cause(text).text == text)
        if case .other = Cause(text) {
            #expect(["undo:tx:14..10", "undo:nothing", "by hand"].contains(text))
        }
    }
}
