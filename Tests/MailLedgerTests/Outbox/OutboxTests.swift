import EventLog
import Mail
import MailLedger
import Outbox
import Projections
import TestSupport
import Testing

@Suite struct `The outbox` {
    private let sample: SampleLedger
    private let ids: [String]

    init() throws {
        sample = try SampleLedger()
        try sample.addAccount("ada@example.org")
        try sample.importing(
            ["one", "two", "three", "four", "five"].map { SampleMail($0) }, account: "ada@example.org")
        ids = try sample.messages().sorted { $0.stream < $1.stream }.map(\.id.description)
    }

    @discardableResult
    private func mark(_ id: String, _ command: MarkInOutbox, expecting: Int? = nil) throws -> Receipt? {
        try sample.ledger.mark(
            inOutbox: id, command, expecting: expecting, context: sample.ledger.context(command: "outbox mark")
        ).receipt
    }

    private func listed(_ all: Bool = false) throws -> [String] {
        try sample.ledger.outbox(includingHeldUp: all).map(\.row.id.description)
    }

    @Test(.requirement(85)) func `what waits is listed the oldest first, and what failed until it failed three times`()
        throws
    {
        for id in [ids[3], ids[0], ids[2], ids[1]] { try mark(id, .pending) }
        for _ in 0..<3 { try mark(ids[1], .failed("no route to host")) }
        try mark(ids[2], .failed("timed out"))
        try mark(ids[3], .conflict(server: 9))
        #expect(try listed() == [ids[0], ids[2]])
        #expect(try listed(true) == [ids[0], ids[1], ids[2], ids[3]])
        #expect(try sample.ledger.outbox(limit: 1).count == 1)
        try mark(ids[0], .synced)
        try mark(ids[1], .pending)
        #expect(try listed() == [ids[1], ids[2]])
        #expect(try sample.ledger.outbox(account: "ada@example.org").count == 2)
    }

    @Test(.requirement(81))
    func `a message's state tells status, tries, the last try and the error, and stands in its history`()
        throws
    {
        try mark(ids[0], .failed("no route to host"))
        let row = try #require(try sample.messages("id:\(ids[0])").first)
        let state = try sample.ledger.read { try $0.outboxState(of: row.stream) }
        #expect(state.status == .failed && state.retryCount == 1 && state.error == "no route to host")
        #expect(state.lastAttempt != nil)
        let last = try #require(try sample.ledger.history(of: ids[0]).last)
        #expect(last.type == OutboxStateChanged.type && last.entity == "message" && last.id == ids[0])
        #expect(last.changes.map(\.field) == ["status", "retry_count", "last_attempt", "error"])
    }

    @Test(.requirement(180)) func `a thing that changed while it was carried stays to be carried`() throws {
        try mark(ids[0], .pending)
        let version = try #require(try sample.ledger.outbox().first?.version)
        try sample.mark("id:\(ids[0])", adding: [.flagged])
        let head = try sample.head()
        #expect(throws: DomainError.self) { try mark(ids[0], .synced, expecting: version) }
        #expect(try sample.head() == head)
        #expect(try listed() == [ids[0]])
        // What the outbox itself notes changes no version.
        try mark(ids[0], .failed("no"))
        try mark(ids[0], .synced, expecting: version + 1)
        #expect(try listed() == [])
    }

    @Test(.requirement(49)) func `folders are carried, too, and deleted ones to tell their server`() throws {
        let folder = try sample.addFolder("Work", to: "ada@example.org").id.description
        try mark(folder, .pending)
        let ledger = sample.ledger
        _ = try ledger.deleteFolder(
            folder, in: "ada@example.org", policy: .cascade, context: ledger.context(command: "folder delete"))
        let item = try #require(try ledger.outbox().first)
        #expect(item.row.entity == "folder" && item.name == "Work")
        try mark(folder, .synced)
        #expect(try listed() == [])
        #expect(try ledger.history(of: folder).last?.entity == "folder")
    }

