import CivilTime
import EventLog
import Mail
import MailLedger
import Notes
import Projections
import TestSupport

/// Commands on notes and actions, drawn by lot.
extension RandomCommands {
    mutating func changeNotes() throws {
        let ledger = sample.ledger
        let (notes, actions) = try ledger.read { (try $0.notes(), try $0.actions()) }
        let note = notes.randomElement(using: &generator)
        let action = actions.randomElement(using: &generator)
        switch (Int.random(in: 0..<10, using: &generator), note, action) {
        case (4, let note?, _): try change(note)
        case (5, let note?, _): try link(note)
        case (6, let note?, _) where chance(40):
            try ledger.deleteNote(note.id.description, context: ledger.context(command: "note delete"))
        case (3, let note?, _), (7, let note?, _): try addAction(on: .note(note.id))
        case (8, _, let action?): try change(action)
        case (9, _, let action?): try advance(action)
        case (2, _, _): if let message = try message() { try addAction(on: .message(message)) }
        default: try addNote()
        }
    }

    private mutating func addNote() throws {
        let tags = try ["rowing", "tax", "a b"].filter { _ in chance(40) }.map { try NoteTag($0) }
        let message = chance(50) ? try message() : nil
        let fields = NoteFields(
            title: "note \(Int.random(in: 0..<9, using: &generator))", transcript: "body of it", tags: tags,
            isPinned: chance(20))
        try sample.ledger.addNote(
            AddNote(fields, on: message.map { [NoteLink(message: $0)] } ?? []),
            context: sample.ledger.context(command: "note add"))
    }

    private mutating func message() throws -> MessageID? {
        try sample.messages().randomElement(using: &generator)?.id
    }

    private mutating func change(_ note: NoteRow) throws {
        let notebooks = try sample.ledger.read { try $0.folders() }.filter { $0.kind == "notebook" }
        var change = ChangeNote()
        change.title = chance(30) ? "another" : nil
        change.summary = chance(40) ? ["", "wet", "dry"].randomElement(using: &generator) : nil
        change.filing = chance(40) ? notebooks.randomElement(using: &generator).map { .folder($0.id) } ?? .unfiled : nil
        change.tags = chance(30) ? try [NoteTag("tax"), NoteTag("rowing")] : nil
        change.isPinned = chance(30) ? chance(50) : nil
        change.isArchived = chance(30) ? chance(50) : nil
        if notebooks.isEmpty, chance(50) {
            let context = sample.ledger.context(command: "folder add")
            let address = try sample.ledger.read { try $0.accounts() }.randomElement(using: &generator)?.address
            guard let address else { return }
            _ = try sample.ledger.addFolder(
                FolderPath(parsing: "Notebook"), to: address, kind: .notebook, context: context)
            return
        }
        try sample.ledger.changeNote(
            note.id.description, change, context: sample.ledger.context(command: "note edit"))
    }

    private mutating func link(_ note: NoteRow) throws {
        guard let message = try message() else { return }
        let link = NoteLink(message: message, scope: chance(50) ? .message : .thread)
        let command =
            chance(30) && !note.links.isEmpty ? LinkNote(removing: [note.links[0]]) : LinkNote(adding: [link])
        try sample.ledger.linkNote(
            note.id.description, command, context: sample.ledger.context(command: "note link"))
    }

    private mutating func addAction(on holder: ActionHolder) throws {
        let kind = ActionKind.allCases.randomElement(using: &generator) ?? .nextStep
        let fields = ActionFields(
            title: "action", scheduledDate: Timestamp(microseconds: Int64.random(in: 0..<9, using: &generator)),
            emailTo: "ada@example.org", emailSubject: "m", emailBody: "body")
        try sample.ledger.addAction(
            AddAction(kind, fields), on: holder, context: sample.ledger.context(command: "action add"))
    }

    private mutating func change(_ action: ActionRow) throws {
        var change = RequestedAction()
        change.title = chance(50) ? "another" : nil
        change.priority = chance(50) ? ActionUrgency.allCases.randomElement(using: &generator) : nil
        change.location = chance(50) ? ["", "Pier 4"].randomElement(using: &generator) : nil
        try sample.ledger.changeAction(
            action.id.description, change, context: sample.ledger.context(command: "action edit"))
    }

    private mutating func advance(_ action: ActionRow) throws {
        let ledger = sample.ledger
        let name = action.id.description
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: try ledger.acceptAction(name, context: ledger.context(command: "action accept"))
        case 1: try ledger.failAction(name, "no wind", context: ledger.context(command: "action fail"))
        case 2: try ledger.cancelAction(name, context: ledger.context(command: "action cancel"))
        case 3: try ledger.deleteAction(name, context: ledger.context(command: "action delete"))
        default: _ = try ledger.notes.executeAction(name, CommandCall(ledger.context(command: "action execute")))
        }
    }
}
