internal import EventLog
internal import MailLedger

extension Session {
    /// Begins a list in the JSON form that is wanted; nil for text.
    func list() -> ListWriter? {
        format == .text ? nil : ListWriter(output, format, version: version)
    }

    /// Ends a list, or text.
    func finish(_ list: ListWriter?) throws {
        if let list { try list.finish() } else { try output.finish() }
    }

    /// Writes a list in the JSON form that is wanted while its rows are read; not for text, which is fitted as a whole.
    ///
    /// - Parameter rows: hands each row to the closure it is given, until that one returns false.
    func stream<Row>(
        _ form: @escaping (Row) throws -> some Encodable, _ rows: ((Row) throws -> Bool) throws -> Void
    ) throws {
        let list = ListWriter(output, format, version: version)
        try rows { try list.write(form($0)) }
        try list.finish()
    }

    /// Answers a list: as JSON its rows are written while they are read; for people a closure gets them all.
    func show<Query: LedgerQuery, Row>(
        _ query: Query, of ledger: Ledger, text: ([Row]) throws -> Void
    ) throws where Query.Answer == Rows<Row> {
        guard format != .text else {
            try text(ledger.answer(query))
            tellIfEmpty()
            return try output.finish()
        }
        try stream(query, of: ledger)
    }

    /// Answers a list whose rows are written while they are read, in each form.
    ///
    /// - Parameters:
    ///   - line: The line of a row for people.
    ///   - writer: Writes such lines.
    ///   - end: Called behind the last line for people.
    func show<Query: LedgerQuery, Row>(
        _ query: Query, of ledger: Ledger, by writer: WholeLineWriter, line: (Row) -> WholeLine, end: () throws -> Void
    ) throws where Query.Answer == Rows<Row> {
        guard format == .text else { return try stream(query, of: ledger) }
        try ledger.answer(query) { rows in
            guard writer.restart() else { throw InterruptedList() }
            try rows.forEach { row in
                writer.write(line(row))
                return output.isOpen
            }
        }
        writer.finish()
        try end()
        tellIfEmpty()
        try output.finish()
    }

    private func stream<Query: LedgerQuery, Row>(
        _ query: Query, of ledger: Ledger
    ) throws where Query.Answer == Rows<Row> {
        let list = ListWriter(output, format, version: version)
        try ledger.answer(query) { rows in
            // Damaged views are made anew and read again; what is written cannot be taken back.
            guard list.count == 0 else { throw InterruptedList() }
            try rows.forEach(list.write)
        }
        try list.finish()
    }
}

/// A list broke off because the views that it came from were damaged.
struct InterruptedList: Error, CustomStringConvertible {
    var description: String { "the views were damaged, and were rebuilt while they were listed; run it again" }
}
