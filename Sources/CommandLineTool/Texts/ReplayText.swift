internal import CivilTime
internal import EventLog
internal import JSONCoding
internal import MailLedger

/// Writes what is played for people: a transaction, and below it the rows that it moved.
struct ReplayText {
    private let session: Session
    private var isEmpty = true

    init(_ session: Session) {
        self.session = session
    }

    mutating func write(_ step: ReplayStep) {
        guard !step.rows.isEmpty else { return }
        isEmpty = false
        let reason = step.reason.map { "  “\($0)”" } ?? ""
        let positions = step.first == step.last ? "@\(step.first)" : "@\(step.first)..\(step.last)"
        session.output.line(
            session.style.paint("tx \(step.transaction)", .yellow) + "  "
                + session.style.paint(session.times.minute(step.time.microseconds), .dim) + "  "
                + session.style.paint(Sanitizer.line(step.actor ?? "(erased)"), .bold) + "  "
                + Sanitizer.line(step.command ?? "(erased)") + "  " + session.style.paint(positions, .dim)
                + Sanitizer.line(reason))
        let width = step.rows.map(\.table.count).max() ?? 0
        for row in step.rows { session.line("  " + words(row, step, width: width)) }
    }

    mutating func finish() {
        if isEmpty { session.line("No row moved.") }
    }

    private func words(_ row: RowDifference, _ step: ReplayStep, width: Int) -> String {
        let sign =
            switch row.kind {
            case .created: "+"
            case .destroyed: "-"
            case .updated: " "
            }
        let key = row.key.sorted { $0.key < $1.key }.map { " " + value($0.value, isTime: false, step) }.joined()
        let table = row.table + String(repeating: " ", count: width - row.table.count)
        let name = row.name.map(Self.cut) ?? String(row.id.description.prefix(8))
        let shown = row.kind == .updated ? row.columns : row.columns.filter { Self.telling.contains($0.name) }
        let values = shown.map { column in
            let (old, new) = (
                value(column.old, isTime: column.isTime, step), value(column.new, isTime: column.isTime, step)
            )
            return switch row.kind {
            case .created: "\(column.name) \(new)"
            case .destroyed: "\(column.name) \(old)"
            case .updated: "\(column.name) \(old) → \(new)"
            }
        }
        return "\(sign) \(table)  \(name)\(key)" + (values.isEmpty ? "" : "  " + values.joined(separator: ", "))
    }

    /// What is worth a word of a row that came or went; its name stands before it.
    private static let telling: Set<String> = [
        "folder", "total", "unread", "message_count", "unread_count", "file_name",
    ]

    private func value(_ value: JSONValue, isTime: Bool, _ step: ReplayStep) -> String {
        ValueWords(
            name: { step.folderPaths[$0] ?? ($0.isEmpty ? nil : Self.cut($0)) }, time: session.times.minute
        ).value(value, isTime: isTime)
    }

    private static func cut(_ text: String) -> String { text.count > 60 ? text.prefix(59) + "…" : text }
}
