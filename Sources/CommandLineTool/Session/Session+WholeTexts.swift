internal import MailLedger

extension Session {
    /// A line of a table whose last texts are never cut, such as a reason.
    struct WholeLine {
        let cells: [Table.Cell]
        /// What stands at the end of the line where it fits.
        let texts: [String]
        /// What stands below the line, wrapped, where it does not.
        let below: String

        init(cells: [Table.Cell], texts: [String], below: String) {
            self.cells = cells
            self.texts = texts
            self.below = below
        }

        init(cells: [String], texts: [String], below: String) {
            self.init(cells: cells.map { Table.Cell($0) }, texts: texts, below: below)
        }
    }

    /// Writes a table whose last texts stand below their line where the terminal is too narrow for them.
    ///
    /// - Parameter rest: Writes what else stands below the line of a number.
    func write(_ columns: [Table.Column], _ lines: [WholeLine], indent: Int, rest: (Int) -> Void = { _ in }) {
        var whole = Table(columns + Array(repeating: Table.Column(), count: lines.first?.texts.count ?? 0))
        var heads = Table(columns)
        for line in lines {
            whole.append(line.cells + line.texts.map { Table.Cell($0) })
            heads.append(line.cells)
        }
        let isNarrow = output.columns.map { !whole.fits($0) } ?? false
        var next = 0
        forEachLine(of: isNarrow ? heads : whole, isWhole: !isNarrow) { text in
            output.line(text)
            if isNarrow, !lines[next].below.isEmpty { wrapped(lines[next].below, indent: indent) }
            rest(next)
            next += 1
        }
    }

    /// Writes text indented, and on a terminal wrapped between its words.
    private func wrapped(_ text: String, indent: Int) {
        let margin = TerminalWidth.blanks(indent)
        let width = output.columns.map { max(1, $0 - indent) } ?? .max
        for piece in TerminalWidth.wrap(Sanitizer.line(text), to: width) { output.line(margin + piece) }
    }
}
