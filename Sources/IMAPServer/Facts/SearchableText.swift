internal import MIME

/// The texts of a message that TEXT and BODY look into, decoded and folded.
enum SearchableText {
    /// Of all parts together.
    private static let longest = 8 << 20

    /// The fields of the header, a line each.
    static func header(_ header: RawHeader) -> [UInt8] {
        header.fields.reduce(into: []) { $0 += TextFold.fold("\($1.name): \($1.text)\n") }
    }

    /// The texts of the parts, and the fields of the parts' headers, each to a limit.
    ///
    /// - Parameter check: Called before each; it may throw to stop.
    static func body(of message: MessageSource, check: () throws -> Void) throws -> (texts: [UInt8], fields: [UInt8]) {
        var (texts, fields): ([UInt8], [UInt8]) = ([], [])
        func add(_ text: String, to folded: inout [UInt8]) throws {
            try check()
            guard folded.count < longest else { return }
            let text = TextFold.fold(text)
            if folded.isEmpty { folded = text } else { folded += text.prefix(longest - folded.count) }
            folded.append(0x0A)
        }
        try MessageParser().forEachText(
            in: message, limit: longest, field: { try add("\($0.name): \($0.text)", to: &fields) },
            { try add($0, to: &texts) })
        return (texts, fields)
    }
}

/// A text among the facts, or that it is too long to be there: the first byte says which.
enum KeptText {
    /// Returns the fact about a text; nil stands for one that is too long.
    static func fact(_ text: [UInt8]?) -> [UInt8] {
        guard let text, text.count < FactShelf.longestFact else { return [0] }
        return [1] + text
    }

    /// Returns the place of the text in a fact; nil if it is not there.
    static func place(_ bytes: [UInt8], _ place: Range<Int>) -> Range<Int>? {
        guard let first = place.first, bytes[first] == 1 else { return nil }
        return first + 1..<place.upperBound
    }
}
