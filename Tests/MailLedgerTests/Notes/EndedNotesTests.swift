import EventLog
import JSONCoding
import Mail
import MailLedger
import Notes
import Projections
import TestSupport
import Testing

@Suite struct `Notes and actions that ended` {
    private let world: NoteWorld

    init() throws {
        world = try NoteWorld()
    }

    @Test func `a notebook or a message that ends is told of its notes by why, diff, watch and the public tables`()
        throws
    {
        let ledger = world.ledger
        let note = try world.add(
            NoteFields(title: "Tides", folder: world.notebook.id),
            on: [NoteLink(message: world.other.id), NoteLink(message: world.first.id, scope: .thread)])
        let untouched = try world.add("Ebb")
        let start = try world.sample.head()
        _ = try ledger.deleteFolder(
            "Logbook", in: "ada@example.org", policy: .cascade, context: world.context("folder delete"))
        let folderEnd = try world.sample.head()
        try world.sample.delete("id:\(world.other.id)")
        let messageEnd = try world.sample.head()
        // The thread lives by its answer until that ends, too.
        try world.sample.delete("id:\(world.first.id)")
        let threadLives = try world.sample.head()
        try world.sample.delete("id:\(world.reply.id)")
        let threadEnd = try world.sample.head()

        func changes(after first: Position, through last: Position) throws -> [EntityChange] {
            var changes: [EntityChange] = []
            try ledger.read { reader in
                try reader.forEachChange(after: first) { change in
                    if change.entity == "note", change.position <= last { changes.append(change) }
                    return true
                }
            }
            return changes
        }
        let told = try changes(after: start, through: threadEnd)
        #expect(told.map(\.id) == Array(repeating: note.uniqueID, count: 3) && told.allSatisfy { $0.kind == .updated })
        #expect(told.map(\.position) == [folderEnd, messageEnd, threadEnd])
        #expect(try changes(after: messageEnd, through: threadLives).isEmpty)

        let folder = try #require(try ledger.why(note: "Tides", field: "folder").first)
        #expect(folder.value == .null && folder.changes.first?.event.type.name == "mail.folder-deleted")
        #expect(folder.changes.map(\.old) == [.string(world.notebook.id.description), .null])
        let links = try #require(try ledger.why(note: "Tides", field: "links").first)
        #expect(links.value == .array([]) && links.changes.prefix(2).map(\.event.position) == [threadEnd, messageEnd])

        var rows: [String] = []
        try ledger.replay.difference(from: Moment(.position(start))).forEach { row in
            guard row.entity == "note" else { return true }
            let columns = row.columns.filter { $0.new != $0.old }.map(\.name)
            rows.append("\(row.table) \(row.kind) \(columns) \(row.causes.map(\.type.name))")
            return true
        }
        #expect(
            rows == [
                #"notes updated ["folder"] ["mail.folder-deleted"]"#,
                #"note_links destroyed ["note", "message", "scope"] ["mail.message-deleted"]"#,
                #"note_links destroyed ["note", "message", "scope"] ["mail.message-deleted"]"#,
            ])
        #expect(try world.note(note).fields.folder == nil && world.note(note).links.isEmpty)
        #expect(try changes(after: .start, through: threadEnd).filter { $0.id == untouched.uniqueID }.count == 1)
        // An undo brings each back, and is told, too.
        _ = try ledger.undo(.latest)
        _ = try ledger.undo(.operation(prefix: folder.changes[0].event.operation.description))
        #expect(
            try changes(after: threadEnd, through: world.sample.head()).map(\.id) == [note.uniqueID, note.uniqueID])
        #expect(
            try ledger.why(note: "Tides", field: "folder").first?.changes.first?.event.type.name
                == "mail.folder-restored")
        #expect(try world.note(note).fields.folder == world.notebook.id && ledger.maintenance.checkViews() == nil)
    }

    @Test func `an action that ended with its note is told by history and why`() throws {
        let ledger = world.ledger
        let note = try world.add("Tides")
        let id = try world.act(.nextStep, "Oars", on: .note(note)).description
        func end() throws -> ValueReason { try #require(try ledger.why(action: id, field: "is_deleted").first) }
        func types() throws -> [String] { try ledger.history(of: id).map(\.type.name) }
        try ledger.deleteNote("Tides", context: world.context("note delete"))
        #expect(try end().value == true && end().changes.first?.event.type.name == "notes.note-deleted")
        #expect(try types() == ["notes.action-added", "notes.note-deleted"])
        _ = try ledger.undo(.latest)
        #expect(try end().value == false)
        #expect(try types().last == "notes.note-restored")
        // One that was deleted by itself stays so.
        try ledger.deleteAction("Oars", context: world.context("action delete"))
        try ledger.deleteNote("Tides", context: world.context("note delete"))
        _ = try ledger.undo(.latest)
        #expect(try end().value == true)
        #expect(
            try end().changes.map(\.event.type.name) == [
                "notes.action-deleted", "notes.note-restored", "notes.note-deleted", "notes.action-added",
            ])
        #expect(try ledger.why(action: id, field: "note").first?.value == .string(note.description))
    }

    @Test(.requirement(173))
    func `why tells of deleted actions, and what looks for a live one says where the others are told`()
        throws
    {
        let note = try world.add("Tides")
        let id = try world.act(.nextStep, "Oars", on: .note(note))
        let before = try world.sample.head()
        try world.ledger.deleteAction("Oars", context: world.context("action delete"))
        #expect(try world.ledger.why(action: "Oars", field: "title").count == 1)
        for name in ["Oars", String(id.description.prefix(8))] {
            let error = #expect(throws: DomainError.self) { try world.ledger.read { try $0.action(name) } }
            #expect(error.map(Refusal.init)?.hint == .readPast(of: String(id.description.prefix(8))))
        }
        #expect(try world.ledger.history(of: String(id.description.prefix(8))).count == 2)
        try world.sample.stand(at: Moment(.position(before)))
        #expect(try world.ledger.read { try $0.action("Oars") }.id == id)
        try world.sample.stand(at: nil)
        // Another one of the same title is meant first.
        let second = try world.act(.nextStep, "Oars", on: .note(note))
        #expect(try world.action(second).id == second && world.ledger.read { try $0.action("Oars") }.id == second)
        #expect(try world.ledger.why(action: "Oars", field: "title").count == 1)
        try world.ledger.deleteNote("Tides", context: world.context("note delete"))
        let error = #expect(throws: DomainError.self) { try world.ledger.read { try $0.note("Tides") } }
        #expect(error.map(Refusal.init)?.hint == .readPast(of: String(note.description.prefix(8))))
        #expect(throws: DomainError.notFound(kind: "note", name: "Ebb")) {
            try world.ledger.read { try $0.note("Ebb") }
        }
    }
}
