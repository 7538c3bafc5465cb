/// Counts the columns that text takes on a terminal.
///
/// Wide East Asian characters and emoji take two columns, combining marks and invisible characters none. Most terminals
/// and pagers count in this way, as in wcwidth(3). Sequences of emoji count as what they are drawn as.
package enum TerminalWidth {
    /// Returns the number of columns of a line.
    package static func of(_ text: String) -> Int {
        // Nearly all of a table is printable ASCII.
        if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// Returns the number of columns of what is drawn as one character.
    package static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        if scalars.count > 1, isEmojiSequence(scalars) { return 2 }
        return scalars.reduce(0) { $0 + of($1) }
    }

    /// Returns `text` in at most `width` columns, with `…` in the place of what was cut off.
    package static func truncate(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        guard width > 0 else { return "" }
        var result = ""
        var used = 0
        for character in text {
            let columns = of(character)
            if used + columns > width - 1 { break }
            result.append(character)
            used += columns
        }
        return result + "…"
    }

    /// Returns `count` spaces; none for less than one.
    ///
    /// `String(repeating:count:)` appends them one by one, which took a quarter of the time to list all threads.
    package static func blanks(_ count: Int) -> String {
        String(decoding: [UInt8](repeating: 0x20, count: max(0, count)), as: UTF8.self)
    }

    /// Returns `text` filled with spaces to `width` columns, on its right or, for numbers, on its left.
    package static func pad(_ text: String, to width: Int, alignment: Alignment = .left) -> String {
        let spaces = blanks(width - of(text))
        return alignment == .left ? text + spaces : spaces + text
    }

    /// The side that text stands on in a wider column.
    package enum Alignment: Sendable {
        /// Text.
        case left
        /// Numbers.
        case right
    }

    private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
        guard let first = scalars.first, first.properties.isEmoji || isRegionalIndicator(first) else { return false }
        return scalars.dropFirst().contains { scalar in
            // Variation selector 16 asks for the emoji, a joiner or a skin tone makes one of several.
            scalar.value == 0xFE0F || scalar.properties.isEmojiModifier || isRegionalIndicator(scalar)
                || (scalar.value == 0x200D && first.value > 0xFF)
        }
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        0x1F1E6...0x1F1FF ~= scalar.value
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 {
            return scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value || scalar.value == 0xAD ? 0 : 1
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return 0
        case .format: return isSign(scalar.value) ? 1 : 0
        default: break
        }
        // Vowels and final consonants of Hangul join the wide consonant before them.
        if 0x1160...0x11FF ~= scalar.value || 0xD7B0...0xD7FF ~= scalar.value { return 0 }
        return isWide(scalar.value) || scalar.properties.isEmojiPresentation && !isRegionalIndicator(scalar) ? 2 : 1
    }

    /// Whether a format character is drawn: the signs that stand under or before numbers in Arabic, Syriac and Kaithi.
    private static func isSign(_ value: UInt32) -> Bool {
        switch value {
        case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
        default: false
        }
    }

    /// Whether a character is of the classes W and F of Unicode Standard Annex 11, the emoji aside.
    private static func isWide(_ value: UInt32) -> Bool {
        value >= 0x1100 && wide.contains { $0 ~= value }
    }

    /// Unassigned characters between wide ones are counted with them.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD,
        0x30000...0x3FFFD,
    ]
}
