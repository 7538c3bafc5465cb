package import Projections

/// A query as a person typed it at a prompt, where a word may be the id that a list showed.
///
/// Requests and saved queries are read by ``MessageFilter/init(query:in:)``: there a word is a word.
package struct TypedQuery: Sendable {
    package let text: String
    /// How it is read where each word is a word.
    package let filter: MessageFilter
    let context: QueryContext
    /// Where its words stand that look like ids, as offsets into the text's UTF-8.
    fileprivate let words: [Range<Int>]

    /// How many hexadecimal digits make a word that may be an id; lists show eight.
    private static let leastDigits = 7

    /// Whether a bare word is so many hexadecimal digits, with dashes between them or without.
    static func isLikeID(_ word: some Collection<Unicode.Scalar>) -> Bool {
        let digits = word.filter { $0 != "-" }
        return (leastDigits...32).contains(digits.count) && digits.allSatisfy(\.properties.isASCIIHexDigit)
            && word.first != "-" && Array(word.suffix(1)) != ["-"]
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
    }

    /// Whether only a ledger can tell how it is read.
    package var needsLedger: Bool { !words.isEmpty }

    /// The query where each word that looks like an id is said to be a word.
    package var withoutIDs: String { replacing { _ in nil }.text }

    func replacing(
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

/// A typed query with its ids found: its text is read so everywhere and for ever.
package struct UnderstoodQuery: Sendable {
    /// A word that was taken for an id, and the term that says so.
    package struct ID: Hashable, Sendable {
        package let word: String
        package let term: String
    }

    /// The query with `id:`, `thread:` or `word:` before each word that looked like an id.
    package let text: String
    package let filter: MessageFilter
    package let ids: [ID]
}
