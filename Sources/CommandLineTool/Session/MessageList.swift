internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

/// Lists messages for `messages` and `search`.
struct MessageList {
    let query: QueryArguments
    let list: ListOptions
    let page: PageOptions
    let moment: MomentOptions
    let session: Session
    /// Whether to say on standard error that the limit, which nobody has typed, left something out.
    var tellsOfMore = false
    /// Whether notes that the query finds are listed below the messages.
    var listsNotes = false

    func run() throws {
        try list.check(session.format)
        let query = try query.read()
        let ledger = try session.open(at: moment)
        let filter = try query.filter(in: ledger)
        try ledger.prepareSearch(for: filter)
        let selection = MessageSelection(
            matching: filter, order: list.sort.order, limit: page.limit, offset: page.offset)
        if list.output == .summary {
            try writeSummary(selection, ledger)
        } else {
            try writeNames(selection, ledger)
        }
        session.noteIfBehind(ledger)
    }

    private func writeNames(_ selection: MessageSelection, _ ledger: Ledger) throws {
        let names = NameWriter(session, null: list.null)
        try ledger.read { reader in
            switch list.output {
            case .ids, .summary: try reader.forEachMessageID(in: selection) { try names.write($0.description) }
            case .threads: try reader.forEachThreadID(in: selection) { try names.write($0.description) }
            case .files: try reader.forEachSource(in: selection) { try names.write($0) }
            case .tags: for keyword in try reader.keywords(in: selection) { _ = try names.write(keyword) }
            }
        }
        try names.finish()
    }

    private func writeSummary(_ selection: MessageSelection, _ ledger: Ledger) throws {
        let (filter, order) = (selection.filter, selection.order)
        if session.format == .text {
            let rows = try ledger.read {
                try $0.messages(matching: filter, order: order, limit: page.limit, offset: page.offset)
            }
            session.write(table(rows))
            if listsNotes { try writeNotes(filter, ledger) }
            try session.output.finish()
            if tellsOfMore, rows.count == page.limit { try tellOfMore(rows.count, filter, ledger) }
        } else {
            try session.stream(MessageForm.init, from: ledger) { reader, write in
                try reader.forEachMessage(
                    matching: filter, order: order, limit: page.limit, offset: page.offset, write)
            }
        }
    }

    private func writeNotes(_ filter: MessageFilter, _ ledger: Ledger) throws {
        guard let filter = NoteFilter(words: filter) else { return }
        let notes = try ledger.read { try $0.shownNotes(matching: filter, limit: page.limit) }
        guard !notes.isEmpty else { return }
        session.line("Notes", .bold)
        NoteText(session).write(notes)
    }

    private func tellOfMore(_ shown: Int, _ filter: MessageFilter, _ ledger: Ledger) throws {
        let total = try ledger.read { try $0.countMessages(matching: filter) }
        guard page.offset + shown < total else { return }
        StandardError.line("\(ProgressLine.grouped(shown)) of \(ProgressLine.grouped(total)); --limit shows more")
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
                .init(String(row.id.description.prefix(8))), .init(session.times.listed(row.shownDate.microseconds)),
                .init(marks), row.isRead ? .init(sender) : .init(sender, .bold),
                row.isRead ? .init(subject) : .init(subject, .bold),
            ])
        }
        return table
    }
}
