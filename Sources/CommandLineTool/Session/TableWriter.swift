/// Writes a table with a header as its rows come: the first ones settle the widths, so that any length takes the same memory.
final class TableWriter {
    private let session: Session
    private let columns: [Table.Column]
    /// Rows that wait until the widths are settled.
    private var waiting: [[Table.Cell]] = []
    private var layout: TableLayout?

    init(_ session: Session, _ columns: [Table.Column]) {
        (self.session, self.columns) = (session, columns)
    }

    /// Whether something was written, which cannot be taken back.
    var hasWritten: Bool { layout != nil }

    func write(_ row: [String]) {
        let cells = row.map { Table.Cell($0) }
        if let layout { return session.output.line(layout.line(cells)) }
        waiting.append(cells)
        if waiting.count == WholeLineWriter.settling { settle() }
    }

    /// Writes the rows that wait; without any, nothing.
    func finish() {
        if layout == nil, !waiting.isEmpty { settle() }
    }

    private func settle() {
        var table = Table(columns)
        waiting.forEach { table.append($0) }
        let layout = session.layout(of: table, showsHeader: true)
        self.layout = layout
        session.output.line(layout.line(columns.map { Table.Cell($0.header, .bold) }))
        for row in waiting { session.output.line(layout.line(row)) }
        waiting.removeAll()
    }
}
