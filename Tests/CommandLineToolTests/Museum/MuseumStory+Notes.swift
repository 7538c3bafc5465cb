import CivilTime
import EventLog
import Mail
import MailLedger
import Notes
import Testing

/// The chapter on notes and actions.
extension MuseumStory {
    mutating func takeNotes() throws {
        let invoice = try ledger.id("subject:\"Invoice 2025-117\"")
        let message = try #require(UniqueID(invoice).map(MessageID.init))
        try run("folder", "add", "Logbook", "--kind", "notebook", "--account", "mara@example.org")
        let folder = try #require(
            ledger.json("folder", "show", "Logbook")["id"]?.string.flatMap { UniqueID($0) }.map(FolderID.init))
        let (note, draft) = (try addNote("Tides", on: message), try addNote("A first thought", on: message))
        try record { ledger in
            var change = ChangeNote()
            change.title = "Tides in March"
            change.summary = "high water at six"
            change.duration = 20
            change.filing = .folder(folder)
            change.tags = [try NoteTag("rowing"), try NoteTag("first outing")]
            change.isPinned = true
            return try ledger.changeNote(note, change, context: ledger.context(command: "note edit")).receipt
        }
        try record { ledger in
            try ledger.attachAudio(
                Array("RIFF".utf8), fileName: "tides.wav", to: note, context: ledger.context(command: "note audio")
            ).receipt
        }
        try record { ledger in
            let thread = LinkNote(
                adding: [NoteLink(message: message, scope: .thread)], removing: [NoteLink(message: message)])
            return try ledger.linkNote(note, thread, context: ledger.context(command: "note link")).receipt
        }
        try act(on: note, message)
        try record { ledger in
            try ledger.deleteNote(note, context: ledger.context(command: "note delete", reason: "it was the wrong one"))
        }
        try run("undo")
        try record { ledger in
            let context = ledger.context(command: "erase", reason: "request 18")
            return try ledger.erase(.note(prefix: draft), CommandCall(context)).receipt
        }
    }

    private mutating func addNote(_ title: String, on message: MessageID) throws -> String {
        var id = ""
        try record { ledger in
            let added = try ledger.addNote(
                AddNote(NoteFields(title: title, transcript: "High water\nat six"), on: [NoteLink(message: message)]),
                context: ledger.context(command: "note add"))
            id = added.id.description
            let action = AddAction(.nextStep, ActionFields(title: "Look at the tables"))
            return try ledger.addAction(action, on: .note(added.id), context: ledger.context(command: "action add"))
                .receipt
        }
        return id
    }

    private mutating func act(on note: String, _ message: MessageID) throws {
        var outing = ""
        try record { ledger in
            let fields = ActionFields(
                title: "First outing", scheduledDate: Timestamp(iso8601: "2026-03-29T09:00:00Z"),
                scheduledEndDate: Timestamp(iso8601: "2026-03-29T11:00:00Z"), attendees: ["tomas@example.net"])
            let added = try ledger.addAction(
                AddAction(.calendar, fields), on: .message(message), context: ledger.context(command: "action add"))
            outing = added.id.description
            return added.receipt
        }
        try record { ledger in
            var change = ChangeAction()
            change.priority = .high
            change.location = "Pier 4"
            return try ledger.changeAction(outing, change, context: ledger.context(command: "action edit")).receipt
        }
        try record { ledger in
            try ledger.advanceAction(
                outing, .fail("the calendar was away"), context: ledger.context(command: "action fail")
            ).receipt
        }
        try record { ledger in
            try ledger.executeAction(outing, service: "calendar", context: ledger.context(command: "action execute"))
                .receipt
        }
        try record { try $0.deleteAction(outing, context: $0.context(command: "action delete")) }
        try run("undo", "--reason", "it has been sent already")
    }
}
