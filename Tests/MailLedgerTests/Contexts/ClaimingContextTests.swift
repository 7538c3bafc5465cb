import CivilTime
import EventLog
import JSONCoding
import Mail
import MailLedger
import MailLedgerTesting
import Projections
import SQLiteDatabase
import Testing

/// A context without things: what it says stands in the streams of messages.
@Suite struct `A context that claims about messages` {
    private func ledger() throws -> Ledger {
        let ledger = try Scenario(adding: [Mood.self]).ledger
        _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
        let account = try ledger.read { try $0.account("ada@example.org").id }
        let text = "From: grace@example.org\nSubject: Tides\nMessage-ID: <1@example.org>\n\nText.\n"
        let message = IncomingMessage(
            account: account, bytes: Array(text.utf8), receivedAt: Timestamp(microseconds: 1))
        _ = try ledger.mail.save([message], context: ledger.context(command: "test"))
        return ledger
    }

    private func message(_ ledger: Ledger) throws -> MessageID {
        try #require(try ledger.read { try $0.messages().first?.id })
    }

    @Test func `why tells of its fields beside the message's own`() throws {
        let ledger = try ledger()
        _ = try ledger.perform(ClaimMood(mood: "calm"))
        _ = try ledger.perform(ClaimMood(mood: "stormy"), Call(reason: "read again"))
        let id = try message(ledger).description
        let reason = try #require(try ledger.read { try $0.why(message: id, field: "mood") }.first)
        #expect(reason.value == "stormy" && reason.changes.map(\.event.reason) == ["read again", nil, nil])
        #expect(try ledger.read { try $0.history(of: id) }.map(\.entity) == ["message", "message", "message"])
    }

    @Test func `its events go with an erased message`() throws {
        let ledger = try ledger()
        _ = try ledger.perform(ClaimMood(mood: "calm"))
        let id = try message(ledger).description
        _ = try ledger.perform(EraseRequest(kind: .message, target: id), Call(reason: "asked for"))
        let claims = try ledger.store.events(EventSelection(typeName: MoodClaimed.type.name))
        #expect(claims.count == 1 && claims[0].payload == nil)
        _ = try ledger.maintenance.verifyLog()
    }

    @Test func `a hold on a message keeps it from taking the message away`() throws {
        let ledger = try ledger()
        let id = try message(ledger).description
        _ = try ledger.perform(
            AddHoldRequest(hold: "case 7", kind: .message, target: id), Call(reason: "a case"))
        _ = try ledger.perform(ClaimMood(mood: "calm"))
        let error = #expect(throws: DomainError.self) { try ledger.perform(ClaimMood(mood: "gone")) }
        #expect(error?.description.contains(#"held by: "case 7""#) == true, "\(error?.description ?? "")")
    }

    @Test func `views of it and of a plain program are told apart without a projection`() throws {
        let ledger = try ledger()
        _ = try ledger.perform(ClaimMood(mood: "calm"))
        #expect(try ledger.maintenance.checkViews() == nil)
        #expect(ledger.catalogue.addedContexts == ["mood"])
    }
}

private struct MoodClaimed: Event {
    static let type = EventType("mood.message-felt", schema: 1)
    let message: MessageID
    let mood: Change<String?>
}

/// Claims a mood of the only message.
private struct ClaimMood: LedgerCommand {
    static let name = "claim-mood"
    typealias Answer = String
    var mood: String

    func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<String> {
        guard let row = try reader.messages().first else { throw DomainError.notFound(kind: "message", name: "any") }
        let event = MoodClaimed(message: row.id, mood: Change(old: nil, new: mood))
        let account = try reader.account(row.accountAddress).stream
        let proposed = ProposedEvent(
            event, target: .any(.existing(row.stream)), account: .stream(.existing(account)))
        return Decision([proposed]) { _ in mood }
    }
}

private enum Mood: LedgerContext {
    static let name = "mood"
    static let events: [any Event.Type] = [MoodClaimed.self]
    static var claims: [ClaimedFields] { [ClaimedFields(on: "message", fields: ["mood"])] }

    static func makeUndoing(_ walk: UndoWalk) -> any ContextUndoing { Undoing() }

    static func taken(by events: [ProposedEvent], _ reader: LedgerReader) throws -> Set<StreamID> {
        let gone = events.contains { ($0.event as? MoodClaimed)?.mood.new == "gone" }
        return gone ? Set(try reader.messages().map(\.stream)) : []
    }

    struct Undoing: ContextUndoing {
        mutating func answer(to event: any Event, _ recorded: RecordedEvent) -> UndoAnswer { .events([]) }
    }
}
