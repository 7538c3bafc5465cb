internal import Cryptography
internal import EventLog
internal import MIME
internal import MailLedger
internal import Projections

/// The answers about messages that were made before, or are made now and kept for the next time.
struct FetchedFacts {
    let mailbox: MailboxFacts
    private let session: SessionState
    private let reader: LedgerReader

    init(_ session: SessionState, _ mailbox: MailboxFacts, _ reader: LedgerReader) {
        self.session = session
        self.mailbox = mailbox
        self.reader = reader
    }

    func answers(about row: FetchedRow) throws -> MessageAnswers {
        if let found = try mailbox.find(.answers, of: row.state.entry, row: { row }),
            let answers = MessageAnswers(found.bytes, found.place)
        {
            return answers
        }
        let message = try session.messages.message(row.content, reader)
        let answers = MessageAnswers(message)
        // Bytes that are missing may come.
        if message.size > 0 { try mailbox.keep(Array(answers.fact), .answers, of: row.state.message, row.content) }
        return answers
    }

    /// Returns the bytes that a message has with CR LF at the ends of its lines.
    func size(of row: FetchedRow) throws -> Int {
        try session.messages.knownSize(row.content) ?? size(of: row.state.entry) { row }
    }

    /// - Parameter row: Called where no file has the size.
    func size(of entry: MailboxEntry, row: () throws -> FetchedRow) throws -> Int {
        if let found = try mailbox.find(.summary, of: entry, row: row),
            let summary = MessageSummary(found.bytes, found.place)
        {
            return summary.size
        }
        let row = try row()
        guard mailbox.areKept, let loaded = try mailbox.load(row.content), !loaded.isMissing else {
            return try session.messages.size(row.content, reader)
        }
        let size = try loaded.size()
        let header = try loaded.withSource { try MessageParser().header(of: $0) }
        let summary = MessageSummary.made(of: row, size: size, header)
        try mailbox.keep(summary, .summary, of: entry.message, row.content)
        return size
    }
}
