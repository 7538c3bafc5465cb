import Content
import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// What `Ledger.save` makes of messages that it knows, and of those that it knows in part.
@Suite struct `Saving messages` {
    private static let address = "ada@example.org"
    private let sample: SampleLedger
    private let account: AccountRow
    private var ledger: Ledger { sample.ledger }

    init() throws {
        sample = try SampleLedger(.memory)
        account = try sample.addAccount(Self.address)
        try sample.addFolder("Work", to: Self.address)
    }

    @discardableResult
    private func save(_ messages: IncomingMessage...) throws -> [MessageID] {
        try ledger.mail.save(messages, context: ledger.context(command: "save")).ids
    }

    private func row(_ id: MessageID) throws -> MessageRow {
        try #require(try ledger.read { try $0.message(withID: id) })
    }

    private func types(of id: MessageID) throws -> [String] {
        let stream = try row(id).stream
        return try ledger.store.events(EventSelection(stream: stream)).map { String($0.type.name.dropFirst(5)) }
    }

    private func header(_ letter: Letter, id: String? = nil) -> IncomingMessage {
        var message = letter.message(to: account.id)
        message.bytes = Array(letter.header.utf8)
        message.lacksBody = true
        message.external.id = id
        return message
    }

    // MARK: Known again

    @Test func `a copy that is saved again gets the keywords that are given, by one event`() throws {
        var message = Letter("one").message(to: account.id)
        message.keywords = [.seen, try Keyword("tax")]
        let id = try save(message)[0]
        #expect(try row(id).keywords == ["$seen", "tax"] && types(of: id) == ["message-added"])
        message.keywords = [.flagged, try Keyword("tax")]
        #expect(try save(message) == [id])
        #expect(try row(id).keywords == ["$flagged", "tax"] && types(of: id).dropFirst() == ["copy-changed"])
        message.keywords = [.flagged, try Keyword("work")]
        try save(message)
        #expect(try row(id).keywords == ["$flagged", "work"] && types(of: id).last == "message-marked")
        let head = try sample.head()
        try save(message)
        #expect(try sample.head() == head)
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test func `at another place a message is one more copy, and its keywords are added`() throws {
        var message = Letter("one").message(to: account.id)
        (message.source, message.keywords) = ("INBOX/1", [.seen])
        let work = try sample.folderID("Work", of: Self.address)
        var copy = message
        (copy.folder, copy.source, copy.keywords) = (work, "Work/9", [.flagged, try Keyword("tax")])
        // In one transaction as in two.
        #expect(Set(try save(message, copy)).count == 1)
        let id = try save(copy)[0]
        #expect(try row(id).folders == ["INBOX", "Work"] && sample.messages().count == 1)
        #expect(try row(id).keywords == ["$flagged", "tax"], "what is known there is as it was given last")
        #expect(try ledger.read { try $0.folder("Work").total } == 1)
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test func `messages of several accounts are one transaction`() throws {
        let bob = try sample.addAccount("bob@example.net")
        let operations = try ledger.store.head().transaction
        let ids = try save(Letter("one").message(to: account.id), Letter("one").message(to: bob.id))
        #expect(Set(ids).count == 2)
        #expect(try ledger.store.head().transaction == operations + 1)
        #expect(try ids.map { try row($0).accountAddress } == [Self.address, "bob@example.net"])
    }

    @Test func `a deleted message stays deleted, and its batch is saved`() throws {
        let id = try save(Letter("one").message(to: account.id))[0]
        try sample.delete("subject:one")
        let head = try sample.head()
        var again = Letter("one").message(to: account.id)
        again.keywords = [.flagged]
        #expect(try save(again) == [id])
        #expect(try sample.head() == head)
        #expect(try save(again, Letter("two").message(to: account.id)).first == id)
        #expect(try sample.subjects("*") == ["two"])
    }

    @Test func `a folder of another account is refused, and nothing is stored`() throws {
        try sample.addAccount("bob@example.net")
        let head = try sample.head()
        let foreign = try sample.folderID("INBOX", of: "bob@example.net")
        #expect(throws: DomainError.self) {
            try save(Letter("one").message(to: account.id), Letter("two").message(to: account.id, folder: foreign))
        }
        #expect(try sample.head() == head)
        #expect(try ledger.content.stats().count == 0)
    }

    // MARK: Names on the server

    @Test func `a server's id that one message lost another may have, in one transaction too`() throws {
        var (one, two) = (Letter("one").message(to: account.id), Letter("two").message(to: account.id))
        one.external.id = "17a"
        let id = try save(one)[0]
        one.external.id = "17b"
        two.external.id = "17a"
        let ids = try save(one, two)
        #expect(try ids[0] == id && row(id).external.id == "17b" && row(ids[1]).external.id == "17a")
        let head = try sample.head()
        two.external.id = "17b"
        #expect(throws: DomainError.alreadyExists(kind: "message with the external id", name: "17b")) { try save(two) }
        #expect(try sample.head() == head)
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    // MARK: Headers first

    @Test(.requirement(57))
    func `the whole of a message is known by the server's id, also within its header's transaction`() throws {
        let letter = Letter("late")
        var whole = letter.message(to: account.id)
        whole.external.id = "17a"
        let ids = try save(header(letter, id: "17a"), whole)
        #expect(Set(ids).count == 1)
        #expect(try row(ids[0]).hasBody && types(of: ids[0]) == ["message-added", "message-body-loaded"])
        // The header once more says nothing new.
        let head = try sample.head()
        #expect(try save(header(letter, id: "17a")) == [ids[0]])
        #expect(try sample.head() == head)
        #expect(try sample.subjects("body") == ["late"])
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(57)) func `the body of another message is refused`() throws {
        let id = try save(header(Letter("late")))[0]
        let context = ledger.context(command: "load")
        let other = Letter("else").bytes
        #expect(throws: DomainError.self) { try ledger.mail.loadBody(of: id, other, context: context) }
        #expect(try !row(id).hasBody && ledger.content.stats().count == 1)
        let whole = Letter("late").bytes
        #expect(try ledger.mail.loadBody(of: id, whole, context: context, dryRun: true).changed == 1)
        #expect(try !row(id).hasBody)
        #expect(try ledger.mail.loadBody(of: id, whole, context: context).receipt != nil)
        #expect(try row(id).hasBody)
    }

    // MARK: Erased before

    private static let refusal = DomainError.conflict("the message was erased, and stays out", hint: .allowErased)

    private func erase(_ id: MessageID) throws {
        _ = try ledger.erase(
            .message(prefix: id.description), context: ledger.context(command: "erase", reason: "request 17"))
    }

    @Test func `the header of erased mail is refused by its Message-ID, in every account`() throws {
        let letter = Letter("late")
        try erase(save(letter.message(to: account.id))[0])
        let bob = try sample.addAccount("bob@example.net")
        let head = try sample.head()
        var elsewhere = header(letter, id: "17a")
        elsewhere.account = bob.id
        // Of a header it does not count how it reads.
        let mended = header(letter.with { $0.headers = ["X-Spam: no"] })
        for message in [letter.message(to: account.id), header(letter), header(letter, id: "17a"), elsewhere, mended] {
            #expect(throws: Self.refusal) { try save(message) }
        }
        #expect(try sample.head() == head && ledger.content.stats().count == 0)
        // A whole message is recognised by how it reads, and a header by nothing if it has no Message-ID.
        #expect(try save(letter.with { $0.body = "Else.\n" }.message(to: account.id)).count == 1)
        #expect(try save(header(letter.with { $0.messageID = nil })).count == 1)
    }

    @Test func `the body of erased mail is not added to its header, which another account has`() throws {
        let letter = Letter("late")
        let bob = try sample.addAccount("bob@example.net")
        var waiting = header(letter, id: "17a")
        waiting.account = bob.id
        let id = try save(waiting)[0]
        try erase(save(letter.message(to: account.id))[0])
        let head = try sample.head()
        var whole = letter.message(to: bob.id)
        whole.external.id = "17a"
        #expect(throws: Self.refusal) { try save(whole) }
        #expect(throws: Self.refusal) {
            try ledger.mail.loadBody(of: id, letter.bytes, context: ledger.context(command: "load"))
        }
        #expect(try save(waiting) == [id])
        #expect(try sample.head() == head && !row(id).hasBody)
    }
}
