internal import MailLedger

/// Rows in aligned columns, fitted to a terminal, or whole where the reader is a program.
///
/// Cells are sanitised: they hold text of mail.
package struct Table: Sendable {
    /// What is said of a column.
    package struct Column: Sendable {
        var header: String
        var alignment: TerminalWidth.Alignment
        var minimum: Int
        var maximum: Int?
        var isFlexible: Bool
        var looks: [Style.Look]

        /// Describes a column.
        ///
        /// - Parameters:
        ///   - minimum: what a flexible column keeps while another one can still give way.
        ///   - maximum: what it takes at most on a terminal; nil for no bound.
        ///   - isFlexible: whether the column gives way where the terminal is too narrow; others are cut off, from the right
        ///     end, only where that is not enough.
        package init(
            _ header: String = "",
            alignment: TerminalWidth.Alignment = .left,
            minimum: Int = 1,
            maximum: Int? = nil,
            isFlexible: Bool = false,
            looks: [Style.Look] = []
        ) {
            self.header = header
            self.alignment = alignment
            self.minimum = max(1, minimum)
            self.maximum = maximum
            self.isFlexible = isFlexible
            self.looks = looks
        }
    }

    /// The text of one place, with looks of its own, such as bold for what is unread.
    package struct Cell: Sendable, ExpressibleByStringInterpolation {
        let text: String
        let looks: [Style.Look]

        /// Makes a cell.
        package init(_ text: String, _ looks: Style.Look...) {
            self.text = Sanitizer.line(text)
            self.looks = looks
        }

        /// Makes a cell of a literal.
        package init(stringLiteral value: String) {
            self.init(value)
        }
    }

    let columns: [Column]
    private(set) var rows: [[Cell]] = []

    /// Makes a table without rows.
    package init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row; missing cells are empty, those too many are left out.
    package mutating func append(_ cells: [Cell]) {
        let cells = cells.prefix(columns.count)
        rows.append(cells + Array(repeating: Cell(""), count: columns.count - cells.count))
    }

    /// Adds a row of plain texts.
    package mutating func append(_ texts: [String]) {
        append(texts.map { Cell($0) })
    }

    /// Hands each line, without its line break, to `body`.
    ///
    /// - Parameter width: the terminal's columns; nil means a pipe or a file, where nothing is cut off.
    /// - Complexity: O(cells).
    package func forEachLine(
        width: Int?,
        style: Style = Style(isEnabled: false),
        showsHeader: Bool = false,
        _ body: (String) throws -> Void
    ) rethrows {
        let layout = layout(width: width, style: style, showsHeader: showsHeader)
        if showsHeader { try body(layout.line(columns.map { Cell($0.header, .bold) })) }
        for row in rows { try body(layout.line(row)) }
    }

    /// Settles the widths of the columns by the rows.
    package func layout(
        width: Int?, style: Style = Style(isEnabled: false), showsHeader: Bool = false
    ) -> TableLayout {
        let widths = widths(in: width, showsHeader: showsHeader)
        return TableLayout(
            columns: Array(columns.prefix(widths.count)), widths: widths, cuts: width != nil, style: style)
    }

    /// Returns all lines, each with its line break.
    package func render(
        width: Int?,
        style: Style = Style(isEnabled: false),
        showsHeader: Bool = false
    ) -> String {
        var text = ""
        forEachLine(width: width, style: style, showsHeader: showsHeader) { text += $0 + "\n" }
        return text
    }

    static var gap: String { "  " }

    /// The width up to which cells align their column if nothing is cut off; a longer cell does not widen it.
    ///
    /// One long cell would push the following columns out of sight in every row. A hostile header of a megabyte would
    /// add a megabyte of spaces to each.
    static var alignmentLimit: Int { 40 }
}
