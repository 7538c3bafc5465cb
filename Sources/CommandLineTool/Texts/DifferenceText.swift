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
        let place = first.account.map { $0 == first.name ? "" : "  " + $0 } ?? ""
        session.output.line(
            session.style.paint(first.entity, .dim) + " "
                + session.style.paint(String(first.id.description.prefix(8)), .yellow) + "  "
                + session.style.paint(Sanitizer.line(first.name ?? "(no subject)"), .bold)
                + session.style.paint(Sanitizer.line(place), .dim))
        var causes: [Position: DifferenceCause] = [:]
        for cause in rows.flatMap(\.causes) { causes[cause.position] = cause }
        for (position, cause) in causes.sorted(by: { $0.key < $1.key }) {
            heading(cause, indent: "  ")
            for row in rows { writeRow(row, madeBy: position) }
        }
    }

    private func heading(_ cause: DifferenceCause, indent: String) {
        let reason = cause.reason.map { "  “\($0)”" } ?? ""
        session.output.line(
            indent + session.style.paint("@\(cause.position)", .dim) + " \(cause.type.name)  "
                + session.style.paint(session.times.minute(cause.time.microseconds), .dim) + "  "
                + session.style.paint(Sanitizer.line(ActWords.agent(cause.actor, cause.osUser, cause.host)), .bold)
                + Sanitizer.line(reason))
    }

    private func writeRow(_ row: RowDifference, madeBy position: Position) {
        let columns = row.columns.filter { $0.position == position }
        guard !columns.isEmpty else { return }
        let key = row.key.values.map { " " + words($0, isTime: false) }.joined()
        let name = Self.words(row.table) + key
        // A thing with one row is named in the heading.
        switch row.kind {
        case .created: session.line("    + \(name)\(summary(row, \.new))")
        case .destroyed: session.line("    - \(name)\(summary(row, \.old))")
        case .updated:
            for column in columns {
                let isTime = column.isTime
                session.line(
                    "    \(name)  \(column.name): \(words(column.old, isTime: isTime)) → \(words(column.new, isTime: isTime))"
                )
            }
        }
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
