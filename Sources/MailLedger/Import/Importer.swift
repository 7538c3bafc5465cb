internal import Content
public import EventLog
internal import Glibc
internal import Hashing
internal import MIME
internal import Mail
internal import Mailboxes
internal import Projections

/// Brings mail from Maildirs, mboxes and folders of message files into an account.
///
/// Messages are read and parsed outside the writer's lock, and recorded in transactions of at most 1,000 messages or
/// one second of work: an import can be killed, run again, and shared with other writers. What is there already is
/// not recorded again.
public struct Importer {
    /// Told how many messages were looked at; false stops the import after what is recorded so far.
    public typealias Progress = (ImportReport) -> Bool

    private let ledger: Ledger
    private let account: String
    private let options: ImportOptions
    private let context: OperationContext
    private let progress: Progress

    /// The bounds of one transaction.
    private static let maximumMessages = 1_000
    private static let maximumDuration: Int64 = 1_000_000
    private static let maximumBytes = 16 << 20

    public init(
        into ledger: Ledger, account: String, options: ImportOptions, context: OperationContext,
        progress: @escaping Progress = { _ in true }
    ) {
        self.ledger = ledger
        self.account = account
        self.options = options
        self.context = context
        self.progress = progress
    }

    /// Imports each path in turn; all paths are looked at before the first message is recorded.
    ///
    /// - Throws: ``MailboxError`` when a path cannot be read or is no mail, with nothing recorded.
    public func run(_ paths: [String]) throws -> ImportReport {
        if !options.dryRun { try ledger.requireWritable() }
        let stream = try ledger.read { reader in
            let row = try reader.account(account)
            guard row.isEnabled else {
                throw MailError.conflict(
                    "the account \(row.address) is disabled; 'mailledger account enable \(row.address)' takes mail in again"
                )
            }
            let stream = row.stream
            _ = try reader.folder(options.folder, in: stream)
            return stream
        }
        let mailboxOptions = MailboxOptions(treatsFilesAsMbox: options.treatsFilesAsMbox)
        for path in paths { _ = try MailboxWalk(path: path, options: mailboxOptions) }
        var report = ImportReport()
        // A shell may have named each file of a folder: they share transactions as if they were walked.
        var batch = ImportBatch()
        for path in paths {
            var walk = try MailboxWalk(path: path, options: mailboxOptions)
            try importAll(of: &walk, to: stream, &batch, into: &report)
        }
        guard try record(&batch, into: &report) else { throw EventLogError.cancelled }
        return report
    }

    private func importAll(
        of walk: inout MailboxWalk, to account: StreamID, _ batch: inout ImportBatch, into report: inout ImportReport
    ) throws {
        let reader = MessageReader(temporaryDirectory: ledger.location?.directory)
        while let item = walk.next() {
            switch item {
            case .skipped(let file):
                batch.skipped.append(file)
            case .message(let found):
                do {
                    try take(found, reader, to: account, &batch)
                } catch let error as MailboxError {
                    guard let skipped = error.skipped else { throw error }
                    batch.skipped.append(skipped)
                }
            }
            if isFull(batch) {
                guard try record(&batch, into: &report) else { throw EventLogError.cancelled }
            }
        }
    }

    private func isFull(_ batch: ImportBatch) -> Bool {
        let elapsed = Timestamp.monotonicMicroseconds() - batch.startedAt
        return batch.candidates.count >= Self.maximumMessages || batch.skipped.count >= Self.maximumMessages
            || batch.bytes >= Self.maximumBytes || !batch.isEmpty && elapsed >= Self.maximumDuration
    }

    // MARK: One message

    // A message that is known to the ledger as it is need not be parsed: its digests tell.
    private func take(
        _ found: FoundMessage, _ reader: MessageReader, to account: StreamID, _ batch: inout ImportBatch
    ) throws {
        let content = try reader.read(found)
        var candidate = ImportCandidate(found, digests: content.digests, size: content.size)
        if try !isKnown(candidate, in: account) {
            let parser = MessageParser()
            if let bytes = content.bytes {
                candidate.parsed = try parser.parse(.bytes(bytes))
                candidate.content = .bytes(bytes)
                batch.bytes += bytes.count
            } else {
                candidate.parsed = try content.withDescriptor { descriptor, offset, length in
                    try parser.parse(.file(descriptor: descriptor, offset: offset, length: length))
                }
                // Too large to wait in memory: it goes to the store at once, and is there before its event.
                if !options.dryRun {
                    _ = try content.withDescriptor { descriptor, offset, length in
                        try ledger.content.batch { store in
                            try store.put(fileDescriptor: descriptor, offset: offset, length: length)
                        }
                    }
                }
            }
            try content.checkUnchanged()
        }
        batch.candidates.append(candidate)
    }

    private func isKnown(_ candidate: ImportCandidate, in account: StreamID) throws -> Bool {
        try ledger.read { reader in
            try reader.knowsMessage(withIdentity: candidate.digests.identity, in: account)
                && ledger.content.contains(candidate.digests.raw)
        }
    }

    // MARK: One transaction

    private func record(_ batch: inout ImportBatch, into report: inout ImportReport) throws -> Bool {
        defer { batch = ImportBatch() }
        guard !batch.isEmpty else { return progress(report) }
        if !options.dryRun { try store(batch.candidates) }
        var outcome = report
        var texts: [SHA256Digest: IndexedText] = [:]
        let decide: (LedgerReader) throws -> [ProposedEvent] = { reader in
            outcome = report
            var decision = try ImportDecision(account: account, options: options, reader: reader, newID: ledger.newID)
            for candidate in batch.candidates { try decision.record(candidate, counting: &outcome) }
            for file in batch.skipped { try decision.skip(file, counting: &outcome) }
            texts = decision.texts
            return decision.events
        }
        if options.dryRun {
            _ = try ledger.read(decide)
        } else {
            _ = try ledger.change(context, decide)
            try ledger.catchUpSearch(known: texts)
        }
        report = outcome
        return progress(report)
    }

    private func store(_ candidates: [ImportCandidate]) throws {
        let fresh = candidates.compactMap { candidate -> (SHA256Digest, [UInt8])? in
            guard case .bytes(let bytes) = candidate.content else { return nil }
            return (candidate.digests.raw, bytes)
        }
        guard !fresh.isEmpty else { return }
        try ledger.content.batch { store in
            for (digest, bytes) in fresh { try store.put(bytes: bytes, digest: digest) }
        }
    }
}

/// What waits to become one transaction.
private struct ImportBatch {
    var candidates: [ImportCandidate] = []
    var skipped: [SkippedFile] = []
    var bytes = 0
    let startedAt = Timestamp.monotonicMicroseconds()

    var isEmpty: Bool { candidates.isEmpty && skipped.isEmpty }
}

extension Timestamp {
    /// A clock that never steps back, for measuring how long something takes.
    static func monotonicMicroseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
