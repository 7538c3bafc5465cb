import CivilTime
import Cryptography
import DiskFiles
import EventLog
import Mail
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// Read models that a fold wrote from the leaves up, beside those that `apply` made of the same events.
struct FoldTests {
    /// How many histories to try: thousands in `make soak`.
    private static var rounds: Int { Soak.seconds.map { $0 * 5 } ?? 25 }

    @Test func `a fold makes the rows that apply makes, of any mail that comes in and whatever happens to it`() throws {
        var generator = SeededGenerator(for: "folds")
        for round in 0..<Self.rounds {
            let label = "seed \(generator.seed) round \(round)"
            let log = try MailLog()
            var mail = try IncomingMail(log, &generator)
            let folder = try TemporaryDirectory()
            try Self.folding {
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    try mail.come(Int.random(in: 1...120, using: &generator), &generator)
                    try mail.change(Int.random(in: 0...60, using: &generator), &generator)
                }
                let folded = try log.store.head().position.rawValue
                // The fold ends before what it does not know.
                if Bool.random(using: &generator) { try mail.pin(&generator) }
                try mail.come(20, &generator)
                try mail.change(20, &generator)
                let views = log.views(in: folder.path("views"))
                // It throws where a fold ends earlier.
                _ = try ViewsFold.$leastEvents.withValue(folded) { try views.rebuild() }
                let made = try views.current()
                #expect(try made.connection.first("PRAGMA freelist_count") { try $0.next(Int64.self) } ?? 0 > 50)
                let faults = try made.connection.rows("PRAGMA integrity_check") { try $0.next(String.self) }
                #expect(faults == ["ok"], "\(label)")
                let applied = try log.views(in: nil).current()
                let differing = try Self.tables(that: made.connection, and: applied.connection)
                #expect(try made.digests() == applied.digests(), "\(label): \(differing)")
                #expect(try views.check() == nil, "\(label)")
                // They go on like any others.
                try mail.change(20, &generator)
                try mail.come(20, &generator)
                try made.catchUp(with: log.store)
                #expect(try made.digests() == log.views(in: nil).current().digests(), "continued, \(label)")
            }
        }
    }

    /// The tables that differ, each with the first row that only one of them has.
    private static func tables(that made: Connection, and applied: Connection) throws -> [String] {
        let names = try made.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
            try $0.next(String.self)
        }
        return try names.compactMap { name -> String? in
            func rows(_ connection: Connection) throws -> [String] {
                let columns = try connection.rows("SELECT name FROM pragma_table_info(\(bind: name))") {
                    SQL.identifier(try $0.next(String.self))
                }
                let list = columns.map { "quote(\($0))" as SQL }.joined(separator: " || ' ' || ")
                return try connection.rows("SELECT \(list) FROM \(SQL.identifier(name)) ORDER BY 1") { try $0.next() }
            }
            let (made, applied) = try (rows(made), rows(applied))
            guard made != applied else { return nil }
            let (own, others) = (Set(made).subtracting(applied), Set(applied).subtracting(made))
            return "\(name): \(own.min() ?? "–") instead of \(others.min() ?? "–")"
        }
    }

    /// Lets any log be folded, and throws what would end a fold.
    private static func folding<Output>(_ body: () throws -> Output) rethrows -> Output {
        try ViewsFold.$leastEvents.withValue(1) { try ViewsFold.$throwsObstacles.withValue(true, operation: body) }
    }

    @Test func `a fold that is cancelled leaves nothing, and the next build begins`() throws {
        var generator = SeededGenerator(for: "cancelled folds")
        let log = try MailLog()
        var mail = try IncomingMail(log, &generator)
        try mail.come(700, &generator)
        let folder = try TemporaryDirectory()
        let views = log.views(in: folder.path("views"))
        let error = #expect(throws: EventLogError.self) {
            try ViewsFold.$batchSize.withValue(500) { _ = try Self.folding { try views.rebuild { _, _ in false } } }
        }
        #expect(error == .cancelled)
        try views.rebuild()
        #expect(try views.check() == nil)
    }

    @Test(arguments: [false, true])
    func `a build goes on where many small transactions leave a fold no room`(andMessagesChange: Bool) throws {
        var generator = SeededGenerator(for: "small transactions")
        let log = try MailLog()
        var mail = try IncomingMail(log, &generator)
        // A row of `recorded` and its entries in three indexes for each message.
        for _ in 0..<6_500 { try mail.come(1, &generator) }
        // Rows tell of these, so the fold begins once more, to end before them.
        if andMessagesChange { try mail.change(40, &generator) }
        let folder = try TemporaryDirectory()
        let views = log.views(in: folder.path("views"))
        var reached: [Int64] = []
        try ViewsFold.$batchSize.withValue(500) {
            try ViewsFold.$keptPages.withValue(200) {
                _ = try Self.folding {
                    try views.rebuild { position, _ in
                        reached.append(position.rawValue)
                        return true
                    }
                }
            }
        }
        // The fold reports every 500; what is applied afterwards is one batch.
        let head = try log.store.head().position.rawValue
        #expect(
            reached.count > 3 && reached.last == head && head - (reached.dropLast().last ?? head) > 500, "\(reached)")
        let made = try views.current()
        #expect(try made.digests() == log.views(in: nil).current().digests())
        #expect(try views.check() == nil)
    }

    @Test func `what a killed fold leaves is no database, and the next build begins`() throws {
        var generator = SeededGenerator(for: "killed folds")
        let log = try MailLog()
        var mail = try IncomingMail(log, &generator)
        try mail.come(200, &generator)
        let folder = try TemporaryDirectory()
        let whole = log.views(in: folder.path("whole"))
        _ = try Self.folding { try whole.rebuild() }
        // Everything but the first page, which a fold writes last.
        let disk = KernelFiles.shared
        let left = folder.path("views/building.sqlite")
        try disk.makeFolderIfMissing(folder.path("views"))
        let name = try #require(try disk.names(in: folder.path("whole")).first { $0.hasSuffix(".sqlite") })
        let source = try File(disk, folder.path("whole/\(name)"), .read)
        var bytes = [UInt8](repeating: 0, count: Int(try source.status().size))
        _ = try source.read(into: &bytes, 0..<bytes.count, from: 0)
        let file = try File(disk, left, .createNew)
        try file.write(bytes.span.extracting(PageFile.pageSize..<bytes.count), at: Int64(PageFile.pageSize))
        let views = log.views(in: folder.path("views"))
        _ = try Self.folding { try views.rebuild() }
        #expect(try views.current().digests() == whole.current().digests())
        #expect(try views.check() == nil)
    }

    @Test func `a fold goes on with all events of mail but these`() {
        let folded = Set(UnreadProjector.folded.map { $0.type.name })
        let others = MailCatalogue.events.map { $0.type.name }.filter { !folded.contains($0) }
        #expect(
            others.sorted() == [
                "mail.account-erased", "mail.account-reparsed", "mail.attachment-transfer-changed",
                "mail.folder-changed", "mail.folder-deleted", "mail.folder-restored", "mail.message-body-loaded",
                "mail.message-erased", "mail.message-reparsed", "mail.tags-adopted", "mail.thread-marked",
            ])
    }

    @Test func `a read model from outside needs no fold`() throws {
        var generator = SeededGenerator(for: "folds that fail")
        let log = try MailLog()
        var mail = try IncomingMail(log, &generator)
        try mail.come(50, &generator)
        let folder = try TemporaryDirectory()
        let views = log.views(in: folder.path("views"), projections: AllProjections.types + [Reader.self])
        let made = try ViewsFold.$leastEvents.withValue(1) { try views.current().connection }
        #expect(try made.first("SELECT count(*) FROM reader") { try $0.next(Int64.self) } == 50)
        #expect(try views.check() == nil)
    }
}

