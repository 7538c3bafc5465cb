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

        fileprivate var whole: [Table.Cell] { cells + texts.map { Table.Cell($0) } }
    }
}

/// Writes a table whose last texts stand below their line where the terminal is too narrow for them.
///
/// The first lines settle the widths of the columns. The others are written as they come, so a list of any length takes
/// the same memory.
final class WholeLineWriter {
    /// The number of lines that settle the widths.
    static let settling = 1_000

    private let session: Session
    private let columns: [Table.Column]
    private let indent: Int
    /// Writes what else stands below the line of a number.
    private let rest: (Int) -> Void
    /// Lines that wait until the widths are settled.
    private var waiting: [Session.WholeLine] = []
    private var layouts: Layouts?
    /// The number of lines that were written.
    private var written = 0

    private struct Layouts {
        let whole: TableLayout
        let heads: TableLayout
        /// Whether some line that settled the widths has no room for its last texts.
        let isNarrow: Bool
    }

    init(_ session: Session, _ columns: [Table.Column], indent: Int, rest: @escaping (Int) -> Void = { _ in }) {
        (self.session, self.columns, self.indent, self.rest) = (session, columns, indent, rest)
    }

    /// The number of lines.
    var count: Int { written + waiting.count }

    /// Forgets the lines that wait; false if some were written already.
    func restart() -> Bool {
        waiting.removeAll()
        return written == 0
    }

    func write(_ line: Session.WholeLine) {
        if let layouts { return write(line, layouts) }
        waiting.append(line)
        if waiting.count == Self.settling { settle() }
    }

    /// Writes the lines that wait.
    func finish() {
        if layouts == nil { settle() }
    }

    private func settle() {
        var whole = Table(columns + Array(repeating: Table.Column(), count: waiting.first?.texts.count ?? 0))
        var heads = Table(columns)
        for line in waiting {
            whole.append(line.whole)
            heads.append(line.cells)
        }
        let wide = session.layout(of: whole, isWhole: true)
        let lines = waiting
        let layouts = Layouts(
            whole: wide, heads: session.layout(of: heads), isNarrow: !lines.allSatisfy { fits($0.whole, wide) })
        self.layouts = layouts
        waiting.removeAll()
        for line in lines { write(line, layouts) }
    }

    private func write(_ line: Session.WholeLine, _ layouts: Layouts) {
        let whole = line.whole
        let isNarrow = layouts.isNarrow || !fits(whole, layouts.whole)
        session.output.line(isNarrow ? layouts.heads.line(line.cells) : layouts.whole.line(whole))
        if isNarrow, !line.below.isEmpty { session.wrapped(line.below, indent: indent) }
        rest(written)
        written += 1
    }

    private func fits(_ cells: [Table.Cell], _ layout: TableLayout) -> Bool {
        session.output.columns.map { layout.fits(cells, $0) } ?? true
    }
}

extension Session {
    /// Writes such a table of lines that are there already.
    ///
    /// - Parameter rest: Writes what else stands below the line of a number.
    func write(
        _ columns: [Table.Column], _ lines: [WholeLine], indent: Int, rest: @escaping (Int) -> Void = { _ in }
    ) {
        let writer = WholeLineWriter(self, columns, indent: indent, rest: rest)
        lines.forEach(writer.write)
        writer.finish()
    }

    /// Writes text indented, and on a terminal wrapped between its words.
    func wrapped(_ text: String, indent: Int) {
        let margin = TerminalWidth.blanks(indent)
        let width = output.columns.map { max(1, $0 - indent) } ?? .max
        for piece in TerminalWidth.wrap(Sanitizer.line(text), to: width) { output.line(margin + piece) }
    }
}
