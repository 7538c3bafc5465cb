import EventLog
import Mail
import MailLedger
import Notes
import Projections
import Testing
import WireModels

/// The chapter on notes and actions.
extension MuseumStory {
    mutating func takeNotes() throws {
        let invoice = try ledger.id("subject:\"Invoice 2025-117\"")
        try run("folder", "add", "Logbook", "--kind", "notebook", "--account", "mara@example.org")
        let folder = try #require(
            ledger.json("folder", "show", "Logbook")["id"]?.string.flatMap { UniqueID($0) }.map(FolderID.init))
        let (note, draft) = (try addNote("Tides", on: invoice), try addNote("A first thought", on: invoice))
        try record { ledger in
            let changes = RequestedNoteChanges(
                title: "Tides in March", summary: "high water at six", duration: 20,
                folder: .set(folder.description), tags: ["rowing", "first outing"], isPinned: true)
            return try ledger.receipt(of: ChangeNoteRequest(note: note, changes: changes), "note edit")
        }
        // A long text, of which one word changes.
        for height in ["six", "seven"] {
            try record { ledger in
                let lines = String(repeating: "High water\n", count: 500)
                let changes = RequestedNoteChanges(transcript: lines + "at \(height)\n" + lines)
                return try ledger.receipt(of: ChangeNoteRequest(note: note, changes: changes), "note edit")
            }
        }
        try record { ledger in
            try ledger.notes.attachAudio(
                Array("RIFF".utf8), fileName: "tides.wav", to: note,
                CommandCall(ledger.context(command: "note audio"))
            ).receipt
        }
        try record { ledger in
            let link = LinkNoteRequest(
                note: note, adding: [RequestedLink(message: invoice, scope: .thread)],
                removing: [RequestedLink(message: invoice)])
            return try ledger.receipt(of: link, "note link")
        }
        try act(on: invoice)
        try record { ledger in
            try ledger.receipt(of: DeleteNoteRequest(note: note), "note delete", "it was the wrong one")
        }
        try run("undo")
        try record { ledger in
            let context = ledger.context(command: "erase", reason: "request 18")
            return try ledger.erasure.erase(.note(prefix: draft), CommandCall(context)).receipt
        }
    }

    private mutating func addNote(_ title: String, on message: String) throws -> String {
        var id = ""
        try record { ledger in
            let note = AddNoteRequest(
                title: title, transcript: "High water\nat six", links: [RequestedLink(message: message)])
            _ = try ledger.receipt(of: note, "note add")
            id = try #require(try ledger.read { try $0.notes().first { $0.fields.title == title } }).id.description
            let action = AddActionRequest(
                kind: .nextStep, note: id, fields: RequestedAction(title: "Look at the tables"))
            return try ledger.receipt(of: action, "action add")
        }
        return id
    }

    private mutating func act(on message: String) throws {
        let outing = "First outing"
        try record { ledger in
            let fields = RequestedAction(
                title: outing, scheduledDate: WireTime(iso8601: "2026-03-29T09:00:00Z"),
                scheduledEndDate: FieldUpdate(WireTime(iso8601: "2026-03-29T11:00:00Z")),
                attendees: ["tomas@example.net"])
            let action = AddActionRequest(kind: .calendar, message: message, fields: fields)
            return try ledger.receipt(of: action, "action add")
        }
        try record { ledger in
            let changes = RequestedAction(priority: .high, location: "Pier 4")
            return try ledger.receipt(of: ChangeActionRequest(action: outing, changes: changes), "action edit")
        }
        try record { ledger in
            let failure = FailActionRequest(action: outing, error: "the calendar was away")
            return try ledger.receipt(of: failure, "action fail")
        }
        try record { ledger in
            let execution = ExecuteActionRequest(action: outing, service: "calendar")
            return try ledger.receipt(of: execution, "action execute")
        }
        try record { try $0.receipt(of: DeleteActionRequest(action: outing), "action delete") }
        try run("undo", "--reason", "it has been sent already")
    }
}

extension Ledger {
    /// Performs a command, and tells where its last event is.
    fileprivate func receipt(of command: some LedgerWork, _ verb: String, _ reason: String? = nil) throws -> Receipt? {
        let done = try perform(command, Call(reason: reason, command: verb))
        let head = try store.head()
        return done.operation.map {
            Receipt(
                transaction: head.transaction, operation: $0, firstPosition: head.position, eventCount: 1,
                isRepeat: false)
        }
    }
}
