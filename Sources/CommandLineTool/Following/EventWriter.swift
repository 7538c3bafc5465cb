internal import CivilTime
internal import EventLog
internal import MailLedger

/// Writes events as they are stored: lines for people, or elements of a list.
struct EventWriter {
    let session: Session
    let ledger: Ledger

    /// How far a payload stands in that has no room behind its event.
    private static let indent = 4

    /// Writes those events of a transaction that were asked for, as long as somebody reads.
    func write(_ transaction: RecordedTransaction, to list: ListWriter?) throws {
        guard let first = transaction.events.first, let stored = try ledger.store.transaction(transaction.number) else {
            return
        }
        let asked = Set(transaction.events.map(\.position))
        let selection = EventSelection(after: first.position.advanced(by: -1), through: transaction.position)
        try ledger.store.forEach(selection) { event in
            try !asked.contains(event.position) || write(event, stored, to: list)
        }
    }

    /// Writes one event; false where nobody reads any more.
    func write(_ event: StoredEvent, _ transaction: StoredTransaction, to list: ListWriter?) throws -> Bool {
        if let list { return try list.write(EventForm(event, transaction, of: ledger.store)) }
        let head = "\(event.position)  \(session.times.full(transaction.recordedAt.microseconds))  \(event.type)"
        let payload = event.payload.map { String(decoding: $0, as: UTF8.self) } ?? "(erased)"
        let line = Sanitizer.line("\(head)  \(payload)")
        if session.output.columns.map({ TerminalWidth.of(line) <= $0 }) ?? true {
            session.output.line(line)
        } else {
            session.line(head)
            session.wrapped(payload, indent: Self.indent)
        }
        return session.output.isOpen
    }
}
