import EventLog
import Mail
import MailLedger
import Notes
import Projections
import Testing

/// A ledger with some mail and a notebook, for notes and actions to be on.
final class NoteWorld {
    let sample: SampleLedger
    var ledger: Ledger { sample.ledger }
    let first: MessageRow
    /// An answer to the first message.
    let reply: MessageRow
    let other: MessageRow
    let notebook: FolderRow

    init(_ place: Place = .memory, environment: LedgerEnvironment = .current()) throws {
        sample = try SampleLedger(place, environment: environment)
        try sample.addAccount("ada@example.org")
        var reply = SampleMail("reply")
        reply.inReplyTo = "first@example.org"
        try sample.importing([SampleMail("first"), reply, SampleMail("other")], account: "ada@example.org")
        let rows = try sample.messages()
        func row(_ subject: String) throws -> MessageRow {
            try #require(rows.first { $0.messageID == "\(subject)@example.org" })
        }
        (first, self.reply, other) = (try row("first"), try row("reply"), try row("other"))
        notebook = try sample.ledger.addFolder(
            FolderPath(parsing: "Logbook"), to: "ada@example.org", kind: .notebook,
            context: sample.ledger.context(command: "folder add"))
    }

    func context(_ command: String) -> OperationContext { ledger.context(command: command) }

    @discardableResult
    func add(_ title: String, _ text: String = "", on links: [NoteLink] = []) throws -> NoteID {
        try add(NoteFields(title: title, transcript: text), on: links)
    }

    @discardableResult
    func add(_ fields: NoteFields, on links: [NoteLink] = []) throws -> NoteID {
        try ledger.addNote(AddNote(fields, on: links), context: context("note add"))
    }

    func change(_ note: NoteID, _ body: (inout ChangeNote) -> Void) throws {
        var change = ChangeNote()
        body(&change)
        try ledger.changeNote(note.description, change, context: context("note edit"))
    }

    @discardableResult
    func act(
        _ kind: ActionKind = .nextStep, _ title: String = "Oars", on holder: ActionHolder,
        _ body: (inout ActionFields) -> Void = { _ in }
    ) throws -> ActionID {
        var fields = ActionFields(title: title)
        body(&fields)
        return try ledger.addAction(AddAction(kind, fields), on: holder, context: context("action add"))
    }

    @discardableResult
    func erase(_ target: ErasureTarget) throws -> ErasureOutcome {
        try ledger.erase(target, context: ledger.context(command: "erase", reason: "request 17"))
    }

    func note(_ id: NoteID) throws -> NoteRow { try ledger.read { try $0.note(id.description) } }

    func action(_ id: ActionID) throws -> ActionRow { try ledger.read { try $0.action(id.description) } }

    /// The titles of the notes that a filter takes, in order.
    func titles(_ body: (inout NoteFilter) throws -> Void = { _ in }) throws -> [String] {
        var filter = NoteFilter()
        try body(&filter)
        return try ledger.read { try $0.notes(matching: filter).map(\.fields.title) }
    }

    func expectSoundViews(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try ledger.maintenance.checkViews() == nil, sourceLocation: sourceLocation)
    }
}
