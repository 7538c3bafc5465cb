import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `What an operation did` {
    static let ada = "ada@example.org"

    private func sample(_ count: Int = 3) throws -> SampleLedger {
        let sample = try SampleLedger()
        try sample.addAccount(Self.ada)
        try sample.importing((1...count).map { SampleMail("letter\($0)") }, account: Self.ada)
        return sample
    }

    private func latest(_ sample: SampleLedger) throws -> OperationRow {
        try #require(sample.ledger.operations(limit: 1).first)
    }

    @Test func `is told in the words of mail`() throws {
        let sample = try sample()
        #expect(try latest(sample).effects.text == "imported 3 in INBOX")
        try sample.mark("*", adding: [.seen])
        #expect(try latest(sample).effects.text == "read 3 in INBOX")
        let taxes = try Keyword("taxes")
        try sample.mark("subject:letter1", adding: [taxes, .flagged], removing: [.seen])
        #expect(try latest(sample).effects.text == "flagged 1 in INBOX, +taxes on 1 in INBOX, unread 1 in INBOX")
        try sample.move("*", to: "Archive")
        #expect(try latest(sample).effects.text == "INBOX → Archive 3")
        try sample.delete("subject:letter1")
        #expect(try latest(sample).effects.text == "deleted 1 message in Archive")
        try sample.addFolder("Work", to: Self.ada)
        #expect(try latest(sample).effects.text == "created 1 folder: Work")
        _ = try sample.ledger.renameFolder(
            "Work", to: "Jobs", in: Self.ada, context: sample.ledger.context(command: "folder rename"))
        #expect(try latest(sample).effects.text == "renamed Work → Jobs")
        try sample.deleteAccount(Self.ada)
        #expect(try latest(sample).effects.text == "deleted 1 account with 2 messages: \(Self.ada)")
    }

    @Test func `names the folder where mail lay then, not where it lies now`() throws {
        let sample = try sample()
        try sample.mark("*", adding: [.seen])
        try sample.move("*", to: "Archive")
        let marked = try #require(sample.ledger.operations(matching: LogFilter(command: "mark"), limit: 1).first)
        #expect(marked.effects.text == "read 3 in INBOX")
    }

    @Test func `is counted where there is too much of it to be read`() throws {
        let sample = try sample(450)
        #expect(try latest(sample).effects.map(\.text) == ["imported 450 in INBOX"])
        try sample.mark("*", adding: [.seen])
        let effect = try #require(latest(sample).effects.first)
        #expect(effect.text == "read 450" && effect.count == 450 && effect.effect == .marked)
        try sample.move("*", to: "Archive")
        #expect(try latest(sample).effects.map(\.text) == ["INBOX → Archive 450"])
    }

    @Test func `is told by the type of what was erased`() throws {
        let sample = try sample()
        try sample.mark("*", adding: [.seen])
        let id = try #require(sample.messages("subject:letter1").first?.id)
        _ = try sample.ledger.erase(
            .message(prefix: id.description), includingSharedHeaders: true,
            context: sample.ledger.context(command: "erase", reason: "asked"))
        #expect(try latest(sample).effects.map(\.text) == ["erased 1 message"])
        let mark = try #require(sample.ledger.operations(limit: 2).last)
        #expect(mark.effects.map(\.text) == ["marked 1 message", "read 2 in INBOX"])
    }

    @Test func `has a kind for every event that a ledger may hold, and for those of a context to come`() {
        let types = Contexts.builtIn.catalogue.types.map(\.name)
        let ended = types.filter { Effect.of(type: $0) == .deleted }
        #expect(
            ended == [
                "access.token-revoked", "assist.answer-deleted", "assist.profile-deleted", "chat.conversation-deleted",
                "mail.account-deleted",
                "mail.folder-deleted", "mail.message-deleted", "notes.action-deleted", "notes.note-deleted",
            ])
        let others = types.filter { Effect.of(type: $0) == .changed }
        #expect(others.allSatisfy { !$0.hasSuffix("-added") && !$0.hasSuffix("-erased") && !$0.hasSuffix("-moved") })
        #expect(Effect.of(type: "plans.plan-deleted") == .deleted && Effect.of(type: "plans.plan-bent") == .changed)
    }

    @Test func `is what a filter asks for, by whichever way something ended`() throws {
        let sample = try sample()
        try sample.delete("subject:letter1")
        try sample.move("subject:letter2", to: "Archive")
        try sample.deleteAccount(Self.ada)
        func commands(_ effect: Effect) throws -> [String] {
            try sample.ledger.operations(matching: LogFilter(effect: effect), limit: nil).map { $0.command ?? "" }
        }
        #expect(try commands(.deleted) == ["account delete", "delete"])
        #expect(try commands(.moved) == ["move"])
        #expect(try commands(.marked) == [])
        #expect(try commands(.added) == ["import", "account add"])
        let changes = try sample.ledger.history(of: nil, HistoryOptions(filter: LogFilter(effect: .deleted)))
        #expect(changes.map(\.type.name) == ["mail.message-deleted", "mail.account-deleted"])
    }

    @Test func `counts a copy that a sync removed as a deletion where its message ended with it`() throws {
        let synced = try SyncedLedger()
        let one = try synced.maildir.add(SampleMail("one"))
        try synced.maildir.add(SampleMail("two"))
        let copy = try synced.maildir.add(SampleMail("two"), to: ".Work")
        try synced.sync()
        try synced.maildir.remove(copy)
        try synced.sync()
        let removal = try #require(synced.ledger.operations(limit: 1).first)
        #expect(removal.effects.map(\.text) == ["removed 1 from Work"] && removal.reasons.count == 1)
        #expect(try synced.ledger.operations(matching: LogFilter(effect: .deleted), limit: nil).isEmpty)
        try synced.maildir.remove(one)
        try synced.sync()
        let deleted = try synced.ledger.operations(matching: LogFilter(effect: .deleted), limit: nil)
        #expect(deleted.map(\.effects.text) == ["deleted 1 message in INBOX"])
        let removed = try synced.ledger.operations(matching: LogFilter(effect: .removed), limit: nil)
        #expect(removed.map(\.operation) == [removal.operation])
        let changes = try synced.ledger.history(of: nil, HistoryOptions(filter: LogFilter(effect: .deleted)))
        #expect(changes.map(\.type.name) == ["mail.copy-removed", "mail.message-deleted"])
    }

    @Test func `has every reason that its transactions have`() throws {
        let sample = try sample()
        let account = try #require(sample.ledger.read { try $0.accounts().first })
        var context = sample.ledger.context(command: "sync", reason: "one")
        for reason in ["one", "two", "one"] {
            context.reason = reason
            let skipped = FileSkipped(account: account.id, source: reason, reason: "not-mail", detail: nil)
            _ = try sample.ledger.store.append(
                ProposedTransaction([.concerning(account.stream, skipped)], context: context))
        }
        let row = try latest(sample)
        #expect(row.reasons == ["one", "two"] && row.reason == "one" && row.transactions == 3)
        #expect(row.effects.text == "skipped 3 files")
    }

    @Test func `is found by the system's user and the host`() throws {
        let sample = try sample()
        let account = try #require(sample.ledger.read { try $0.accounts().first })
        var context = sample.ledger.context(command: "mark")
        (context.osUser, context.host) = ("Jane", "desk")
        let skipped = FileSkipped(account: account.id, source: "a", reason: "not-mail", detail: nil)
        _ = try sample.ledger.store.append(
            ProposedTransaction([.concerning(account.stream, skipped)], context: context))
        for filter in [LogFilter(osUser: "jane"), LogFilter(host: "DESK"), LogFilter(osUser: "JANE", host: "desk")] {
            #expect(try sample.ledger.operations(matching: filter, limit: nil).map(\.command) == ["mark"])
        }
        #expect(try sample.ledger.operations(matching: LogFilter(osUser: "jan"), limit: nil).isEmpty)
        let entry = try #require(
            sample.ledger.history(of: nil, HistoryOptions(filter: LogFilter(host: "desk"))).first)
        #expect(entry.osUser == "Jane" && entry.host == "desk")
    }
}

