internal import EventLog
package import Projections

/// A query as a person typed it at a prompt, where a word may be the id that a list showed.
///
/// Requests and saved queries are read by ``MessageFilter/init(query:in:)``: there a word is a word.
package struct TypedQuery: Sendable {
    package let text: String
    /// How it is read where each word is a word.
    package let filter: MessageFilter
    fileprivate let context: QueryContext
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

    fileprivate func replacing(
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

extension Ledger {
    /// Reads each word of a query that begins exactly one id of this ledger as that id.
    ///
    /// The id of a deleted message that begins a living thread, which lists of threads show, is that thread, unless deleted messages are asked for.
    /// - Throws: ``FilterResolutionError/ambiguousWord(_:)`` where a word begins several ids.
    package func understand(_ query: TypedQuery, withDeleted: Bool = false) throws -> UnderstoodQuery {
        guard query.needsLedger else { return UnderstoodQuery(text: query.text, filter: query.filter, ids: []) }
        let (text, ids) = try read { reader in
            try query.replacing { word in
                let found = try ShownID.all(beginning: word, on: reader.connection)
                guard let one = found.first else { return nil }
                guard found.count == 1 else { throw FilterResolutionError.ambiguousWord(word) }
                if !one.isLive, !withDeleted, let member = one.livingMember { return "thread:\(member)" }
                return "id:\(one.id)"
            }
        }
        return UnderstoodQuery(text: text, filter: try MessageFilter(query: text, in: query.context), ids: ids)
    }

    /// Counts the messages that a query finds, deleted ones too, as a hold or an erasure asks for them.
    package func countWithDeleted(_ filter: MessageFilter) throws -> Int {
        return try read { try $0.streamsOfEver(matching: filter).count }
    }
}
