import Access
import Assist
import EventLog
import Foundation
import Mail
import MailLedger
import TestSupport
import Testing

/// Events that were made by hand: their digests, their leaves and the root are right, and no read model can apply them.
@Suite struct `Events that cannot be applied` {
    enum Poison: CaseIterable, Sendable {
        case folderTwice, folderInNoFolder, messageTwice, messageInNoFolder

        /// Records an event of the ledger once more, which no command would.
        func record(in ledger: Ledger) throws {
            switch self {
            case .folderTwice: try `Events that cannot be applied`.again("mail.folder-created", in: ledger) { $0 }
            case .folderInNoFolder:
                try `Events that cannot be applied`.again("mail.folder-created", in: ledger) { payload in
                    otherID(payload).replacingOccurrences(of: #""name":"#, with: #""parent":"\#(id())","name":"#)
                }
            case .messageTwice: try `Events that cannot be applied`.again("mail.message-added", in: ledger) { $0 }
            case .messageInNoFolder:
                try `Events that cannot be applied`.again("mail.message-added", in: ledger) { payload in
                    otherID(payload).replacingOccurrences(
                        of: #""folder":"[^"]*""#, with: #""folder":"\#(id())""#, options: .regularExpression)
                }
            }
        }

        private func id() -> String { UUID().uuidString.lowercased() }

        private func otherID(_ payload: String) -> String {
            payload.replacingOccurrences(
                of: #"^\{"id":"[^"]*""#, with: #"{"id":"\#(id())""#, options: .regularExpression)
        }
    }

    fileprivate static func again(
        _ type: String, in ledger: Ledger, account: ProposedEvent.AccountReference? = nil,
        _ change: (String) -> String
    ) throws {
        let stored = try #require(try ledger.store.events(EventSelection(typeName: type)).last)
        let payload = change(String(decoding: try #require(stored.payload), as: UTF8.self))
        let events = try ledger.catalogue.decode(Array(payload.utf8), type: stored.type, at: stored.position)
        let proposed = events.map {
            ProposedEvent($0, target: .noStream, account: account ?? .stream(.existing(stored.account)))
        }
        _ = try ledger.store.append(ProposedTransaction(proposed, context: ledger.context(command: "test")))
    }

    /// A ledger with a message, and its events as lines.
    private static func sample() throws -> (sample: SampleLedger, file: String) {
        let sample = try SampleLedger(.disk)
        try sample.addAccount("ada@example.org")
        try sample.importing([SampleMail("a")], account: "ada@example.org")
        let file = sample.scratch.path + "/events.jsonl"
        try sample.exportEvents(to: file, withContents: true)
        return (sample, file)
    }

    /// Records such an event, exports it, and returns the number of its line.
    private static func export(_ poison: Poison, of sample: SampleLedger, to file: String) throws -> Int {
        try poison.record(in: sample.ledger)
        try sample.exportEvents(to: file, withContents: true)
        return try line(of: sample.head(), in: file)
    }

    private static func line(of position: Position, in file: String) throws -> Int {
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        let event = #""kind":"event","position":\#(position),"#
        return try #require(lines.firstIndex { $0.contains(event) }) + 1
    }

    private static func expect(_ refusal: RefusedLine, of line: Int, in file: String, at head: Position) {
        #expect(refusal.kind == .tampered && refusal.line == line && refusal.path == file, "\(refusal)")
        #expect(refusal.reason.contains("failed at event \(head) (mail."), "\(refusal)")
    }

    @Test(arguments: Poison.allCases)
    func `are refused by a ledger that began alike, which stays as it was`(poison: Poison) throws {
        let (sample, file) = try Self.sample()
        let copy = LedgerLocation(sample.scratch.path + "/copy")
        _ = try EventImporter(into: copy).run(file)
        let ledger = try Ledger.open(at: copy, access: .readWrite)
        let (head, answers) = (try ledger.store.head(), try PublicAnswers(of: ledger))
        let root = try ledger.store.root(at: head.position)
        // Of two new transactions the first is sound.
        try sample.addAccount("grace@example.org")
        let line = try Self.export(poison, of: sample, to: file)
        for dryRun in [true, false] {
            let refusal = try #require(throws: RefusedLine.self, "\(dryRun)") {
                try EventImporter(into: copy, dryRun: dryRun).run(file)
            }
            Self.expect(refusal, of: line, in: file, at: try sample.head())
            #expect(try ledger.store.head() == head && ledger.store.root(at: head.position) == root)
            #expect(try PublicAnswers(of: ledger) == answers)
        }
        _ = try ledger.addAccount(
            AddAccount(address: "eve@example.org"), context: ledger.context(command: "account add"))
        #expect(try ledger.read { try $0.accounts().count } == 2)
        #expect(try ledger.maintenance.checkViews() == nil)
        _ = try ledger.maintenance.verifyLog()
    }

    @Test(arguments: Poison.allCases, [1, 2_000] as [Int64])
    func `make no new ledger, and leave nothing of it`(poison: Poison, leastFolded: Int64) throws {
        let (sample, file) = try Self.sample()
        let copy = LedgerLocation(sample.scratch.path + "/copy")
        let bad = sample.scratch.path + "/bad.jsonl"
        let line = try Self.export(poison, of: sample, to: bad)
        try ViewsFold.$leastEvents.withValue(leastFolded) {
            for dryRun in [true, false] {
                let refusal = try #require(throws: RefusedLine.self, "\(dryRun)") {
                    try EventImporter(into: copy, dryRun: dryRun).run(bad)
                }
                Self.expect(refusal, of: line, in: bad, at: try sample.head())
                #expect(!FileManager.default.fileExists(atPath: copy.directory))
            }
            // The place is free for sound events, whose trial is the first build of the read models.
            _ = try EventImporter(into: copy).run(file)
            let first = copy.viewsDirectory + "-first.sqlite"
            #expect(FileManager.default.fileExists(atPath: first))
            let ledger = try Ledger.open(at: copy, access: .readWrite)
            #expect(try ledger.read { try $0.countMessages() } == 1)
            #expect(!FileManager.default.fileExists(atPath: first))
            #expect(try ledger.maintenance.checkViews() == nil)
        }
    }

    @Test func `that come in are in the read models at once, and stay there`() throws {
        let (sample, file) = try Self.sample()
        let copy = LedgerLocation(sample.scratch.path + "/copy")
        _ = try EventImporter(into: copy).run(file)
        _ = try Ledger.open(at: copy, access: .readWrite).read { try $0.countMessages() }
        try sample.importing([SampleMail("b")], account: "ada@example.org")
        try sample.exportEvents(to: file, withContents: true)
        _ = try EventImporter(into: copy).run(file)
        let health = try Ledger.open(at: copy, access: .readOnly).maintenance.readModelHealth()
        let messages = try #require(health.first { $0.name == "messages" })
        #expect(try messages.position == sample.head() && messages.behind == 0)
    }

    @Test(arguments: Poison.allCases)
    func `and that a log has already are named alike by all questions`(poison: Poison) throws {
        let (sample, _) = try Self.sample()
        let head = try sample.head()
        try poison.record(in: sample.ledger)
        var failures: Set<ProjectionFailure> = []
        for removesViews in [false, true] {
            if removesViews {
                try sample.whileClosed { try FileManager.default.removeItem(atPath: $0.viewsDirectory) }
            }
            let error = try #require(throws: EventLogError.self) { try sample.ledger.read { try $0.countMessages() } }
            guard case .projectionFailed(let failure) = error else {
                Issue.record("\(error)")
                return
            }
            failures.insert(failure)
            #expect(failure.position == head.advanced(by: 1))
            let views = try #require(try sample.ledger.maintenance.examine().first { $0.subject == "views" })
            #expect(!views.isHealthy && views.detail.contains(failure.description))
            #expect(try sample.ledger.maintenance.readModelHealth().first?.failure == failure)
        }
        #expect(failures.count == 1, "\(failures)")
        #expect(try sample.ledger.read(at: Moment(.position(head))) { try $0.countMessages() } == 1)
    }

    /// Kinds of things of which the read models take in a second one, so that a log that has it can still be read.
    @Test(arguments: [
        "mail.account-created", "mail.hold-added", "assist.profile-created", "access.token-issued",
    ])
    func `and that make a thing a second time are refused by an import alone`(type: String) throws {
        let (sample, file) = try Self.sample()
        let ledger = sample.ledger
        func context() -> OperationContext { ledger.context(command: "test", reason: "law") }
        _ = try ledger.addHold("case", on: .query("subject:a"), context: context())
        var profile = SetProfile()
        profile.email = "ada@example.org"
        try ledger.setProfile(profile, context: context())
        _ = try ledger.perform(IssueTokenRequest(name: "phone", actor: "ada", scopes: [.read]))
        try sample.exportEvents(to: file, withContents: true)
        let copy = LedgerLocation(sample.scratch.path + "/copy")
        _ = try EventImporter(into: copy).run(file)
        let before = try sample.head()
        let account: ProposedEvent.AccountReference = type == "mail.account-created" ? .own : .none
        try Self.again(type, in: ledger, account: account) { $0 }
        #expect(try ledger.read { try $0.countMessages() } == 1)
        try sample.exportEvents(to: file, withContents: true)
        let rest = sample.scratch.path + "/rest.jsonl"
        try sample.exportEvents(to: rest, after: before)
        let new = LedgerLocation(sample.scratch.path + "/new")
        for (lines, place) in [(file, copy), (rest, copy), (file, new)] {
            let line = try Self.line(of: sample.head(), in: lines)
            for dryRun in [true, false] {
                let refusal = try #require(throws: RefusedLine.self, "\(lines) \(dryRun)") {
                    try EventImporter(into: place, dryRun: dryRun).run(lines)
                }
                #expect(refusal.kind == .tampered && refusal.line == line, "\(refusal)")
                #expect(refusal.reason.contains("a second time"), "\(refusal)")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: new.directory))
        #expect(try Ledger.open(at: copy, access: .readOnly).store.head().position == before)
    }

    @Test func `do not end a program that undoes, where two accounts have one id`() throws {
        let (sample, _) = try Self.sample()
        try Self.again("mail.account-created", in: sample.ledger, account: .own) { $0 }
        _ = try sample.ledger.read { try $0.planUndo(.latest) }
        #expect(try sample.ledger.read { try $0.accounts().count } == 2)
    }
}
