import CivilTime
import EventLog
import JSONCoding
import Mail
import MailLedger
import Notes
import Outbox
import Projections
import TestSupport
import Testing

/// What is told of notes and actions by what tells of everything.
@Suite struct `Of notes and actions` {
    @Test func `a history tells each change, with old and new`() throws {
        let world = try NoteWorld()
        let note = try world.add("Tides")
        let action = try world.act(.reminder, on: .note(note)) { $0.scheduledDate = .epoch }
        try world.change(note) { $0.title = "Tide" }
        try world.ledger.linkNote(
            note.description, LinkNote(adding: [NoteLink(message: world.other.id)]), context: world.context("note link")
        )
        _ = try world.ledger.notes.executeAction(action.description, CommandCall(world.context("action execute")))
        let entries = try world.ledger.history(of: note.description)
        #expect(entries.map(\.type.name) == ["notes.note-added", "notes.note-changed", "notes.note-linked"])
        #expect(entries.allSatisfy { $0.entity == "note" && $0.id == note.description })
        #expect(entries[1].changes.map(\.field) == ["title"] && entries[1].changes[0].new == "Tide")
        let steps = try world.ledger.history(of: action.description)
        #expect(steps.map(\.entity) == ["action", "action"])
        #expect(steps[1].changes.contains { $0.field == "status" && $0.old == "pending" && $0.new == "executed" })
        #expect(steps[0].changes.contains { $0.field == "scheduled_date" && $0.isTime })
    }

    @Test func `why leads to the events that made a field what it is`() throws {
        let world = try NoteWorld()
        let note = try world.add("Tides")
        try world.change(note) { $0.title = "Tide" }
        try world.ledger.deleteNote(note.description, context: world.context("note delete"))
        let reasons = try world.ledger.why(note: note.description)
        let title = try #require(reasons.first { $0.field == "title" })
        #expect(title.value == "Tide" && title.changes.map(\.old) == ["Tides", .null])
        #expect(reasons.first { $0.field == "is_pinned" }?.isDefault == true)
        #expect(reasons.first { $0.field == "is_deleted" }?.value == true)
        #expect(throws: DomainError.self) { try world.ledger.why(note: note.description, field: "colour") }
        let action = try world.act(on: .message(world.other.id))
        try world.ledger.acceptAction(action.description, context: world.context("action accept"))
        #expect(try world.ledger.why(action: action.description, field: "status").first?.value == "created")
    }

    @Test func `why tells the status of an action, and not how it gets to its server`() throws {
        let world = try NoteWorld()
        let action = try world.act(on: .message(world.other.id)).description
        for mark in [MarkInOutbox.failed("no route"), .synced] {
            try world.ledger.mark(inOutbox: action, mark, context: world.context("outbox mark"))
        }
        for isUndone in [false, true] {
            if isUndone { _ = try world.ledger.undo(.latest) }
            let status = try #require(try world.ledger.why(action: action, field: "status").first)
            #expect(status.value == "pending" && status.isDefault)
            #expect(try world.ledger.why(action: action, field: "error").first?.value == .null)
        }
        #expect(try world.ledger.history(of: action).count == 4)
        #expect(
            try world.ledger.why(action: action, field: "message").first?.value
                == .string(world.other.id.description))
        #expect(try world.ledger.why(action: action, field: "note").first?.isDefault == true)
        #expect(throws: DomainError.self) { try world.ledger.why(action: action, field: "retry_count") }
    }

    @Test func `a difference, the changes and a moment have them`() throws {
        let world = try NoteWorld()
        let before = try world.sample.head()
        let note = try world.add("Tides", on: [NoteLink(message: world.other.id)])
        let action = try world.act(on: .note(note))
        let between = try world.sample.head()
        try world.ledger.deleteNote(note.description, context: world.context("note delete"))
        let head = try world.sample.head()
        func told(_ first: Position, _ second: Position) throws -> [String] {
            let difference = try world.ledger.replay.difference(
                from: Moment(.position(first)), to: Moment(.position(second)))
            var rows: [String] = []
            try difference.forEach { row in
                rows.append("\(row.table) \(row.name ?? "–") \(row.kind)")
                return true
            }
            return rows
        }
        #expect(try told(before, head).isEmpty)
        #expect(
            try told(before, between) == ["notes Tides created", "note_links Tides created", "actions Oars created"])
        #expect(
            try told(between, head) == [
                "notes Tides destroyed", "note_links Tides destroyed", "actions Oars destroyed",
            ])
        var changes: [EntityChange] = []
        try world.ledger.read { reader in
            try ChangesQuery(on: reader.connection).forEach(after: between, through: head) {
                changes.append($0)
                return true
            }
        }
        #expect(changes.map(\.entity) == ["note", "action"] && changes.allSatisfy { $0.kind == .destroyed })
        #expect(changes.map(\.id) == [note.uniqueID, action.uniqueID])
        let then = try world.ledger.read(at: Moment(.position(between))) { reader in
            (try reader.notes().map(\.fields.title), try reader.actions().map(\.id))
        }
        #expect(then == (["Tides"], [action]))
        #expect(try world.titles().isEmpty)
    }

    @Test func `lines of events carry them to another ledger, recordings and calendar files too`() throws {
        let world = try NoteWorld(.disk)
        let note = try world.add("Tides", on: [NoteLink(message: world.other.id)])
        try world.ledger.notes.attachAudio(
            Array("RIFF".utf8), fileName: "t.wav", to: note.description, CommandCall(world.context("note audio")))
        let action = try world.act(.calendar, on: .note(note)) { $0.scheduledDate = .epoch }
        _ = try world.ledger.notes.executeAction(action.description, CommandCall(world.context("action execute")))
        let lines = world.sample.scratch.path + "/events.jsonl"
        let location = try #require(world.sample.location)
        let exported = try EventExporter(of: location, options: EventExportOptions(withContents: true)).run(
            to: .file(lines))
        #expect(exported.leftOut.isEmpty)
        let place = LedgerLocation(world.sample.scratch.path + "/copy")
        _ = try EventImporter(into: place).run(lines)
        let copy = try Ledger.open(at: place, access: .readWrite)
        #expect(try copy.store.head() == world.ledger.store.head())
        let row = try copy.read { try $0.note(note.description) }
        #expect(try row.fields == world.note(note).fields && copy.notes.hasAudio(row))
        let path = world.sample.scratch.path + "/copy.ics"
        #expect(try copy.notes.saveCalendar(of: action.description, to: path, overwriting: false).size > 100)
    }

    @Test("words find folders, notes, messages and threads at once", .requirement(164))
    func search() throws {
        let world = try NoteWorld()
        try world.add("Log of the other pier", "body")
        try world.add("Tides", "The body of water")
        let found = try world.ledger.search("body")
        #expect(found.notes.map(\.fields.title) == ["Tides", "Log of the other pier"])
        #expect(found.messages.count == 3 && found.threads.count == 2 && found.folders.isEmpty)
        let logbook = try world.ledger.search("logbook")
        #expect(logbook.folders.map(\.name) == ["Logbook"] && logbook.messages.isEmpty && logbook.notes.isEmpty)
        #expect(try world.ledger.search("of the").notes.count == 2)
        #expect(throws: FilterResolutionError.self) { try world.ledger.search(" ") }
    }
}
