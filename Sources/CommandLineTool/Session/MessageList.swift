internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

/// Lists messages for `messages` and `search`.
struct MessageList {
    let query: QueryArguments
    let page: PageOptions
    let session: Session

    func run() throws {
        let filter = try query.filter()
        let ledger = try session.open()
        try ledger.prepareSearch(for: filter)
        if session.format == .text {
            let rows = try ledger.read { try $0.messages(matching: filter, limit: page.limit, offset: page.offset) }
            session.write(table(rows))
            try session.output.finish()
        } else {
            try session.stream(MessageForm.init, from: ledger) { reader, write in
                try reader.forEachMessage(matching: filter, limit: page.limit, offset: page.offset, write)
            }
        }
        session.noteIfBehind(ledger)
    }

    private func table(_ rows: [MessageRow]) -> Table {
        var table = Table([
            .init(looks: [.yellow]), .init(alignment: .right, looks: [.dim]), .init(),
            .init(minimum: 8, maximum: 24, isFlexible: true),
            .init(minimum: 12, isFlexible: true),
        ])
        for row in rows {
            let marks = (row.isRead ? " " : "●") + (row.isFlagged ? "★" : " ") + (row.hasAttachments ? "+" : " ")
            let sender = row.from.map { $0.displayName } ?? "–"
            let subject = row.subject ?? "(no subject)"
            table.append([
                .init(String(row.id.description.prefix(8))), .init(session.times.short(row.sortDate.microseconds)),
                .init(marks), row.isRead ? .init(sender) : .init(sender, .bold),
                row.isRead ? .init(subject) : .init(subject, .bold),
            ])
        }
        return table
    }
}
