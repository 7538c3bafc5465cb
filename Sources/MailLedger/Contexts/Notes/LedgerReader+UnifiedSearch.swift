internal import EventLog
internal import MIME
public import Mail
public import Projections

/// What words find in all that a ledger holds.
public struct SearchFindings: Sendable {
    /// Whose name has them.
    public let folders: [FolderRow]
    /// How many live notes each notebook has.
    public let noteCounts: [FolderID: Int]
    /// Pinned ones first, then those that changed last; archived ones too.
    public let notes: [NoteRow]
    /// The newest first.
    public let messages: [MessageRow]
    public let threads: [ThreadRow]
}

extension LedgerReader {
    /// Returns the live folders, notes, messages and threads that have all the words; whole ones, case and accents do not count.
    ///
    /// - Parameter limit: At most so many of each.
    /// - Throws: ``FilterResolutionError`` for words without a letter or digit.
    public func search(_ words: String, limit: Int = MessageSearch.maximum) throws -> SearchFindings {
        let matches = TextMatch(words).words.map { TextMatch($0) }
        guard !matches.isEmpty else { throw FilterResolutionError.unsearchableText(words) }
        let filter = MessageFilter.and(matches.map { .text(.any, $0) })
        var notes = NoteFilter()
        notes.texts = matches
        return SearchFindings(
            folders: Array(
                try folders().filter { NoteFilter.holds(matches, $0.name, fold: SearchFold.fold) }
                    .prefix(limit)),
            noteCounts: try noteCounts(),
            notes: try self.notes(matching: notes, limit: limit),
            messages: try messages(matching: filter, limit: limit),
            threads: try threads(matching: filter, limit: limit))
    }
}
