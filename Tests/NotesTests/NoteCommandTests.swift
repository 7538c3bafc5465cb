import EventLog
import Notes
import Testing

@Suite struct `A command on a note` {
    @Test func `adds it with its links, each once, and its tags, each once`() throws {
        let message = MessageID(.numbered(3))
        let tags = try ["rowing", "oars", "rowing"].map { try NoteTag($0) }
        let link = NoteLink(message: message)
        let events = try AddNote(NoteFields(title: "Tides", tags: tags), on: [link, link]).decide {
            .numbered(1)
        }
        let added = try #require(events.first?.event as? NoteAdded)
        #expect(added.tags.map(\.text) == ["rowing", "oars"] && added.isPinned == nil)
        #expect(events.dropFirst().compactMap { $0.event as? NoteLinked } == [NoteLinked(note: added.id, link: link)])
        #expect(events[1].target == .any(.started(0)))
    }

    @Test func `changes what differs and nothing else, and appends nothing where all is so already`() throws {
        let note = NoteState.sample(NoteFields(title: "Tides", summary: "wet", tags: [try NoteTag("a")]))
        var change = ChangeNote()
        change.title = "Tides"
        #expect(try change.decide(note).isEmpty)
        change.summary = ""
        change.isPinned = true
        change.addingTags = [try NoteTag("b")]
        change.removingTags = [try NoteTag("a")]
        let changed = try #require(try change.decide(note).first?.event as? NoteChanged)
        #expect(changed.title == nil && changed.summary == Change(old: "wet", new: nil))
        #expect(changed.isPinned == Change(old: false, new: true) && changed.tags?.added?.map(\.value.text) == ["b"])
        let (back, stale) = NoteFields(title: "Tides", tags: [try NoteTag("b")], isPinned: true).undoing(changed)
        #expect(back == note.fields && stale.isEmpty)
    }

    @Test(arguments: [
        ("title", NoteFields(title: " ")), ("title", NoteFields(title: "a\nb")),
        ("transcript", NoteFields(title: "a", transcript: "b\0")), ("duration", NoteFields(title: "a", duration: -1)),
        ("summary", NoteFields(title: "a", summary: String(repeating: "x", count: 70_000))),
    ])
    func `refuses what no note may say`(field: String, fields: NoteFields) {
        let error = #expect(throws: DomainError.self) { try AddNote(fields).decide { .numbered(1) } }
        guard case .invalid(field, _, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `refuses a tag that could not be typed`() {
        for text in ["", " a", "a ", "a,b", "a\nb", String(repeating: "x", count: 101)] {
            #expect(throws: ValueError.self) { try NoteTag(text) }
        }
    }

    @Test func `leaves a deleted note alone`() throws {
        let note = NoteState.sample(isDeleted: true)
        var change = ChangeNote()
        change.isPinned = true
        #expect(throws: DomainError.self) { try change.decide(note) }
        #expect(throws: DomainError.self) {
            try LinkNote(adding: [NoteLink(message: MessageID(.numbered(3)))]).decide(note)
        }
        #expect(DeleteNote().decide(note).isEmpty)
        #expect(RestoreNote().decide(note).count == 1 && RestoreNote().decide(.sample()).isEmpty)
    }

    @Test func `links and unlinks once`() throws {
        var note = NoteState.sample()
        let link = NoteLink(message: MessageID(.numbered(3)), scope: .thread)
        #expect(try LinkNote(removing: [link]).decide(note).isEmpty)
        note.links = [link]
        #expect(try LinkNote(adding: [link]).decide(note).isEmpty)
        #expect(try LinkNote(removing: [link]).decide(note).first?.event is NoteUnlinked)
    }
}
