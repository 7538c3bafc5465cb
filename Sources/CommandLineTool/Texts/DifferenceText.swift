internal import CivilTime
internal import EventLog
internal import JSONCoding
internal import MailLedger

/// Writes what differs for people: thing by thing, and below each event what it made different.
struct DifferenceText {
    private let session: Session
    private let folders: [String: String]
    private let unfolds: Bool
    /// The rows of the thing that is being gathered.
    private var rows: [RowDifference] = []
    /// What came and went with accounts and folders, by the event.
    private var folded: [Position: (cause: DifferenceCause, kind: String, counts: [String: Int])] = [:]
    private var isEmpty = true

    init(_ session: Session, folders: [String: String], unfolds: Bool) {
        self.session = session
        self.folders = folders
        self.unfolds = unfolds
    }

    mutating func write(_ row: RowDifference) {
        isEmpty = false
        if let cause = row.causes.last, !unfolds, row.kind != .updated, cause.isOfContainer, cause.stream != row.stream
        {
            var entry = folded[cause.position] ?? (cause, row.kind == .created ? "came" : "went", [:])
            entry.counts[row.table, default: 0] += 1
            folded[cause.position] = entry
            return
        }
        if let last = rows.last, (last.entity, last.stream) != (row.entity, row.stream) { writeThing() }
        rows.append(row)
    }

    /// - Parameter between: How many transactions came between the two moments, if all that they did was asked about.
    mutating func finish(between: Int64) {
        writeThing()
        for (_, entry) in folded.sorted(by: { $0.key < $1.key }) {
            let counts = entry.counts.sorted { $0.key < $1.key }.map { Self.counted($1, $0) }
            heading(entry.cause, indent: "")
            session.line("    \(counts.joined(separator: ", ")) \(entry.kind) with it; --unfold lists them")
        }
        guard isEmpty else { return }
        let came = Counted.of(Int(between), "transaction", "transactions")
        session.line(
            between > 0
                ? "Nothing differs, though \(came) came between; 'mailledger log' lists them." : "Nothing differs.")
    }

    private mutating func writeThing() {
        defer { rows = [] }
        guard let first = rows.first else { return }
        let place = first.account.map { $0 == first.name ? "" : $0 } ?? ""
        var table = Table(Self.thing)
        table.append(["\(first.entity) \(first.id.description.prefix(8))", first.name ?? "(no subject)", place])
        session.write(table)
        var causes: [Position: DifferenceCause] = [:]
        for cause in rows.flatMap(\.causes) { causes[cause.position] = cause }
        for (position, cause) in causes.sorted(by: { $0.key < $1.key }) {
            heading(cause, indent: "  ")
            for row in rows { writeRow(row, madeBy: position) }
        }
    }

    private func heading(_ cause: DifferenceCause, indent: String) {
        let reason = cause.reason.map { "“\($0)”" } ?? ""
        let line = Session.WholeLine(
            cells: [
                "\(indent)@\(cause.position) \(cause.type.name)", session.times.minute(cause.time.microseconds),
                ActWords.agent(cause.actor, cause.osUser, cause.host),
            ],
            texts: [reason], below: reason)
        session.write(Self.cause, [line], indent: indent.count + 4)
    }

    private static let thing: [Table.Column] = [
        .init(looks: [.yellow]), .init(minimum: 8, isFlexible: true, looks: [.bold]),
        .init(minimum: 8, isFlexible: true, looks: [.dim]),
    ]
    private static let cause: [Table.Column] = [
        .init(minimum: 16, isFlexible: true), .init(looks: [.dim]),
        .init(minimum: 8, isFlexible: true, looks: [.bold]),
    ]

    private func writeRow(_ row: RowDifference, madeBy position: Position) {
        let columns = row.columns.filter { $0.position == position }
        guard !columns.isEmpty else { return }
        let key = row.key.values.map { " " + words($0, isTime: false) }.joined()
        let name = Self.words(row.table) + key
        // A thing with one row is named in the heading.
        switch row.kind {
        case .created: line("    + \(name)\(summary(row, \.new))")
        case .destroyed: line("    - \(name)\(summary(row, \.old))")
        case .updated:
            for column in columns {
                line(
                    "    \(name)  \(column.name): ", from: words(column.old, isTime: column.isTime),
                    to: words(column.new, isTime: column.isTime))
            }
        }
    }

    /// Writes a line, on a terminal cut to its width.
    private func line(_ text: String) {
        let text = Sanitizer.line(text)
        session.output.line(session.output.columns.map { TerminalWidth.truncate(text, to: $0) } ?? text)
    }

    /// Writes a change; where the terminal is too narrow, the values share it, so that something of both is seen.
    private func line(_ start: String, from old: String, to new: String) {
        let (start, old, new) = (Sanitizer.line(start), Sanitizer.line(old), Sanitizer.line(new))
        let arrow = " → "
        guard let columns = session.output.columns else { return session.output.line(start + old + arrow + new) }
        let room = max(0, columns - TerminalWidth.of(start + arrow))
        let first = TerminalWidth.truncate(old, to: max(room / 2, room - TerminalWidth.of(new)))
        let second = TerminalWidth.truncate(new, to: room - TerminalWidth.of(first))
        session.output.line(TerminalWidth.truncate(start + first + arrow + second, to: columns))
    }

    /// What a person knows a row by that came or went.
    private func summary(_ row: RowDifference, _ value: (ColumnDifference) -> JSONValue) -> String {
        let telling = ["copies": "folder", "attachments": "file_name", "skipped_files": "reason", "unread": "total"]
        guard let column = row.columns.first(where: { $0.name == telling[row.table] }) else { return "" }
        return "  \(column.name): \(words(value(column), isTime: false))"
    }

    private static func counted(_ count: Int, _ table: String) -> String {
        let single = [
            "accounts": "account", "folders": "folder", "messages": "message", "copies": "copy", "keywords": "keyword",
            "attachments": "attachment", "threads": "thread", "unread": "count", "sync_states": "sync state",
            "skipped_files": "skipped file",
        ]
        let plural = table == "unread" ? "counts" : words(table)
        return Counted.of(count, single[table] ?? plural, plural)
    }

    /// A table's name as words.
    private static func words(_ table: String) -> String {
        table.split(separator: "_").joined(separator: " ")
    }

    private func words(_ value: JSONValue, isTime: Bool) -> String {
        ValueWords(name: { folders[$0] }, time: session.times.full).value(value, isTime: isTime)
    }
}
