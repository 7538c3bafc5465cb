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
        let messages = try query.messages(in: ledger)
        if list.output == .summary {
            try writeSummary(messages, ledger)
        } else {
            try writeNames(messages, ledger)
        }
        session.noteIfBehind(ledger)
    }

    private func writeNames(_ query: MessageQuery, _ ledger: Ledger) throws {
        let names = NameWriter(session, null: list.null)
        try ledger.read { reader in
            let selection = MessageSelection(
                matching: try reader.filter(query), order: list.sort.order, limit: page.limit, offset: page.offset)
            switch list.output {
            case .ids, .summary: try reader.forEachMessageID(in: selection) { try names.write($0.description) }
            case .threads: try reader.forEachThreadID(in: selection) { try names.write($0.description) }
            case .files: try reader.forEachSource(in: selection) { try names.write($0) }
            case .tags: for keyword in try reader.keywords(in: selection) { _ = try names.write(keyword) }
            }
        }
        try names.finish()
    }

    private func writeSummary(_ query: MessageQuery, _ ledger: Ledger) throws {
        let question = ListMessages(filter: query, order: list.sort, limit: page.limit, offset: page.offset)
        let writer = WholeLineWriter(session, Self.columns, indent: 10)
        var shown: Int?
        try session.show(question, of: ledger, by: writer, line: line) {
            if listsNotes { try writeNotes(query, ledger) }
            shown = writer.count
        }
        if tellsOfMore, let shown, shown == page.limit { try tellOfMore(shown, query, ledger) }
        if shown == 0 { tellOfOperation(ledger) }
    }

    /// Says on a terminal of a word with which nothing was found that it is the id of an operation.
    private func tellOfOperation(_ ledger: Ledger) {
        let word = query.text
        guard session.output.isTerminal, word.count >= 4, word.allSatisfy(\.isHexDigit),
            (try? ledger.answer(ShowOperation(operation: word, limit: 1))) != nil
        else { return }
        StandardError.line("\(word) is an operation; 'mailledger log \(word)' shows it")
    }

    private func writeNotes(_ query: MessageQuery, _ ledger: Ledger) throws {
        let notes = try ledger.read { reader in
            try NoteFilter(words: reader.filter(query)).map { try reader.shownNotes(matching: $0, limit: page.limit) }
        }
        guard let notes, !notes.isEmpty else { return }
        session.line("Notes", .bold)
        NoteText(session).write(notes)
    }

    private func tellOfMore(_ shown: Int, _ query: MessageQuery, _ ledger: Ledger) throws {
        let total = try ledger.answer(CountMessages(filter: query)).count
        guard page.offset + shown < total else { return }
        StandardError.line("\(ProgressLine.grouped(shown)) of \(ProgressLine.grouped(total)); --limit shows more")
    }

    private static let columns: [Table.Column] = [
        .init(looks: [.yellow]), .init(alignment: .right, looks: [.dim]), .init(),
        .init(minimum: 8, maximum: 24, isFlexible: true), .init(minimum: 12, isFlexible: true),
    ]

    private func line(_ form: ListedMessageForm) -> Session.WholeLine {
        switch form {
        case .message(let form):
            let ending = session.words(form.ending)
            return .init(cells: cells(form), texts: [ending], below: ending)
        case .erased(let form):
            let words = session.words(
                "erased", form.time, ActWords.agent(form.actor, form.osUser, form.host), form.reason)
            return .init(
                cells: [String(form.id.prefix(8)), "", "", "–", "(erased)"], texts: [words], below: words)
        }
    }

    private func cells(_ form: MessageForm) -> [Table.Cell] {
        let row = form.row
        let marks = (row.isUnread ? "●" : " ") + (row.isFlagged ? "★" : " ") + (row.hasAttachments ? "+" : " ")
        let sender = row.from.map { $0.displayName } ?? "–"
        let subject = row.subject ?? "(no subject)"
        return [
            .init(String(row.id.description.prefix(8))), .init(session.times.listed(row.shownDate.microseconds)),
            .init(marks), row.isUnread ? .init(sender, .bold) : .init(sender),
            row.isUnread ? .init(subject, .bold) : .init(subject),
        ]
    }

}

extension Session {
    /// Says who deleted a message, when and why; nothing of a live one.
    func words(_ ending: MessageEnding?) -> String {
        guard let ending else { return "" }
        let agent = ActWords.agent(ending.actor, ending.osUser, ending.host)
        return words("deleted", ending.time.iso8601, agent, ending.reason)
    }

    fileprivate func words(_ verb: String, _ time: String, _ agent: String, _ reason: String?) -> String {
        let day = Timestamp(iso8601: time).map { times.minute($0.microseconds) } ?? time
        return "\(verb) \(day) by \(agent)" + (reason.map { ": \($0)" } ?? "")
    }
}
