internal import CivilTime
internal import Content
public import EventLog
public import LedgerKernel
internal import MIME
internal import Mail
internal import Projections

/// Applying an improved parser is a replay: the bytes of all mail are kept, and it reads them again.
extension LedgerMaintenance {
    /// The version of the parser for new mail.
    public static var parserVersion: Int { MessageParser.version }

    /// Called after every few messages with the progress of a reparse.
    ///
    /// If it returns false, the reparse records what it has read, and stops.
    public typealias ReparseProgress = (ReparseReport) -> Bool

    /// Reads the messages that an older parser read once more, and records the differences of each.
    ///
    /// Messages are read and parsed outside of the writer's lock, and recorded in transactions of at most 1,000
    /// messages or one second of work. Each also records its progress: if it is killed, the next run continues there.
    ///
    /// - Parameters:
    ///   - body: Called with each message that reads otherwise, once that is recorded, in the order of recording.
    /// - Complexity: Reads and parses all of these messages, in constant memory.
    public func reparse(
        context: OperationContext, dryRun: Bool = false, progress: @escaping ReparseProgress = { _ in true },
        _ body: (ReparsedMessage) throws -> Void
    ) throws -> ReparseReport {
        if !dryRun { try ledger.writing.requireWritable() }
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        try ledger.content.requireStore()
        var course = Reparse(ledger: ledger, context: context, isDryRun: dryRun, progress: progress)
        for account in try course.begin() where !course.report.wasStopped { try course.read(account, body) }
        return course.report
    }
}

/// A reparse under way.
private struct Reparse {
    let ledger: Ledger
    let context: OperationContext
    let isDryRun: Bool
    let progress: LedgerMaintenance.ReparseProgress
    var report = ReparseReport()

    /// The bounds of one transaction.
    private static let maximumMessages = 1_000
    private static let maximumDuration: Int64 = 1_000_000

    init(
        ledger: Ledger, context: OperationContext, isDryRun: Bool, progress: @escaping LedgerMaintenance.ReparseProgress
    ) {
        self.ledger = ledger
        self.context = context
        self.isDryRun = isDryRun
        self.progress = progress
    }

    /// Counts what there is to read, and returns the accounts.
    mutating func begin() throws -> [AccountRow] {
        try ledger.read { reader in
            report.total = try reader.messagesReadBefore(MessageParser.version).values.reduce(0, +)
            return report.total == 0 ? [] : try reader.accounts()
        }
    }

    /// A message with what today's parser made of it.
    private typealias Found = (candidate: ReparseCandidate, reading: MessageReading)

    mutating func read(_ account: AccountRow, _ body: (ReparsedMessage) throws -> Void) throws {
        var last = try ledger.read { reader -> StreamID in
            let known = try reader.reparsed(account.stream)
            return StreamID(known.map { $0.parser >= MessageParser.version ? $0.through : 0 } ?? 0)
        }
        // An unreadable message may come back from a backup: the account counts as read up to there.
        var through = last
        let unreadable = report.unreadable.count
        while !report.wasStopped {
            var found: [Found] = []
            let candidates = try next(of: account.stream, after: last, &found)
            guard let reached = candidates.last?.stream else { return }
            if report.unreadable.count == unreadable { through = reached }
            last = reached
            for message in try record(found, through: through, of: account) { try body(message) }
        }
    }

    /// Reads the next messages, as many as make a transaction, and keeps those that may read otherwise.
    private mutating func next(
        of account: StreamID, after stream: StreamID, _ found: inout [Found]
    ) throws -> [ReparseCandidate] {
        let start = MonotonicClock.microseconds
        var taken: [ReparseCandidate] = []
        while taken.count < Self.maximumMessages, MonotonicClock.microseconds - start < Self.maximumDuration {
            let group = try ledger.read { reader in
                let group = try reader.reparseCandidates(
                    of: account, before: MessageParser.version, after: taken.last?.stream ?? stream, limit: 100)
                var contents = ContentsAhead(group.map(\.content), of: reader.content)
                for candidate in group {
                    guard let parsed = try parsed(candidate, from: &contents) else {
                        report.unreadable.append(candidate.id)
                        continue
                    }
                    let reading = MessageReading(parsed)
                    if try reader.reparsing(candidate, as: reading) != nil { found.append((candidate, reading)) }
                }
                return group
            }
            taken += group
            report.read += group.count
            if !progress(report) { report.wasStopped = true }
            if group.isEmpty || report.wasStopped { break }
        }
        return taken
    }

    private func parsed(
        _ candidate: ReparseCandidate, from contents: inout ContentsAhead
    ) throws -> ParsedMessage? {
        do {
            return try MessageParser().parse(stored: contents.read(candidate.content))
        } catch ContentError.missing, ContentError.corrupt {
            return nil
        }
    }

    /// Decides once more under the writer's lock: others may have changed what is recorded meanwhile.
    private mutating func record(
        _ found: [Found], through: StreamID, of account: AccountRow
    ) throws -> [ReparsedMessage] {
        var messages: [ReparsedMessage] = []
        func events(_ reader: LedgerReader) throws -> [ProposedEvent] {
            messages = []
            var events: [ProposedEvent] = []
            for (candidate, reading) in found {
                guard let event = try reader.reparsing(candidate, as: reading) else { continue }
                messages.append(
                    try ReparsedMessage(event, account: account.address, subject: reading.headers.subject))
                events.append(
                    ProposedEvent(
                        event, target: .any(.existing(candidate.stream)),
                        account: .stream(.existing(account.stream))))
            }
            let old = try reader.reparsed(account.stream)
            let new = AccountReparsed.Reading(parser: MessageParser.version, through: through.rawValue)
            let known = old.map { $0.parser >= new.parser ? $0.through : 0 } ?? 0
            guard known < new.through else { return events }
            let reparsed = AccountReparsed(account: account.id, reading: Change(old: old, new: new))
            return events + [
                ProposedEvent(
                    reparsed, target: .any(.existing(account.stream)), account: .stream(.existing(account.stream)))
            ]
        }
        if isDryRun {
            try ledger.read { _ = try events($0) }
        } else if let receipt = try ledger.writing.change(context, events) {
            report.operation = receipt.operation
        }
        report.changed += messages.count
        return messages
    }
}

extension MessageReading {
    fileprivate init(_ parsed: ParsedMessage) {
        self.init(
            headers: MessageHeaders(parsed), attachments: parsed.attachments.map(AttachmentSummary.init),
            snippet: parsed.snippet, parser: MessageParser.version)
    }
}
