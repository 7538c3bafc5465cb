/// The settled widths of a table's columns, by which any row is laid out.
package struct TableLayout: Sendable {
    let columns: [Table.Column]
    let widths: [Int]
    /// Whether cells that are wider than their column are cut off.
    let cuts: Bool
    let style: Style

    /// Lays out a row, without a line break; cells without a column are left out.
    func line(_ cells: [Table.Cell]) -> String {
        let cells = cells.prefix(columns.count)
        // What is empty at the end of a row needs no spaces before it.
        let last = cells.lastIndex { !$0.text.isEmpty } ?? 0
        var line = ""
        for index in cells.indices.prefix(last + 1) {
            let (cell, column) = (cells[index], columns[index])
            if index > 0 { line += Table.gap }
            let text = cuts ? TerminalWidth.truncate(cell.text, to: widths[index]) : cell.text
            let fill = TerminalWidth.blanks(widths[index] - TerminalWidth.of(text))
            let painted = style.paint(text, column.looks + cell.looks)
            switch column.alignment {
            case .right: line += fill + painted
            case .left: line += index == last ? painted : painted + fill
            }
        }
        return line
    }

    /// Whether a row, written whole, is no wider than a number of columns; cells without a column are left out.
    func fits(_ cells: [Table.Cell], _ room: Int) -> Bool {
        let cells = cells.prefix(columns.count)
        guard let last = cells.lastIndex(where: { !$0.text.isEmpty }) else { return true }
        let before = zip(cells, widths).prefix(last).reduce(0) { $0 + max(TerminalWidth.of($1.0.text), $1.1) }
        return before + Table.gap.count * last + TerminalWidth.of(cells[last].text) <= room
    }
}
