internal import ByteSearch

/// A text to look for in folded texts. An empty one is in every text.
package struct Needle: Sendable {
    private let pattern: BytePattern
    /// What the word list of each text has that has the needle.
    private let words: [BytePattern]

    package init(_ text: String) {
        pattern = BytePattern(TextFold.fold(text))
        words = WordList.pieces(of: pattern.bytes).map { BytePattern($0) }
    }

    /// - Complexity: O(the length of both).
    package func isIn(_ text: [UInt8]) -> Bool { isIn(text.span) }

    func isIn(_ text: Span<UInt8>) -> Bool { pattern.firstIndex(in: text) != nil }

    /// Whether it spans lines; in one text the fields of a header and the parts follow each other.
    var hasLineEnd: Bool { pattern.bytes.contains(0x0A) }

    /// Whether the words of a text tell: it is a part of a word.
    var isOfOneWord: Bool { words.count == 1 && words.first?.bytes == pattern.bytes }

    /// False only if the text with these words has it not.
    package func mayBeIn(words list: Span<UInt8>) -> Bool {
        words.allSatisfy { $0.firstIndex(in: list) != nil }
    }
}
