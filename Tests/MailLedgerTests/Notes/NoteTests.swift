import Content
import Cryptography
import EventLog
import FoundationEssentials
import Mail
import MailLedger
import Notes
import Projections
import TestSupport
import Testing

@Suite struct `A note` {
    @Test("has what was said of it, and when it was made and last changed", .requirement(153))
    func fields() throws {
        let world = try NoteWorld()
        let fields = NoteFields(
            title: "Tides", transcript: "High water at six", summary: "wet", duration: 20, folder: world.notebook.id,
            tags: [try NoteTag("rowing"), try NoteTag("a b")], isPinned: true, isAIProcessed: true)
        let id = try world.add(fields)
        let note = try world.note(id)
        #expect(note.fields == fields && note.folderName == "Logbook" && note.links.isEmpty)
        #expect(note.updated == note.created)
        try world.change(id) { $0.title = "Tide" }
        let changed = try world.note(id)
        #expect(changed.fields.title == "Tide" && changed.created == note.created && changed.updated > note.updated)
        let head = try world.sample.head()
        try world.change(id) { $0.title = "Tide" }
        #expect(try world.sample.head() == head)
        try world.expectSoundViews()
    }

    @Test("is filed in a notebook that lives, or in none", .requirement(162))
    func filing() throws {
        let world = try NoteWorld()
        let id = try world.add("Tides")
        try world.change(id) { $0.filing = .folder(world.notebook.id) }
        try world.change(id) { $0.title = "Tide" }
        #expect(try world.note(id).fields.folder == world.notebook.id)
        #expect(try world.ledger.read { try $0.noteCounts() } == [world.notebook.id: 1])
        try world.change(id) { $0.filing = .unfiled }
        #expect(try world.note(id).fields.folder == nil)
        let inbox = try world.ledger.read { try $0.folder("INBOX") }
        #expect(throws: DomainError.self) { try world.change(id) { $0.filing = .folder(inbox.id) } }
        #expect(throws: DomainError.self) {
            try world.change(id) { $0.filing = .folder(FolderID(.number(99))) }
        }
    }

    @Test("is found by each filter, and by several at once", .requirement(163))
    func filters() throws {
        let world = try NoteWorld()
        let (rowing, tax) = (try NoteTag("rowing"), try NoteTag("tax"))
        try world.add(NoteFields(title: "one", transcript: "High water", tags: [rowing, tax]))
        let middle = try world.add(
            NoteFields(title: "two", transcript: "Résumé of the high tide", folder: world.notebook.id, tags: [rowing]))
        try world.add(
            NoteFields(title: "three", isPinned: true, isArchived: true), on: [NoteLink(message: world.first.id)])
        #expect(try world.titles() == ["three", "two", "one"])
        #expect(try world.titles { $0.tags = [rowing] } == ["two", "one"])
        #expect(try world.titles { $0.tags = [rowing, tax] } == ["one"])
        #expect(try world.titles { $0.folder = world.notebook.id } == ["two"])
        #expect(try world.titles { $0.isUnfiled = true } == ["three", "one"])
        #expect(try world.titles { $0.isPinned = true } == ["three"])
        #expect(try world.titles { $0.isArchived = false } == ["two", "one"])
        let made = try world.note(middle).created
        #expect(try world.titles { $0.since = made } == ["three", "two"])
        #expect(try world.titles { $0.until = made } == ["one"])
        #expect(try world.titles { $0.message = world.first.stream } == ["three"])
        for (words, found) in [
            ("HIGH", ["two", "one"]), ("high tide", ["two"]), ("resume", ["two"]), ("tide high", []), ("ide", []),
            ("tax", ["one"]), ("three", ["three"]), ("", []),
        ] { #expect(try world.titles { $0.texts = [TextMatch(words)] } == found, "\(words)") }
        #expect(try world.titles { $0.texts = [TextMatch("ti", isPrefix: true)] } == ["two"])
        #expect(
            try world.titles {
                $0.texts = [TextMatch("high")]; $0.tags = [tax]
            } == ["one"])
        let page = try world.ledger.read { reader in
            (try reader.notes(limit: 1, offset: 1).map(\.fields.title), try reader.countNotes())
        }
        #expect(page == (["two"], 3))
        try world.ledger.maintenance.rebuild()
        #expect(try world.titles { $0.texts = [TextMatch("high")] } == ["two", "one"])
    }

    @Test("is on a message, or on the thread that the message is in", .requirement(173))
    func links() throws {
        let world = try NoteWorld()
        let note = try world.add("on one", on: [NoteLink(message: world.first.id)])
        try world.add("on all", on: [NoteLink(message: world.first.id, scope: .thread)])
        func on(_ message: MessageRow) throws -> Set<String> {
            Set(try world.ledger.read { try $0.notes(on: message.stream).map(\.fields.title) })
        }
        #expect(try on(world.first) == ["on one", "on all"] && on(world.reply) == ["on all"])
        #expect(try on(world.other).isEmpty)
        try world.ledger.linkNote(
            note.description, LinkNote(adding: [NoteLink(message: world.other.id)]), context: world.context("note link")
        )
        #expect(try on(world.other) == ["on one"])
        try world.ledger.linkNote(
            note.description, LinkNote(removing: [NoteLink(message: world.first.id)]),
            context: world.context("note unlink"))
        #expect(try on(world.first) == ["on all"])
        #expect(throws: DomainError.self) { try world.add("x", on: [NoteLink(message: MessageID(.number(99)))]) }
        try world.expectSoundViews()
    }

    @Test("has a recording, whose bytes the content store keeps and an undo brings back", .requirement(150, 178))
    func audio() throws {
        let world = try NoteWorld(.disk)
        let id = try world.add("Tides").description
        let bytes = Array("RIFF and so on".utf8)
        try world.ledger.notes.attachAudio(
            bytes, fileName: "tides.M4A", to: id, CommandCall(world.context("note audio")))
        let note = try world.ledger.read { try $0.note(id) }
        #expect(note.fields.audio?.mediaType == "audio/mp4" && note.fields.audio?.size == Int64(bytes.count))
        #expect(try world.ledger.notes.hasAudio(note))
        let path = world.sample.scratch.path + "/saved.m4a"
        #expect(try world.ledger.notes.saveAudio(of: id, to: path, overwriting: false).size == Int64(bytes.count))
        #expect(Array(try Data(contentsOf: URL(filePath: path))) == bytes)
        #expect(throws: DomainError.self) { try world.ledger.notes.saveAudio(of: id, to: path, overwriting: false) }
        let head = try world.sample.head()
        try world.ledger.notes.attachAudio(
            bytes, fileName: "tides.M4A", to: id, CommandCall(world.context("note audio")))
        #expect(try world.sample.head() == head)
        _ = try world.ledger.undo(.latest)
        let before = try world.ledger.read { try $0.note(id) }
        #expect(try before.fields.audio == nil && !world.ledger.notes.hasAudio(before))
        #expect(try world.ledger.maintenance.collectContent().contents == 0)
        #expect(throws: DomainError.self) {
            try world.ledger.notes.attachAudio([], fileName: nil, to: id, CommandCall(world.context("note audio")))
        }
        // Where the store has lost it, there is no recording, whatever the note says.
        let digest = try #require(note.fields.audio?.content)
        try world.ledger.content.remove([digest])
        #expect(try !world.ledger.notes.hasAudio(note))
    }
}
