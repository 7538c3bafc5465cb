/// Makes text of mail safe to show, on a terminal or a page: nothing in it moves the cursor, recolours, reorders or hides what is shown.
///
/// What could is shown instead: control characters as their pictures (`␛`), others as `\u{202E}`.
package enum Sanitizer {
    /// Returns text for one line: line breaks and tabs are shown too.
    package static func line(_ text: String) -> String {
        sanitize(text, keepsLines: false)
    }

    /// Returns text of several lines: line breaks and tabs are kept, CR LF becomes one line break.
    package static func text(_ text: String) -> String {
        sanitize(text, keepsLines: true)
    }

    /// More marks than this on one letter are no writing, but a way to draw over other lines.
    private static var markLimit: Int { 8 }

    private static func sanitize(_ text: String, keepsLines: Bool) -> String {
        func isPlain(_ byte: UInt8) -> Bool {
            0x20...0x7E ~= byte || (keepsLines && (byte == 0x0A || byte == 0x09))
        }
        if text.utf8.allSatisfy(isPlain) { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 64)
        var index = 0
        while index < bytes.count {
            // Most of a text is plain, and passes in runs.
            let plain = bytes[index...].prefix(while: isPlain)
            output += plain
            let others = bytes[plain.endIndex...].prefix { !isPlain($0) }
            index = others.endIndex
            let following = index < bytes.count ? Unicode.Scalar(bytes[index]) : nil
            append(Array(String(decoding: others, as: UTF8.self).unicodeScalars), following, keepsLines, to: &output)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends characters that have plain ones around them, of which the next is `following`.
    private static func append(
        _ scalars: [Unicode.Scalar], _ following: Unicode.Scalar?, _ keepsLines: Bool, to output: inout [UInt8]
    ) {
        var marks = 0
        for (index, scalar) in scalars.enumerated() {
            let before = index > 0 ? scalars[index - 1] : " "
            let after = index + 1 < scalars.count ? scalars[index + 1] : following
            // Joins emoji, and letters of Persian and of the scripts of India.
            let joins =
                isJoiner(scalar) && before.value > 0xFF && after.map { $0.value > 0xFF && !isHidden($0) } ?? false
            marks = isMark(scalar) ? marks + 1 : 0
            if marks > markLimit {
                if marks == markLimit + 1 { output += "\u{FFFD}".utf8 }
            } else if keepsLines, scalar == "\r", after == "\n" {
                continue
            } else if scalar.value < 0x20 || scalar.value == 0x7F {
                output += String(picture(of: scalar)).utf8
            } else if isHidden(scalar), !joins {
                output += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
            } else {
                output += String(scalar).utf8
            }
        }
    }

    /// Returns the picture of a control character, from the block that begins at U+2400.
    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        Unicode.Scalar(scalar.value == 0x7F ? 0x2421 : 0x2400 + scalar.value) ?? "\u{FFFD}"
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        let category = scalar.properties.generalCategory
        return category == .nonspacingMark || category == .enclosingMark
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200C || scalar.value == 0x200D
    }

    /// Whether a character is drawn as nothing, or changes how others are drawn.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x80...0x9F: true  // C1, which some terminals obey as they do ESC
        case 0x00AD, 0x034F, 0x180B...0x180F: true  // soft hyphen, grapheme joiner, Mongolian selectors
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional controls, UAX 9
        case 0x200B...0x200D, 0x2028, 0x2029, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF: true
        case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0: true  // fillers
        case 0xFFF9...0xFFFB, 0x1D173...0x1D17A: true  // annotations, musical format
        case 0xE0000...0xE0FFF: true  // tags and more variation selectors
        default: false
        }
    }
}