@Suite struct `The cause of a command on messages` {
    private func cause(_ query: String) throws -> String? {
        let sample = try SampleLedger()
        try sample.addAccount("ada@example.org")
        try sample.importing([SampleMail("one")], account: "ada@example.org")
        let id = try #require(sample.messages().first?.id.description)
        let query = query.replacing("ID", with: id)
        _ = try sample.ledger.perform(MarkMessagesRequest(filter: MessageQuery(query), adding: [.flagged]))
        return try sample.ledger.operations(limit: 1).first?.cause
    }

    @Test func `is the query as it was typed, with what relative dates meant`() throws {
        #expect(try cause("subject:one") == "query:subject:one")
        #expect(try cause("*") == "query:*")
        #expect(try cause("subject:one or date:2019..2020") == "query:subject:one or date:2019..2020")
        let relative = try #require(try cause("date:..today or subject:one"))
        #expect(
            relative.wholeMatch(of: /query:date:\.\.today or subject:one \(\.\.20\d\d-\d\d-\d\d\)/) != nil,
            "\(relative)")
        #expect(Cause(relative).text == relative)
        for field in ["received", "added", "changed"] {
            let cause = try #require(try cause("\(field):..today or subject:one"))
            #expect(cause.contains(#/ \(\.\.20\d\d-\d\d-\d\d\)$/#), "\(cause)")
        }
    }

    @Test func `is nothing where messages were named by their ids`() throws {
        #expect(try cause("id:ID") == nil)
        #expect(try cause("id:ID or id:ID") == nil)
        #expect(try cause("id:ID is:unread")?.hasSuffix(" is:unread") == true)
    }
}

extension ProposedEvent {
    fileprivate static func concerning(_ stream: StreamID, _ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .stream(.existing(stream)))
    }
}
