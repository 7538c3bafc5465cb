/// The signs after a name that are part of it, as in `C++` and `C#`: a word of letters for them follows the name.
///
/// So `C++` does not find `C`, but `C` finds `C++` as before. Other signs distinguish few words, and no index contains
/// them.
enum WordSigns {
    private static let plus = UInt8(ascii: "+")
    private static let number = UInt8(ascii: "#")
    /// U+2063, which belongs to no word, and is in no text that people write.
    private static let separator: [UInt8] = [0xE2, 0x81, 0xA3]

    /// Marks those of a folded text; to do it twice changes nothing.
    static func mark(_ text: inout [UInt8]) {
        guard text.contains(plus) || text.contains(number) else { return }
        var marked: [UInt8] = []
        marked.reserveCapacity(text.count + 16)
        var next = 0
        while next < text.count {
            let count = signs(in: text, at: next)
            if count == 0 {
                marked.append(text[next])
                next += 1
            } else {
                marked += separator
                for sign in text[next..<(next + count)] {
                    marked += sign == plus ? [0xEA, 0x9C, 0x9B] : [0xEA, 0x9C, 0x97]
                }
                marked += separator
                next += count
            }
        }
        text = marked
    }

    /// The number of signs that belong to the name before them: two `+` or more, or a `#` after a single letter.
    private static func signs(in text: [UInt8], at start: Int) -> Int {
        guard start > 0, isLetter(text[start - 1]) else { return 0 }
        switch text[start] {
        case plus:
            let count = text[start...].prefix { $0 == plus }.count
            return count > 1 ? count : 0
        case number:
            let isSingle = (0x61...0x7A).contains(text[start - 1]) && (start == 1 || !isLetter(text[start - 2]))
            let isLast = start + 1 == text.count || !isLetter(text[start + 1]) && text[start + 1] != number
            return isSingle && isLast ? 1 : 0
        default: return 0
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
    }
}
