/// Makes text of mail safe to show, on a terminal or a page: nothing in it moves the cursor or hides the rest.
///
/// Characters that could do so, recolour or reorder are shown instead: control characters as their pictures (`␛`),
/// others as `\u{202E}`.
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

    /// All marks, for programs in other languages, whose tables may be of another version of Unicode.
    static var marks: [ClosedRange<UInt32>] {
        // No other plane has any.
        let planes: [ClosedRange<UInt32>] = [0x300...0x1FFFF, 0xE0000...0xE0FFF]
        var ranges: [ClosedRange<UInt32>] = []
        for value in planes.joined() where Unicode.Scalar(value).map(isMark) ?? false {
            if let last = ranges.last, last.upperBound + 1 == value {
                ranges[ranges.count - 1] = last.lowerBound...value
            } else {
                ranges.append(value...value)
            }
        }
        return ranges
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200C || scalar.value == 0x200D
    }

    /// Whether a character is drawn as nothing, or changes how others are drawn.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        for range in hidden where scalar.value <= range.upperBound { return scalar.value >= range.lowerBound }
        return false
    }

    /// Characters that are invisible, or change how others are drawn, in their order.
    static let hidden: [ClosedRange<UInt32>] = [
        0x80...0x9F,  // C1, which some terminals obey as they do ESC
        0xAD...0xAD, 0x34F...0x34F,  // soft hyphen, grapheme joiner
        0x61C...0x61C,  // bidirectional controls, UAX 9, as are 200E, 200F, 202A to 202E and 2066 to 2069
        0x115F...0x1160, 0x17B4...0x17B5,  // fillers, as are 3164 and FFA0
        0x180B...0x180F,  // Mongolian selectors
        0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0,
        0xFFF9...0xFFFB, 0x1D173...0x1D17A,  // annotations, musical format
        0xE0000...0xE0FFF,  // tags and more variation selectors
    ]
}
