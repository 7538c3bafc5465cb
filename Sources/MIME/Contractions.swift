/// English contractions, folded to one word each: a `you're` holds no word `re`, and a `she'll` no `ll`.
///
/// The apostrophe becomes U+02BC, which is a letter to the full text. Before an `s` it stays, so that `peter` finds `Peter's`, and in the elisions
/// of French and Italian, so that `avion` finds `l'avion`.
enum Contractions {
    private static let endings: Set<[UInt8]> = Set(["re", "ve", "ll", "m", "d", "t"].map { Array($0.utf8) })
    private static let plain = UInt8(ascii: "'")
    /// U+2019, which many programs write for it.
    private static let curly: [UInt8] = [0xE2, 0x80, 0x99]
    private static let letter: [UInt8] = [0xCA, 0xBC]

    /// Joins those of a folded text; to do it twice changes nothing.
    ///
    /// - Parameter findsCurly: Whether U+2019 may be there, too.
    static func join(_ text: inout [UInt8], findsCurly: Bool) {
        guard text.contains(plain) || findsCurly && text.contains(curly[0]) else { return }
        var joined: [UInt8] = []
        joined.reserveCapacity(text.count + 8)
        var next = 0
        while next < text.count {
            let width = text[next] == plain ? 1 : findsCurly && text[next...].starts(with: curly) ? 3 : 0
            if width > 0, next > 0, isLetter(text[next - 1]), isEnding(text[(next + width)...]) {
                joined += letter
                next += width
            } else {
                joined.append(text[next])
                next += 1
            }
        }
        text = joined
    }

    private static func isEnding(_ rest: ArraySlice<UInt8>) -> Bool {
        let ending = Array(rest.prefix(3).prefix(while: isLetter))
        return endings.contains(ending)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80 && byte != curly[0]
    }
}
