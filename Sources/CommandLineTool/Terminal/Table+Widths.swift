extension Table {
    /// Returns the width of each column: its widest cell where all fit, else less of the flexible ones, else
    /// of the last. Those at the right end have none where not even one character of each fits.
    func widths(in width: Int?, showsHeader: Bool) -> [Int] {
        var widths = columns.map { showsHeader ? TerminalWidth.of($0.header) : 0 }
        for row in rows {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], TerminalWidth.of(cell.text)) }
        }
        guard let width else { return widths.map { min($0, Self.alignmentLimit) } }
        for (index, column) in columns.enumerated() {
            widths[index] = min(widths[index], column.maximum ?? .max, max(1, width))
        }
        widths.removeLast(widths.count - shown(of: widths, in: width))
        let room = width - Self.gap.count * max(0, widths.count - 1)
        shrink(&widths, to: room) { columns[$0].isFlexible ? columns[$0].minimum : nil }
        shrink(&widths, to: room) { columns[$0].isFlexible ? 1 : nil }
        cut(&widths, to: room)
        return widths
    }

    /// How many columns have room for a character each; at least the first.
    private func shown(of widths: [Int], in width: Int) -> Int {
        var least = -Self.gap.count
        for (index, natural) in widths.enumerated() {
            least += Self.gap.count + min(natural, 1)
            if index > 0, least > width { return index }
        }
        return widths.count
    }

    /// Takes columns from the widest that may give, until all fit or none may.
    private func shrink(_ widths: inout [Int], to room: Int, floor: (Int) -> Int?) {
        var excess = widths.reduce(0, +) - room
        while excess > 0 {
            let givers = widths.indices.filter { index in floor(index).map { widths[index] > $0 } ?? false }
            guard let widest = givers.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
            excess -= 1
        }
    }

    /// Takes what is too much from the right end: ids and dates, which stand on the left, are whole as long as may be.
    private func cut(_ widths: inout [Int], to room: Int) {
        var excess = widths.reduce(0, +) - room
        for index in widths.indices.reversed() where excess > 0 {
            let taken = min(excess, widths[index] - 1)
            guard taken > 0 else { continue }
            widths[index] -= taken
            excess -= taken
        }
    }
}
