public import Projections

extension Ledger {
    /// How many messages a search gives at most: who wants more asks for the messages that match a filter.
    public static let searchLimit = 100

    /// Returns the newest live messages that have all the words, in their text, subject, names or addresses.
    ///
    /// Case and accents do not count. A limit beyond ``searchLimit`` is that one.
    ///
    /// - Parameter account: An account's address; nil for all.
    /// - Throws: ``FilterResolutionError`` for an account that is not there, or words without a letter or digit.
    public func search(
        _ words: String, account: String? = nil, limit: Int = searchLimit, offset: Int = 0
    ) throws -> [MessageRow] {
        var parts = TextMatch(words).words.map { MessageFilter.text(.any, TextMatch($0)) }
        guard !parts.isEmpty else { throw FilterResolutionError.unsearchableText(words) }
        if let account { parts.append(.account(account)) }
        let filter = MessageFilter.and(parts)
        try prepareSearch(for: filter)
        return try read {
            try $0.messages(matching: filter, limit: min(max(limit, 0), Self.searchLimit), offset: offset)
        }
    }
}
