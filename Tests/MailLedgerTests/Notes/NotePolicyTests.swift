import CivilTime
import Content
import EventLog
import Foundation
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

    @Test("erasing a message erases the actions on it, deleted ones too, and not those of its notes")
    func messageErased() throws {
        let world = try NoteWorld(.disk)
        let location = try #require(world.sample.location)
        let message = world.other.id
        let note = try world.add("Tides", on: [NoteLink(message: message)])
        let kept = [try world.act(on: .note(note)), try world.act(on: .message(world.first.id))]
        let live = try world.act(.email, "Call the walrus", on: .message(message)) {
            $0.emailTo = "walrus@example.net"
            $0.emailSubject = "Walrus"
            $0.emailBody = "walrus"
        }
        let ended = try world.act(.calendar, "Walrus oars", on: .message(message)) { $0.scheduledDate = .epoch }
        _ = try world.ledger.notes.executeAction(ended.description, CommandCall(world.context("action execute")))
        try world.ledger.deleteAction(ended.description, context: world.context("action delete"))
        let deletion = try #require(try world.ledger.operations(limit: 1).first).operation.description
        let backup = LedgerLocation(world.sample.scratch.path + "/backup")
        try world.sample.whileClosed { location in
            try FileManager.default.copyItem(atPath: location.directory, toPath: backup.directory)
        }
        #expect(!files(below: location.directory, holding: "walrus").isEmpty)
        let plan = try world.ledger.erasure.plan(of: .message(prefix: message.description))
        #expect(plan.messages == 1 && plan.things == ["action": 2] && plan.events == 5 && plan.contents == 2)
        let outcome = try world.erase(.message(prefix: message.description))
        #expect(outcome.remaining.isEmpty && outcome.plan == plan)
        #expect(try Set(world.ledger.read { try $0.actions().map(\.id) }) == Set(kept))
        #expect(try world.ledger.erasures().map(\.kind) == ["message", "action", "action"])
        try world.sample.whileClosed { location in
            #expect(files(below: location.directory, holding: "walrus").isEmpty)
        }
        let error = #expect(throws: DomainError.self) { try world.action(live) }
        #expect(error == .erased(kind: "action", name: live.description))
        let undo = try world.ledger.planUndo(.operation(prefix: deletion))
        #expect(undo.count == 0 && !undo.obstacles.isEmpty)
        try world.expectSoundViews()
        #expect(try world.ledger.maintenance.verifyLog().events == world.sample.head().rawValue)
        // A backup of before still has them.
        let records = try world.ledger.proofs.erasureRecords()
        let restored = try Ledger.open(at: backup, access: .readWrite)
        let context = restored.context(command: "restore", reason: "erased after the backup")
        #expect(try restored.erasure.reapply(records, context: context).map(\.plan.things) == [["action": 2]])
        #expect(files(below: backup.directory, holding: "walrus").isEmpty)
        #expect(try restored.maintenance.checkViews() == nil)
    }

    @Test("erasing an account erases the actions on its messages")
    func accountErased() throws {
        let world = try NoteWorld(.disk)
        let kept = try world.act(on: .note(world.add("Tides")))
        try world.act(.nextStep, "Walrus", on: .message(world.first.id))
        let account = ErasureTarget.account("ada@example.org")
        let plan = try world.ledger.erasure.plan(of: account)
        #expect(plan.messages == 3 && plan.things == ["action": 1])
        #expect(try world.erase(account).plan == plan)
        #expect(try world.ledger.read { try $0.actions().map(\.id) } == [kept])
        #expect(
            try world.ledger.erasures().map(\.kind) == ["message", "message", "message", "action", "account"])
        try world.sample.whileClosed { location in
            #expect(files(below: location.directory, holding: "walrus").isEmpty)
        }
        try world.expectSoundViews()
        #expect(try world.ledger.maintenance.verifyLog().events == world.sample.head().rawValue)
    }

    @Test("an action that an older program left on an erased message goes by the message's id, and with its account")
    func actionLeft() throws {
        let world = try NoteWorld()
        let message = world.other.id
        let target = ErasureTarget.message(prefix: message.description)
        func leave() throws {
            let action = AddAction(.nextStep, ActionFields(title: "Left"))
            _ = try world.ledger.writing.change(world.context("action add")) { _ in
                try action.decide(on: .message(message), newID: world.ledger.writing.newID)
            }
        }
        try world.erase(target)
        let nothing = #expect(throws: DomainError.self) { try world.erase(target) }
        #expect(nothing == .erased(kind: "message", name: message.description))
        try leave()
        let left = try world.erase(target).plan
        #expect(left.messages == 0 && left.things == ["action": 1] && left.events == 1)
        try leave()
        #expect(try world.erase(.account("ada@example.org")).plan.things == ["action": 1])
        #expect(try world.ledger.read { try $0.actions() }.isEmpty)
        try world.expectSoundViews()
        #expect(try world.ledger.maintenance.verifyLog().events == world.sample.head().rawValue)
    }
}
