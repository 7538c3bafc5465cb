internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Processes
internal import Projections

/// Shows which messages come into the answer of a query, change in it and leave it.
struct QueryWatch {
    let session: Session
    let ledger: Ledger
    /// The moment of the first answer; nil for now.
    let start: Moment?
    /// Whether to wait for more.
    let waits: Bool
    let limit: Int?

    func run(_ query: MessageQuery) throws {
        let list = session.list()
        var steps = ListSteps(LiveList.messages(query), pace: .everyTransaction)
        let first = try steps.first(from: ledger, at: start)
        var (rows, written) = (first.rows, 0)
        if let list {
            _ = try list.write(LiveAnswerForm(answer: first, rows: LiveRow.all(of: first, before: [])))
            written += 1
        } else if waits {
            let match = start != nil ? "matched then" : rows.count == 1 ? "matches at present" : "match at present"
            StandardError.line("note: \(Counted.of(rows.count, "message", "messages")) \(match)")
        }
        session.output.flush()
        while session.output.isOpen, written < limit ?? .max {
            let before = steps.position
            if try ledger.store.head().position > before {
                try steps.forEachAnswer(from: ledger) { answer in
                    written += try write(answer, before: rows, to: list)
                    rows = answer.rows
                    return session.output.isOpen && written < limit ?? .max
                }
                session.output.flush()
            }
            guard steps.position == before else { continue }
            guard waits else { break }
            Pause.milliseconds(50)
        }
        try session.finish(list)
    }

    /// Returns how many lines were written.
    private func write(
        _ answer: LiveAnswer<MessageRow>, before: [MessageRow], to list: ListWriter?
    ) throws -> Int {
        let rows = LiveRow.all(of: answer, before: before)
        if let list {
            _ = try list.write(LiveAnswerForm(answer: answer, rows: rows))
            return 1
        }
        // In text a list has no places.
        let shown = rows.filter { $0.kind != .moved }
        for row in shown { write(row, of: answer) }
        return shown.count
    }

    private func write(_ row: LiveRow, of answer: LiveAnswer<MessageRow>) {
        let (style, message, header) = (session.style, row.row, answer.header)
        let word =
            switch row.kind {
            case .inserted: "came in"
            case .removed: "left"
            case .updated, .moved: "changed"
            }
        let time = answer.transaction.map { session.times.moment($0.recordedAt.microseconds) } ?? ""
        let agent = ActWords.agent(header?.actor, header?.osUser, header?.host)
        let sender = message.from.map { $0.name ?? $0.address } ?? "(no sender)"
        let reason = header?.reason.map { "  “\($0)”" } ?? ""
        session.line(
            painted: style.paint(time, .dim) + " " + style.paint(Sanitizer.line(agent), .bold) + "  "
                + word + String(repeating: " ", count: 7 - word.count) + "  "
                + style.paint(message.id.description.prefix(8).description, .dim) + "  "
                + Sanitizer.line(sender) + "  " + Sanitizer.line(message.subject ?? "(no subject)") + "  "
                + style.paint(Sanitizer.line(message.folders.joined(separator: ", ")), .dim)
                + Sanitizer.line(reason) + "  " + style.paint("@\(answer.position)", .dim))
    }
}
