import EventLog
import JSONCoding
import Mail
import MailLedger
import Notes
import Projections
import TestSupport
import Testing
import WireModels

/// Rows of notes go out as forms, and forms come back as commands.
@Suite struct `Notes at the boundary` {
    private let world: NoteWorld
    private var ledger: Ledger { world.ledger }

    init() throws {
        world = try NoteWorld()
    }

    private func shown(_ id: NoteID) throws -> NoteResponse { try ledger.answer(GetNote(id: id.uniqueID)) }

    @Test(.requirement(153, 161, 202))
    func `a note goes out by its form, and comes back by its request as the same note`() throws {
        let request = NoteCreateRequest(
            title: "Tides", transcript: "High water at six", summary: "At six", duration: 12,
            folderId: world.notebook.id.uniqueID, tags: ["rowing", "Spring"])
        let note = try ledger.made(request)
        #expect(note.title == "Tides" && note.transcript == "High water at six" && note.summary == "At six")
        #expect(
            note.folderId == world.notebook.id.uniqueID && note.folderName == "Logbook"
                && note.tags == ["rowing", "Spring"])
        #expect(note.duration == 12 && !note.isPinned && !note.isArchived && !note.aiProcessed && note.audioUrl == nil)
        let row = try world.note(NoteID(note.id))
        #expect(note.createdAt == WireTime(row.created) && note.updatedAt == WireTime(row.updated))
        // Through JSON, as a program without a network has it, and into the ledger again.
        let json = try JSONBytesEncoder().encode(note)
        let decoded = try JSONBytesDecoder().decode(NoteResponse.self, from: json)
        #expect(decoded == note)
        let again = try ledger.made(
            LocalNote(from: decoded).toCreateRequest())
        let copy = try world.note(NoteID(again.id))
        #expect(copy.fields == row.fields && copy.id != row.id)
        let bad = NoteCreateRequest(title: "Tides", transcript: "", folderId: world.first.id.uniqueID)
        #expect(throws: DomainError.self) { try ledger.made(bad) }
        let comma = NoteCreateRequest(title: "Tides", transcript: "", tags: ["a,b"])
        #expect(throws: DomainError.self) { try ledger.made(comma) }
        try world.expectSoundViews()
    }

    @Test(.requirement(161)) func `what a request would make is looked at in the form of an outcome`() throws {
        let look =
            #"{"command": "create-note", "parameters": {"title": "Ebb", "transcript": "Low"}, "dry_run": true}"#
        let outcome: JSONValue = ["matched": 0, "changed": 1, "operation": .null, "is_dry_run": true]
        #expect(try AnsweredJSON(of: ledger, to: look).answer == outcome)
    }

    @Test(.requirement(162)) func `an update changes what it says, and tells null from nothing`() throws {
        let id = try world.add(NoteFields(title: "Tides", transcript: "A", summary: "B", folder: world.notebook.id))
        let kept = try ledger.made(
            UpdateNote(id: id.uniqueID, changes: NoteUpdateRequest(title: "Ebb", tags: ["x"], isPinned: true)))
        #expect(kept.title == "Ebb" && kept.transcript == "A" && kept.folderName == "Logbook" && kept.isPinned)
        let unfiled = try ledger.made(UpdateNote(id: id.uniqueID, changes: NoteUpdateRequest(folderId: .clear)))
        #expect(unfiled.folderId == nil && unfiled.tags == ["x"])
        let filed = try ledger.made(
            UpdateNote(
                id: id.uniqueID,
                changes: NoteUpdateRequest(folderId: .set(world.notebook.id.uniqueID), isArchived: true)))
        #expect(filed.folderName == "Logbook" && filed.isArchived)
        // What a program has kept goes back whole, and changes nothing.
        let head = try world.sample.head()
        _ = try ledger.made(UpdateNote(id: id.uniqueID, changes: LocalNote(from: filed).toUpdateRequest()))
        #expect(try world.sample.head() == head)
    }

    @Test(.requirement(150, 156)) func `a recording is named by its bytes, and by that name another note may have it`()
        throws
    {
        let id = try world.add("Tides")
        try ledger.notes.attachAudio(
            Array("speech".utf8), fileName: "t.wav", to: id.description, CommandCall(world.context("note audio")))
        let note = try shown(id)
        let url = try #require(note.audioUrl)
        // The digest of "speech" in the alphabet of RFC 4648, section 5.
        #expect(note.hasAudio && url.hasPrefix("ni:///sha-256;") && url.count == 14 + 43)
        #expect(!url.dropFirst(14).contains { "+/=".contains($0) })
        let copy = try ledger.made(
            LocalNote(from: note).toCreateRequest())
        #expect(try world.note(NoteID(copy.id)).fields.audio == world.note(id).fields.audio)
        for other in [
            "https://audio.example.org/2.m4a", "ni:///sha-256;AAAA", url + "A",
            "ni:///sha-256;" + String(repeating: "A", count: 43),
        ] {
            let request = NoteCreateRequest(title: "A", transcript: "", audioUrl: other)
            let error = #expect(throws: DomainError.self) {
                try ledger.made(request)
            }
            #expect(error.map { APIErrorResponse(describing: $0).details } == ["field": "audio_url"])
        }
    }

    @Test(.requirement(157, 160, 163)) func `a page lists lines of notes, and each condition narrows it down`() throws {
        let times = try (0..<21).map { index in
            let id = try world.add(
                NoteFields(
                    title: "Note \(index)", transcript: index == 3 ? String(repeating: "ä", count: 101) : "high water",
                    folder: index == 4 ? world.notebook.id : nil, tags: index < 2 ? [NoteTag("rowing")] : [],
                    isPinned: index == 5, isArchived: index == 6))
            if index == 3 {
                _ = try world.act(.email, "Ask", on: .note(id)) {
                    ($0.emailTo, $0.emailSubject, $0.emailBody) = ("a@b.example", "s", "t")
                }
            }
            if index == 3 { _ = try world.act(.nextStep, "Look", on: .note(id)) }
            return try world.note(id).created
        }
        func page(_ params: NoteSearchParams) throws -> NoteListResponse { try ledger.answer(params) }
        let second = try page(NoteSearchParams(page: 2))
        #expect(second.items.count == 1 && second.total == 21 && second.pages == 2 && second.isLastPage)
        #expect(try page(NoteSearchParams(page: 3)).items.isEmpty)
        #expect(try page(NoteSearchParams()).items.first?.title == "Note 5", "pinned ones come first")
        let line = try #require(try page(NoteSearchParams(perPage: 100)).items.first { $0.title == "Note 3" })
        #expect(line.preview.count == 100 && line.actionCount == 2 && line.emailCount == 1 && line.nextStepCount == 1)
        let note = try #require(try ledger.read { try $0.notes() }.first { $0.fields.title == "Note 3" })
        #expect(try line == NoteListItem(shown(note.id)), "the counts of rows are those of the actions")
        func titles(_ params: NoteSearchParams) throws -> [String] { try page(params).items.map(\.title).sorted() }
        #expect(try titles(NoteSearchParams(tags: ["rowing"])) == ["Note 0", "Note 1"])
        #expect(try titles(NoteSearchParams(folderId: world.notebook.id.uniqueID)) == ["Note 4"])
        #expect(try titles(NoteSearchParams(isPinned: true)) == ["Note 5"])
        #expect(try titles(NoteSearchParams(isArchived: true)) == ["Note 6"])
        #expect(try titles(NoteSearchParams(q: "HIGH water", isArchived: false, perPage: 100)).count == 19)
        #expect(try titles(NoteSearchParams(q: "high 7")) == ["Note 7"])
        #expect(throws: FilterResolutionError.self) { try page(NoteSearchParams(q: "👋")) }
        // Both ends belong to the span.
        let span = NoteSearchParams(startDate: WireTime(times[7]), endDate: WireTime(times[9]), perPage: 100)
        #expect(try Set(titles(span)).isSuperset(of: ["Note 7", "Note 8", "Note 9"]))
        #expect(try titles(NoteSearchParams(q: "high", tags: ["rowing"], isPinned: false)) == ["Note 0", "Note 1"])
    }

    @Test(.requirement(164)) func `words find folders, notes, messages and threads in one form`() throws {
        try world.add(NoteFields(title: "Logbook of tides", folder: world.notebook.id))
        let found = UnifiedSearchResponse(try ledger.search("logbook"))
        #expect(found.folders.map(\.name) == ["Logbook"] && found.folders.first?.noteCount == 1)
        #expect(found.notes.map(\.title) == ["Logbook of tides"] && found.messages.isEmpty && found.threads.isEmpty)
        let subject = try #require(world.other.subject)
        let mail = UnifiedSearchResponse(try ledger.search(subject))
        #expect(mail.messages.contains { $0.id == world.other.id.uniqueID && $0.subject == subject })
        #expect(mail.threads.contains { $0.id == world.other.thread.uniqueID && $0.messageCount == 1 })
        let trees = try ledger.read { try $0.folderTrees(of: "ada@example.org") }
        #expect(trees.first { $0.name == "Logbook" }?.noteCount == 1, "a notebook counts its notes")
    }
}
