/// The words of a folded text, each once, by which most texts are passed over without being read.
///
/// A word is a run of ASCII letters, digits and bytes beyond ASCII. If a text has a needle, then each word of the needle
/// is in a word of the text. It is at its start if something else is before it in the needle, and at its end if
/// something else follows. This compares the bytes of folded texts alone, so it holds whatever the language.
package enum WordList {
    /// Separates the words, and is before the first one and behind the last one.
    private static let separator: UInt8 = 0x0A

    /// Returns the words of a text between separators; nil if they take more than a limit.
    ///
    /// - Complexity: O(the length of the text).
    package static func made(of text: [UInt8], limit: Int) -> [UInt8]? {
        var known: Set<ArraySlice<UInt8>> = []
        var list = [separator]
        for word in words(in: text) where known.insert(text[word]).inserted {
            list += text[word]
            list.append(separator)
            guard list.count <= limit else { return nil }
        }
        return list
    }

    /// Returns what the list of each text has that has a needle; nothing for a needle without words.
    static func pieces(of needle: [UInt8]) -> [[UInt8]] {
        words(in: needle).map { word in
            (word.lowerBound > 0 ? [separator] : []) + needle[word]
                + (word.upperBound < needle.count ? [separator] : [])
        }
    }

    private static func words(in text: [UInt8]) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start: Int?
        for (index, byte) in text.enumerated() {
            if isOfWord(byte) {
                if start == nil { start = index }
            } else if let first = start {
                words.append(first..<index)
                start = nil
            }
        }
        if let start { words.append(start..<text.count) }
        return words
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
        // Folded texts have none, but an old text may.
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }
}
