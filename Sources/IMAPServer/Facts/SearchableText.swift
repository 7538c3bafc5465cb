internal import MIME

/// The texts of a message that TEXT and BODY look into, decoded and folded.
enum SearchableText {
    /// Of the decoded content of each part.
    private static let longestPart = 16 << 20

    /// The fields of the header, a line each.
    static func header(_ header: RawHeader) -> [UInt8] {
        header.fields.reduce(into: []) { $0 += TextFold.fold("\($1.name): \($1.text)\n") }
    }

    /// The texts of the parts.
    ///
    /// - Parameter check: Called before each part; it may throw to stop.
    static func body(_ bytes: [UInt8], check: () throws -> Void) throws -> [UInt8] {
        var folded: [UInt8] = []
        try MessageParser().forEachText(in: .bytes(bytes), limit: longestPart) { text in
            try check()
            folded += TextFold.fold(text)
            folded.append(0x0A)
        }
        return folded
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
