internal import EventLog
public import Projections
internal import SQLiteDatabase

extension LedgerReader {
    /// Returns the newest live messages that have all the words, in their text, subject, names or addresses.
    ///
    /// It matches whole words, without regard to case and accents. The limit is at most ``MessageSearch/maximum``; for
    /// more messages, use a filter. ``MessageRepository/search(_:account:limit:)`` searches while the user types.
    ///
    /// - Parameter account: An account's address; nil for all.
    /// - Throws: ``FilterResolutionError`` for an unknown account, or words without a letter or digit.
    public func messages(
        withAllWords words: String, account: String? = nil, limit: Int = MessageSearch.maximum, offset: Int = 0
    ) throws -> [MessageRow] {
        var parts = TextMatch(words).words.map { MessageFilter.text(.any, TextMatch($0)) }
        guard !parts.isEmpty else { throw FilterResolutionError.unsearchableText(words) }
        if let account { parts.append(.account(account)) }
        return try messages(
            matching: .and(parts), limit: min(max(limit, 0), MessageSearch.maximum), offset: offset)
    }

    /// Whether the words of all mail are indexed that came in up to the reader's position; asked once a filter with words is compiled.
    package func knowsAllWords() throws -> Bool {
        try connection.first("SELECT position FROM search.state") { try $0.next(Position.self) }.map { $0 >= position }
            ?? false
    }
}
