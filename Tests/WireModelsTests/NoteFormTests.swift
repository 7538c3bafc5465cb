import Assist
import Chat
import MailLedgerTesting
import Notes
import TestSupport
import Testing
import WireModels

@Suite struct `Notes as programs exchange them` {
    @Test(
        .requirement(154),
        arguments: [
            (0, 0, false), (99, 99, false), (100, 100, false), (101, 103, true), (5000, 103, true),
        ])
    func `an excerpt is a hundred characters, and says that more follows`(
        length: Int, expected: Int, isCut: Bool
    ) {
        for character in ["a", "é", "👩‍👩‍👧‍👦"] {
            let note = NoteResponse.sample(transcript: String(repeating: character, count: length))
            #expect(note.excerpt.count == expected && note.excerpt.hasSuffix("...") == isCut)
            #expect(NoteListItem(note).preview == String(repeating: character, count: min(length, 100)))
        }
    }

    @Test(
        .requirement(155),
        arguments: [
            (0, "1 min read"), (1, "1 min read"), (200, "1 min read"), (201, "2 min read"), (1000, "5 min read"),
        ])
    func `words are counted, and read at 200 a minute`(words: Int, time: String) {
        let note = NoteResponse.sample(transcript: String(repeating: " word\n\t", count: words))
        #expect(note.wordCount == words && note.readingTime == time)
    }

    @Test(.requirement(156)) func `what a note has is told`() {
        var note = NoteResponse.sample(actions: [
            .sample(.email), .sample(.reminder, status: .created), .sample(.calendar, status: .executed),
            .sample(.nextStep, status: .cancelled),
        ])
        #expect(note.hasAudio && note.hasFolder && note.hasActions && note.pendingActionCount == 2)
        note.audioUrl = nil
        note.folderId = nil
        note.actions = []
        #expect(!note.hasAudio && !note.hasFolder && !note.hasActions && note.pendingActionCount == 0)
    }

    @Test(.requirement(157, 158)) func `a line of a list counts the actions of all four kinds`() throws {
        let kinds: [ActionType] = [.calendar, .email, .email, .reminder, .nextStep, .nextStep]
        let item = NoteListItem(.sample(actions: kinds.map { .sample($0) }))
        #expect(item.actionCount == 6 && item.calendarCount == 1 && item.emailCount == 2 && item.reminderCount == 1)
        #expect(item.nextStepCount == 2 && item.totalActionCount == item.actionCount && item.hasActions)
        #expect(try Wire.write(item).matches(of: /"[a-z_]+":/).count == 12)
        let bare = NoteListItem(.sample(actions: []))
        #expect(bare.totalActionCount == 0 && !bare.hasActions && bare.hasFolder)
    }

    @Test(
        .requirement(159),
        arguments: [
            (nil, ""), (0, ""), (-3, ""), (45, "45s"), (60, "1m 0s"), (200, "3m 20s"), (3700, "61m 40s"),
        ])
    func `how long a recording is`(duration: Int?, text: String) {
        let item = NoteListItem(.sample(duration: duration))
        #expect(item.durationFormatted == text && item.hasDuration == !text.isEmpty)
    }

    @Test(.requirement(161)) func `a request for a note needs a title and a transcript alone`() throws {
        let request: NoteCreateRequest = try Wire.read(#"{"title":"a","transcript":"b"}"#)
        #expect(request == NoteCreateRequest(title: "a", transcript: "b", folderId: nil, tags: []))
        #expect(throws: DecodingError.self) { try Wire.read(#"{"title":"a"}"#, as: NoteCreateRequest.self) }
    }

    @Test(.requirement(162)) func `what is left out of an update stays`() throws {
        #expect(try Wire.read("{}") == NoteUpdateRequest())
        #expect(try Wire.read(#"{"is_pinned":true,"tags":[]}"#) == NoteUpdateRequest(tags: [], isPinned: true))
        #expect(try Wire.write(NoteUpdateRequest(title: "a")) == #"{"title":"a"}"#)
    }

    @Test(.requirement(163)) func `a search has defaults, and pages that can be`() throws {
        let all: NoteSearchParams = try Wire.read("{}")
        #expect(all == NoteSearchParams() && all.page == 1 && all.perPage == 20)
        #expect(all.range == PageRange(page: 1, perPage: 20))
        let third: NoteSearchParams = try Wire.read(#"{"q":"engine","page":3,"per_page":7}"#)
        #expect(third.range.offset == 14 && third.range.limit == 7 && third.q == "engine")
        for bad in [#"{"page":0}"#, #"{"per_page":0}"#, #"{"per_page":1001}"#, #"{"is_pinned":"yes"}"#] {
            #expect(throws: DecodingError.self) { try Wire.read(bad, as: NoteSearchParams.self) }
        }
    }

    @Test(.requirement(164)) func `a search that found folders and notes alone is read, too`() throws {
        let found: UnifiedSearchResponse = try Wire.read(#"{"folders":[],"notes":[]}"#)
        #expect(found == UnifiedSearchResponse() && found.messages.isEmpty && found.threads.isEmpty)
    }
}
