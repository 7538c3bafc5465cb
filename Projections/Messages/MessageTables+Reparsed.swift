internal import CivilTime
internal import EventLog
internal import JSONCoding
internal import Mail
internal import SQLiteDatabase

extension MessageTables {
    /// Replaces the reading of an earlier parser by that of a later one.
    func reread(_ reparsed: MessageReparsed, of id: Int64) throws {
        var assignments: [SQL] = ["parser = \(bind: reparsed.parser.new)"]
        if let change = reparsed.messageID { assignments.append("message_id = \(bind: change.new)") }
        if let change = reparsed.subject { assignments.append("subject = \(bind: change.new)") }
        if let change = reparsed.from {
            let new = change.new.first
            assignments.append(
                "from_name = \(bind: new?.name), from_address = \(bind: new?.address), authors = \(bind: change.new.count)"
            )
        }
        if let change = reparsed.to {
            assignments.append("recipients = \(bind: UTF8Text(try JSONBytesEncoder().encode(change.new)))")
        }
        if let change = reparsed.listID { assignments.append("list_id = \(bind: change.new)") }
        if let change = reparsed.snippet { assignments.append("snippet = \(bind: change.new)") }
        if let change = reparsed.attachments {
            assignments.append("has_attachments = \(bind: change.new.contains(where: \.isForReaders))")
        }
        if let change = reparsed.date { assignments.append("date = \(bind: change.new?.microseconds)") }
        try connection.run("UPDATE message SET \(assignments.joined(separator: ", ")) WHERE id = \(bind: id)")
        if let change = reparsed.date { try setSortDate(by: change.new, of: id) }
    }

    private func setSortDate(by date: Timestamp?, of id: Int64) throws {
        let times = try connection.first("SELECT received, recorded FROM message WHERE id = \(bind: id)") {
            try (Timestamp(microseconds: $0.next()), Timestamp(microseconds: $0.next()))
        }
        guard let (received, recorded) = times else { throw ProjectionError.unknown("message \(id)") }
        let sortDate = SortTime.of(date: date, receivedAt: received, recordedAt: recorded)
        try connection.run("UPDATE message SET sort_date = \(bind: sortDate) WHERE id = \(bind: id)")
        try connection.run("UPDATE copy SET sort_date = \(bind: sortDate) WHERE message = \(bind: id)")
        try MessageBlock.settle(MessageBlock.number(of: id), on: connection)
    }

    /// Records the progress of a parser through the mail of an account; nil removes it.
    func setReading(_ reading: AccountReparsed.Reading?, of account: Int64) throws {
        try connection.run("DELETE FROM reparsed_account WHERE account = \(bind: account)")
        guard let reading else { return }
        try connection.run(
            """
            INSERT INTO reparsed_account
            VALUES (\(bind: account), \(bind: reading.parser), \(bind: reading.through))
            """)
    }
}
