package import Projections

/// A query as a person typed it at a prompt, where a word may be an id from a list.
///
/// ``MessageFilter/init(query:in:)`` reads requests and saved queries, in which a word is always a word.
package struct TypedQuery: Sendable {
    package let text: String
    /// The filter in which each word is a word.
    package let filter: MessageFilter
    package let context: QueryContext
    /// The places of words that look like ids, as offsets into the text's UTF-8.
    fileprivate let words: [Range<Int>]
    private let savedParts: [(range: Range<Int>, text: String)]

    /// The number of hexadecimal digits from which on a word may be an id; lists show eight.
    private static let leastDigits = 7

    /// Whether a bare word is 7 to 32 hexadecimal digits, with dashes behind and between them or without.
    static func isLikeID(_ word: some Collection<Unicode.Scalar>) -> Bool {
        let digits = word.filter { $0 != "-" }
        return (leastDigits...32).contains(digits.count) && digits.allSatisfy(\.properties.isASCIIHexDigit)
            && word.first != "-"
    }

    /// Reads a query; an empty one is every message.
    ///
    /// - Throws: ``QueryError`` with the place of the fault.
    package init(_ text: String, in context: QueryContext) throws(QueryError) {
        var parser = QueryParser(text, context)
        filter = try parser.parse()
        self.text = text
        self.context = context
        words = parser.wordsLikeIDs
        savedParts = parser.savedParts
    }

    /// The query for those who have other saved queries: each name is replaced by what it stands for here and now.
    package var withoutSavedQueries: String {
        let bytes = Array(text.utf8)
        var (written, next): ([UInt8], Int) = ([], 0)
        for part in savedParts {
            written += bytes[next..<part.range.lowerBound]
            written += Array(part.text.utf8)
            next = part.range.upperBound
        }
        return String(decoding: written + bytes[next...], as: UTF8.self)
    }

    /// Whether reading it requires a ledger.
    package var needsLedger: Bool { !words.isEmpty }

    /// The query with each word that looks like an id marked as a word.
    package var withoutIDs: String { replacing { _ in nil }.text }

    package func replacing(
        _ meaning: (String) throws -> String?
    ) rethrows -> (text: String, ids: [UnderstoodQuery.ID]) {
        var (written, ids): ([UInt8], [UnderstoodQuery.ID]) = ([], [])
        let bytes = Array(text.utf8)
        var next = 0
        for range in words {
            written += bytes[next..<range.lowerBound]
            let word = String(decoding: bytes[range], as: UTF8.self)
            if let term = try meaning(word) {
                ids.append(UnderstoodQuery.ID(word: word, term: term))
                written += Array(term.utf8)
            } else {
                written += Array("word:\(word)".utf8)
            }
            next = range.upperBound
        }
        written += bytes[next...]
        return (String(decoding: written, as: UTF8.self), ids)
    }
}

/// A typed query with its ids found, whose text has the same meaning everywhere and for ever.
package struct UnderstoodQuery: Sendable {
    /// A word that turned out to be an id, and the term for it.
    package struct ID: Hashable, Sendable {
        package let word: String
        package let term: String
    }

    /// The query with `id:`, `thread:` or `word:` before each word that looked like an id.
    package let text: String
    package let filter: MessageFilter
    package let ids: [ID]

    package init(text: String, filter: MessageFilter, ids: [ID]) {
        self.text = text
        self.filter = filter
        self.ids = ids
    }
}
