internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Notes
internal import Projections
public import WireModels

/// Notes: pinned ones first, then the most recently changed.
public struct ListNotes: LedgerQuery {
    public static let name = "list-notes"
    public typealias Answer = Rows<NoteForm>
    public var matching: RequestedNotes?
    public var limit: PageLimit
    public var offset: PageOffset

    public init(matching: RequestedNotes? = nil, limit: Int? = nil, offset: Int = 0) {
        self.matching = matching
        self.limit = PageLimit(limit)
        self.offset = PageOffset(offset)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let filter = try (matching ?? RequestedNotes()).filter(in: reader)
        return Rows(of: reader) { body in
            try reader.forEachNote(matching: filter, limit: limit.rows, offset: offset.rows) { row in
                try body(NoteForm(ShownNote(row: row, actions: reader.actions(of: row.id))))
            }
        }
    }
}

/// The number of notes.
public struct CountNotes: LedgerQuery {
    public static let name = "count-notes"
    public typealias Answer = CountForm
    public var matching: RequestedNotes?

    public init(matching: RequestedNotes? = nil) {
        self.matching = matching
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let filter = try (matching ?? RequestedNotes()).filter(in: reader)
        let words = (matching?.words ?? []).joined(separator: " ")
        return CountForm(query: words, output: "notes", count: try reader.countNotes(matching: filter))
    }
}

/// A note with its actions.
public struct ShowNote: LedgerQuery {
    public static let name = "show-note"
    public typealias Answer = NoteForm
    /// Its title, or the first digits of its id.
    public var note: String

    public init(note: String) {
        self.note = note
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        NoteForm(try reader.shownNote(note))
    }
}

/// The events that gave a note, deleted or not, its values.
public struct WhyNote: LedgerQuery {
    public static let name = "why-note"
    public typealias Answer = [ValueReasonForm]
    public var note: String
    public var field: String?
    public var all: Bool?

    public init(note: String, field: String? = nil, all: Bool? = nil) {
        self.note = note
        self.field = field
        self.all = all
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.forms(of: reader.why(note: note, field: field), all)
    }
}

/// The folders, notes, messages and threads that have all the words, in the form `UnifiedSearchResponse`.
public struct SearchEverything: LedgerQuery, WireRequest {
    public static let name = "search-everything"
    public typealias Answer = UnifiedSearchResponse
    public var words: String
    /// The greatest number of each kind.
    public var limit: PageLimit

    public init(words: String, limit: Int? = nil) {
        self.words = words
        self.limit = PageLimit(limit)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        UnifiedSearchResponse(try reader.search(words, limit: limit.rows ?? MessageSearch.maximum))
    }
}
