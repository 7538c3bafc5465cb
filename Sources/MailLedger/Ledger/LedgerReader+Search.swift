internal import EventLog
public import Projections
internal import SQLite

extension LedgerReader {
    /// Returns the newest live messages that have all the words, in their text, subject, names or addresses.
    ///
    /// Words are whole ones; case and accents do not count. A limit beyond ``MessageSearch/maximum`` is that one: who wants more
    /// asks for the messages that match a filter. ``MessageRepository/search(_:account:limit:)`` searches as somebody types.
    ///
    /// - Parameter account: An account's address; nil for all.
    /// - Throws: ``FilterResolutionError`` for an account that is not there, or words without a letter or digit.
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