/// A read model from outside, which reads a table that a fold would write.
private final class Reader: Projection {
    static let name = "reader"
    static let version = 1
    static let after = ["messages"]

    private let connection: Connection

    init(on connection: Connection) { self.connection = connection }

    static func createTables(on connection: Connection) throws {
        try connection.runScript("CREATE TABLE reader (id INTEGER PRIMARY KEY, subject TEXT) STRICT")
    }

    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        try connection.run(
            "INSERT OR IGNORE INTO reader SELECT id, subject FROM message WHERE id = \(bind: event.stream.rawValue)")
    }
}

/// Writes mail of every shape to a log, by events made by hand.
private struct IncomingMail {
    private let log: MailLog
    private var accounts: [(state: AccountState, folders: [FolderState])] = []
    private var messages: [(id: MessageID, stream: StreamID, account: StreamID)] = []

    init(_ log: MailLog, _ generator: inout SeededGenerator) throws {
        self.log = log
        for address in ["ada@example.org", "eve@example.org"] { try addAccount(address) }
    }

    private mutating func addAccount(_ address: String) throws {
        let account = try log.addAccount(address)
        accounts.append((account, try log.folders().map(\.state).filter { $0.account == account.id }))
    }

    mutating func come(_ count: Int, _ generator: inout SeededGenerator) throws {
        var left = count
        while left > 0 {
            let size = min(left, Int.random(in: 1...120, using: &generator))
            left -= size
            var events: [ProposedEvent] = []
            var ids: [(MessageID, StreamID)] = []
            for _ in 0..<size {
                let place = Int.random(in: 0..<accounts.count, using: &generator)
                let folder = accounts[place].folders.randomElement(using: &generator)
                let added = try message(in: try #require(folder), &generator)
                ids.append((added.id, accounts[place].state.stream))
                events.append(
                    ProposedEvent(
                        added, target: .noStream, account: .stream(.existing(accounts[place].state.stream))))
            }
            let first = try #require(try log.record(events)).firstPosition.rawValue
            for (offset, (id, account)) in ids.enumerated() {
                messages.append((id, StreamID(first + Int64(offset)), account))
            }
            if Int.random(in: 0..<8, using: &generator) == 0, accounts.count < 4 {
                try addAccount("a\(accounts.count)@example.org")
            }
        }
    }

    private func message(in folder: FolderState, _ generator: inout SeededGenerator) throws -> MessageAdded {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
        func name() -> String {
            let number = Int.random(in: 0..<400, using: &generator)
            // Two forms of one letter, which SQLite compares by their bytes, and a zero in the middle.
            return ["\(number)@x", "é\(number)@x", "e\u{301}\(number)@x", "\(number)\u{0}@x"][
                min(3, Int.random(in: 0..<12, using: &generator))]
        }
        var headers = MessageHeaders()
        headers.messageID = chance(90) ? name() : nil
        headers.inReplyTo = chance(30) ? [name()] : []
        headers.references = chance(30) ? (0..<Int.random(in: 1...4, using: &generator)).map { _ in name() } : []
        headers.subject = chance(90) ? String(repeating: "Subject ", count: chance(3) ? 3_000 : 2) : nil
        headers.from = chance(90) ? [EmailAddress(address: "\(Int.random(in: 0..<20, using: &generator))@y")] : []
        headers.to = (0..<(chance(3) ? 800 : 2)).map { EmailAddress(name: "N \"\($0)\"", address: "\($0)@z") }
        headers.listID = chance(20) ? "list-\(Int.random(in: 0..<3, using: &generator))" : nil
        let day: Int64 = 86_400_000_000
        headers.date =
            chance(80) ? Timestamp(microseconds: Int64.random(in: -5...30_000, using: &generator) * day) : nil
        let flags = ["", "", "S", "T", "ST", "F", "D", "R"].randomElement(using: &generator) ?? ""
        var keywords = KeywordSet(maildirFlags: flags)
        if chance(10) { keywords.insert(try Keyword("Zebra")) }
        if chance(10) { keywords.insert(try Keyword("éclair")) }
        let id = MessageID(log.newID())
        let attachment = AttachmentSummary(
            part: "2", fileName: chance(50) ? "a.pdf" : nil, mimeType: "application/pdf", size: 7, isInline: chance(30),
            contentID: nil)
        return MessageAdded(
            id: id, account: folder.account,
            copy: MessageCopy(
                number: 1, folder: folder.id, source: "\(id)", raw: .of("\(chance(10) ? "alike" : "\(id)")"),
                flags: flags,
                fromLine: chance(5) ? "From x" : nil, maildir: chance(20) ? "/m" : nil),
            headers: headers, attachments: chance(20) ? [attachment, attachment] : [], snippet: "Words \(id)",
            keywords: keywords,
            receivedAt: Timestamp(microseconds: Int64.random(in: 0...20_000, using: &generator) * day),
            identity: .of("\(chance(10) ? "alike" : "\(id)")"),
            size: Int64.random(in: 1...1_000_000, using: &generator),
            parser: 1, lacksBody: chance(5) ? true : nil,
            external: chance(20)
                ? ExternalIDs(id: "e\(id)", thread: chance(50) ? "t" : nil, draft: chance(20) ? "d" : nil) : nil)
    }

    /// Marks, moves, deletes and restores messages, and accounts, too, in transactions of several events.
    mutating func change(_ count: Int, _ generator: inout SeededGenerator) throws {
        var left = count
        while left > 0 {
            if Int.random(in: 0..<12, using: &generator) == 0 { try endOrReturn(&generator) }
            if Int.random(in: 0..<12, using: &generator) == 0 { try addFolder(&generator) }
            if Int.random(in: 0..<8, using: &generator) == 0 { try changeFew(&generator) }
            let size = min(left, Int.random(in: 1...30, using: &generator))
            left -= size
            try log.record((0..<size).map { _ in try change(&generator) })
        }
    }

    private func change(_ generator: inout SeededGenerator) throws -> ProposedEvent {
        // Many happen to the same few.
        let few = Bool.random(using: &generator) ? messages.suffix(8) : messages[...]
        let (id, stream, account) = try #require(few.randomElement(using: &generator))
        func propose(_ event: some Event) -> ProposedEvent {
            ProposedEvent(event, target: .any(.existing(stream)), account: .stream(.existing(account)))
        }
        let own = try #require(accounts.first { $0.state.stream == account })
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &generator) ? value : nil }
        func folder() throws -> FolderID { try #require(own.folders.randomElement(using: &generator)).id }
        func flags() -> String { ["", "S", "ST", "FS", "T"].randomElement(using: &generator) ?? "" }
        func keywords() throws -> KeywordSet {
            let names = ["$seen", "$draft", "$flagged", "$answered", "Zebra", "zebra", "éclair", "blue"]
            return try KeywordSet(
                names.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }.map { try Keyword($0) })
        }
        func keywordsChange() throws -> Change<KeywordSet>? { try maybe(Change(old: keywords(), new: keywords())) }
        func copy() throws -> MessageCopy {
            MessageCopy(
                number: number(), folder: try folder(), source: "\(maybe("source") ?? "other")", raw: .of("\(id)"),
                flags: flags(), fromLine: maybe("From y"), maildir: maybe("/m"))
        }
        // Of copies that there are, and of some that there are not.
        func number() -> Int { [1, 1, 2, 3][Int.random(in: 0..<4, using: &generator)] }
        func link() -> Change<String?>? { maybe(Change(old: nil, new: maybe("x\(id)"))) }
        switch Int.random(in: 0..<13, using: &generator) {
        case 9: return propose(MessageLinked(message: id, id: link(), thread: link(), draft: link()))
        case 0: return propose(MessageDeleted(message: id))
        case 1: return propose(MessageRestored(message: id))
        case 2:
            let moves = try (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                MessageMoved.Move(copy: number(), folder: Change(old: try folder(), new: try folder()))
            }
            return propose(MessageMoved(message: id, copies: moves))
        case 3, 4: return propose(MessageCopied(message: id, copy: try copy(), keywords: try keywordsChange()))
        case 5, 6:
            return propose(
                CopyChanged(
                    message: id, copy: number(), source: maybe(Change(old: "", new: maybe("source") ?? "moved")),
                    flags: maybe(Change(old: "", new: flags())), keywords: try keywordsChange(),
                    maildir: maybe(Change(old: nil, new: maybe("/other"))),
                    isHidden: maybe(Change(old: false, new: Bool.random(using: &generator)))))
        case 7:
            return propose(
                CopyPushed(
                    message: id, copy: number(), source: maybe(Change(old: "", new: "pushed")),
                    flags: maybe(Change(old: "", new: flags()))))
        case 8: return propose(CopyRemoved(message: id, copy: try copy(), keywords: try keywordsChange()))
        default:
            return propose(
                MessageMarked(message: id, keywords: KeywordChange(removed: try keywords(), added: try keywords())))
        }
    }

    private func endOrReturn(_ generator: inout SeededGenerator) throws {
        let account = try #require(accounts.randomElement(using: &generator)).state
        let row = try AccountsQuery(on: log.connection()).all(includingDeleted: true).first { $0.id == account.id }
        let isLive = try !#require(row).isDeleted
        let target = ProposedEvent.Target.any(.existing(account.stream))
        let reference = ProposedEvent.AccountReference.stream(.existing(account.stream))
        if isLive {
            try log.record([ProposedEvent(AccountDeleted(account: account.id), target: target, account: reference)])
        } else {
            try log.record([ProposedEvent(AccountRestored(account: account.id), target: target, account: reference)])
        }
    }

    private mutating func addFolder(_ generator: inout SeededGenerator) throws {
        let place = Int.random(in: 0..<accounts.count, using: &generator)
        let folder = try log.addFolder("Folder \(accounts[place].folders.count)", in: accounts[place].state)
        accounts[place].folders.append(folder)
    }

    /// Changes tables of few rows.
    private func changeFew(_ generator: inout SeededGenerator) throws {
        let own = try #require(accounts.randomElement(using: &generator))
        let folder = try #require(own.folders.randomElement(using: &generator))
        let hold = HoldID(log.newID())
        func event(_ content: some Event, _ target: ProposedEvent.Target) -> ProposedEvent {
            ProposedEvent(content, target: target, account: .stream(.existing(own.state.stream)))
        }
        let renamed = FolderRenamed(folder: folder.id, name: Change(old: folder.name, new: "Name \(hold)"))
        let held = HoldAdded(id: hold, name: "case \(hold)", query: "*")
        let address = try #require(Change(from: own.state.address, to: "\(hold)@example.org"))
        let changed = AccountChanged(account: own.state.id) { $0.address = address }
        try log.record([event(renamed, .any(.existing(folder.stream))), event(held, .noStream)])
        if Bool.random(using: &generator) { try log.record([event(changed, .any(.existing(own.state.stream)))]) }
    }

    /// Does what no fold knows.
    func pin(_ generator: inout SeededGenerator) throws {
        let (id, stream, account) = try #require(messages.randomElement(using: &generator))
        let pinned = ThreadMarked(message: id, isPinned: Change(old: false, new: true), isMuted: nil, isArchived: nil)
        try log.record([
            ProposedEvent(pinned, target: .any(.existing(stream)), account: .stream(.existing(account)))
        ])
    }
}
