import CivilTime
import Content
import EventLog
import Mail
import MailLedger
import Notes
import Projections
import TestSupport
import Testing

/// What the end of one thing does to another's.
@Suite(.requirement(174)) struct `Notes and actions` {
    @Test("lose the link to a message that is deleted, stay, and have it back after an undo", .requirement(174))
    func messageDeleted() throws {
        let world = try NoteWorld()
        let link = NoteLink(message: world.other.id)
        let note = try world.add("Tides", on: [link])
        let action = try world.act(on: .message(world.other.id))
        try world.sample.delete("id:\(world.other.id)")
        #expect(try world.note(note).links.isEmpty && world.action(action).fields.title == "Oars")
        _ = try world.ledger.undo(.latest)
        #expect(try world.note(note).links == [link])
        try world.sample.deleteAccount("ada@example.org")
        #expect(try world.note(note).links.isEmpty)
        _ = try world.ledger.undo(.latest)
        #expect(try world.note(note).links == [link])
        try world.expectSoundViews()
    }

    @Test("stay on a thread until its last message is deleted", .requirement(174))
    func threadDeleted() throws {
        let world = try NoteWorld()
        let link = NoteLink(message: world.first.id, scope: .thread)
        let note = try world.add("Tides", on: [link])
        try world.sample.delete("id:\(world.first.id)")
        #expect(try world.note(note).links == [link])
        #expect(try world.ledger.read { try $0.notes(on: world.reply.stream).map(\.id) } == [note])
        try world.sample.delete("id:\(world.reply.id)")
        #expect(try world.note(note).links.isEmpty)
    }

    @Test("deleting a note ends its actions, and an undo brings them back", .requirement(174))
    func noteDeleted() throws {
        let world = try NoteWorld()
        let note = try world.add("Tides")
        let (kept, gone) = (try world.act(on: .note(note)), try world.act(on: .note(note)))
        try world.ledger.deleteAction(gone.description, context: world.context("action delete"))
        try world.ledger.deleteNote(note.description, context: world.context("note delete"))
        #expect(try world.titles().isEmpty && world.ledger.read { try $0.actions().isEmpty })
        #expect(throws: DomainError.self) { try world.act(on: .note(note)) }
        #expect(throws: DomainError.self) {
            try world.ledger.deleteNote(note.description, context: world.context("note delete"))
        }
        try world.expectSoundViews()
        let (plan, _) = try world.ledger.undo(.latest)
        let told = try world.ledger.describe(plan).changes
        #expect(told.map(\.entity) == ["note"] && told.first?.name == "Tides")
        #expect(try world.ledger.read { try $0.actions().map(\.id) } == [kept])
        try world.expectSoundViews()
    }

    @Test(
        "deleting a notebook leaves its notes unfiled, by whichever policy; an undo files them again", .requirement(174)
    )
    func notebookDeleted() throws {
        for policy in DeletePolicy.allCases {
            let world = try NoteWorld()
            let note = try world.add(NoteFields(title: "Tides", folder: world.notebook.id))
            _ = try world.ledger.deleteFolder(
                "Logbook", in: nil, policy: policy, context: world.context("folder delete"))
            #expect(try world.note(note).fields.folder == nil && world.titles { $0.isUnfiled = true } == ["Tides"])
            // A change of something else does not record that.
            try world.change(note) { $0.isPinned = true }
            _ = try world.ledger.undo(.latest)
            _ = try world.ledger.undo(.latest)
            #expect(try world.note(note).fields.folder == world.notebook.id, "\(policy)")
            try world.expectSoundViews()
        }
    }

    @Test("erasing a note erases its actions, and nothing of it is left to read", .requirement(174))
    func noteErased() throws {
        let world = try NoteWorld(.disk)
        let note = try world.add("Walrus tides", "walrus", on: [NoteLink(message: world.other.id)])
        let action = try world.act(.calendar, "Walrus oars", on: .note(note)) { $0.scheduledDate = .epoch }
        try world.ledger.notes.attachAudio(
            Array("walrus".utf8), fileName: "walrus.wav", to: note.description, CommandCall(world.context("note audio"))
        )
        _ = try world.ledger.notes.executeAction(action.description, CommandCall(world.context("action execute")))
        let contents = try world.ledger.content.stats().count
        let other = try world.add("Stays")
        let plan = try world.ledger.erasure.plan(of: .note(prefix: note.description))
        #expect(plan.messages == 0 && plan.events == 5 && plan.contents == 2)
        let outcome = try world.ledger.erase(
            .note(prefix: note.description),
            context: world.ledger.context(command: "erase", reason: "request 17"))
        #expect(outcome.remaining.isEmpty && outcome.plan == plan)
        #expect(try world.titles() == ["Stays"] && world.ledger.read { try $0.actions().isEmpty })
        #expect(try world.ledger.content.stats().count == contents - 2)
        #expect(try world.ledger.erasures().map(\.kind) == ["note", "action"])
        try world.sample.whileClosed { location in
            #expect(files(below: location.directory, holding: "alrus").isEmpty)
        }
        let error = #expect(throws: DomainError.self) { try world.note(note) }
        #expect(error == .erased(kind: "note", name: note.description))
        #expect(try world.ledger.history(of: note.description).contains { $0.type == NoteErased.type })
        #expect(try world.note(other).fields.title == "Stays")
        try world.expectSoundViews()
        #expect(try world.ledger.maintenance.verifyLog().events == world.sample.head().rawValue)
        #expect(try !world.ledger.planUndo(.latest).obstacles.isEmpty)
    }
}
