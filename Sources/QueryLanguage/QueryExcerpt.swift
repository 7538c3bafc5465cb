/// Draws a query with a caret under a part of it, in the columns of a terminal.
struct QueryExcerpt {
    /// Two lines, without a line end after the second.
    let text: String

    /// Columns of a query that is shown whole, and of the window into a longer one.
    private static let width = 76

    init(_ query: String, _ fault: Range<Int>) {
        var cells: [(text: String, width: Int, start: Int)] = []
        var offset = 0
        for character in query {
            cells.append((Self.printable(character), Self.columns(of: character), offset))
            offset += character.utf8.count
        }
        // The cells that the fault touches: at least one, so that there is always a caret.
        var first = cells.lastIndex { $0.start <= fault.lowerBound } ?? 0
        var end = max(cells.firstIndex { $0.start >= fault.upperBound } ?? cells.count, first + 1)

        var isCutBefore = false
        var isCutAfter = false
        if cells.reduce(0, { $0 + $1.width }) > Self.width {
            var from = first
            var columns = 0
            while from > 0, columns < Self.width / 2 {
                from -= 1
                columns += cells[from].width
            }
            var to = from
            columns = 0
            while to < cells.count, columns + cells[to].width <= Self.width {
                columns += cells[to].width
                to += 1
            }
            isCutBefore = from > 0
            isCutAfter = to < cells.count
            cells = Array(cells[from..<to])
            first -= from
            end = max(min(end - from, cells.count), first + 1)
        }
        let before = cells[..<min(first, cells.count)].reduce(isCutBefore ? 1 : 0) { $0 + $1.width }
        let marked = max(cells[min(first, cells.count)..<min(end, cells.count)].reduce(0) { $0 + $1.width }, 1)
        let line = (isCutBefore ? "…" : "") + cells.map(\.text).joined() + (isCutAfter ? "…" : "")
        text = line + "\n" + String(repeating: " ", count: before) + "^" + String(repeating: "~", count: marked - 1)
    }

    /// A character as it may be sent to a terminal: one that takes no column or turns the line around becomes U+FFFD.
    private static func printable(_ character: Character) -> String {
        if character.unicodeScalars.contains(where: \.isRefusedInQueries) { return "\u{FFFD}" }
        if character.isWhitespace, width(of: character) < 2 { return " " }
        return isDrawable(character) ? String(character) : "\u{FFFD}"
    }

    private static func columns(of character: Character) -> Int {
        isDrawable(character) ? width(of: character) : 1
    }

    private static func isDrawable(_ character: Character) -> Bool {
        width(of: character) > 0 && !character.unicodeScalars.contains { $0.isRefusedInQueries }
    }

    private static func width(of character: Character) -> Int {
        var widest = 0
        for scalar in character.unicodeScalars {
            if scalar == "\u{FE0F}" { return 2 }
            widest = max(widest, width(of: scalar))
        }
        return widest
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    /// Whether a character is wide or full-width (Unicode Standard Annex #11), in ranges rounded to whole scripts.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
            0x1F1E6...0x1F1FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            return true
        default:
            return scalar.properties.isEmojiPresentation
        }
    }
}

extension Unicode.Scalar {
    /// Whether a query may not hold it: controls, line separators and what turns the direction of a line.
    ///
    /// Tab, line feed and carriage return are white space.
    var isRefusedInQueries: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D: false
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
