internal import EventLog
public import LedgerKernel
internal import MIME
public import Mail
public import Projections

/// The matches of some words among everything in a ledger.
public struct SearchFindings: Sendable {
    /// Folders whose name has them.
    public let folders: [FolderRow]
    /// The number of live notes in each notebook.
    public let noteCounts: [FolderID: Int]
    /// Pinned notes first, then the most recently changed; archived ones too.
    public let notes: [NoteRow]
    /// The newest first.
    public let messages: [MessageRow]
    public let threads: [ThreadRow]
}

extension LedgerReader {
    /// Returns the live folders, notes, messages and threads that have all the words; case and accents are ignored.
    ///
    /// Only whole words match.
    ///
    /// - Parameter limit: The greatest number of each kind.
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