    @Test func `what belongs to a deleted account waits as a deleted message does`() throws {
        try mark(ids[0], .pending)
        _ = try sample.deleteAccount("ada@example.org")
        #expect(try listed() == [ids[0]])
        #expect(try sample.ledger.outbox().first?.row.account == "ada@example.org")
        try mark(ids[1], .pending)
        #expect(try listed() == [ids[0], ids[1]])
        try mark(ids[0], .synced)
        #expect(try listed() == [ids[1]])
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `things that no server gets are refused, and named as such`() throws {
        let account = try #require(try sample.ledger.read { try $0.accounts().first }).id.description
        let head = try sample.head()
        let error = #expect(throws: DomainError.self) { try mark(account, .pending) }
        #expect(error?.description.contains("of the kind account, which no server gets") == true)
        let unknown = #expect(throws: DomainError.self) { try mark("zzzz", .pending) }
        #expect(unknown?.description.contains("no message, folder or other thing") == true)
        #expect(try sample.head() == head)
    }

    @Test func `an undo brings back what was known, and is refused where more is known since`() throws {
        try mark(ids[0], .pending)
        let before = try PublicAnswers(of: sample.ledger)
        let failed = try #require(try mark(ids[0], .failed("no")))
        try mark(ids[0], .failed("no"))
        let target = UndoTarget.operation(prefix: failed.operation.description)
        #expect(try !sample.ledger.planUndo(target).obstacles.isEmpty)
        _ = try sample.ledger.undo(.latest)
        _ = try sample.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        _ = try sample.ledger.undo(.latest)
        #expect(try sample.ledger.outbox(includingHeldUp: true).isEmpty)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `an undo leaves alone what was reported again`() throws {
        let first = try #require(try mark(ids[0], .pending))
        try mark(ids[0], .failed("no"))
        try mark(ids[0], .pending)
        let plan = try sample.ledger.planUndo(.operation(prefix: first.operation.description))
        #expect(plan.count == 0)
        #expect(plan.obstacles.first?.contains("has been set again since (outbox mark ") == true, "\(plan.obstacles)")
    }

    @Test func `an undo is not hindered by the end of an account that came before it`() throws {
        let stream = try #require(try sample.messages("id:\(ids[0])").first).stream
        let first = try #require(try mark(ids[0], .pending))
        try sample.deleteAccount("ada@example.org")
        try mark(ids[0], .synced)
        let (plan, receipt) = try sample.ledger.undo(.latest)
        #expect(plan.obstacles.isEmpty && plan.command == "outbox mark" && receipt?.eventCount == 1)
        #expect(try sample.ledger.read { try $0.outboxState(of: stream).status } == .pending)
        let earlier = try sample.ledger.planUndo(.operation(prefix: first.operation.description))
        let obstacle = try #require(earlier.obstacles.first)
        #expect(obstacle.hasPrefix("the account ada@example.org has been deleted since (account delete "))
        #expect(earlier.obstacles.count == 1)
    }

    @Test func `an erased message leaves nothing in it, step by step or built anew`() throws {
        try mark(ids[0], .failed("secret words"))
        _ = try sample.ledger.erase(
            .message(prefix: ids[0]), context: sample.ledger.context(command: "erase", reason: "request"))
        #expect(try sample.ledger.outbox(includingHeldUp: true).isEmpty)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        let payloads = try sample.ledger.store.events(EventSelection()).compactMap(\.payload)
        #expect(!payloads.contains { String(decoding: $0, as: UTF8.self).contains("secret words") })
    }

    @Test func `what waited then is told as of then, and what differs by a difference`() throws {
        let first = try #require(try mark(ids[0], .pending))
        try mark(ids[0], .synced)
        try sample.stand(at: Moment(parsing: "\(first.lastPosition)", in: .current()))
        #expect(try listed() == [ids[0]])
        try sample.stand(at: nil)
    }
}
