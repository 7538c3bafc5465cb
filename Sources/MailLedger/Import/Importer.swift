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
    /// Told after each message and each transaction how far the import is; false stops it, after what was read is recorded.
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
        let stream = try target()
        for path in paths { _ = try MailboxWalk(path: path, options: mailboxOptions) }
        var course = Course()
        for path in paths where !course.report.wasStopped {
            var walk = try MailboxWalk(path: path, options: mailboxOptions, isChecked: true)
            try importAll(of: &walk, to: stream, &course)
        }
        return try finish(&course)
    }

    /// Imports what comes out of a descriptor, once it has come to its end: one message or one mbox, compressed or not.
    ///
    /// - Throws: ``MailboxError`` when it cannot be read, is empty or is no mail, with nothing recorded.
    public func run(readingFrom descriptor: Int32) throws -> ImportReport {
        let stream = try target()
        var walk = try MailboxWalk(readingFrom: descriptor, options: mailboxOptions)
        var course = Course()
        try importAll(of: &walk, to: stream, &course)
        return try finish(&course)
    }

    /// What has been done so far, and what waits.
    private struct Course {
        var report = ImportReport()
        // A shell may have named each file of a folder: they share transactions as if they were walked.
        var batch = ImportBatch()
        var rehearsal = ImportRehearsal()
        /// What the paths before the current one held.
        var filesBefore = 0
        var bytesBefore: Int64 = 0
    }

    private var mailboxOptions: MailboxOptions {
        MailboxOptions(treatsFilesAsMbox: options.treatsFilesAsMbox, temporaryDirectory: temporaryDirectory)
    }

    /// Where large messages are unpacked: a dry run leaves the ledger's own folder alone.
    private var temporaryDirectory: String? { options.dryRun ? nil : ledger.location?.directory }

    /// Checks that there is something to import into.
    private func target() throws -> StreamID {
        if !options.dryRun { try ledger.requireWritable() }
        return try ledger.read { reader in
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
    }

    private func finish(_ course: inout Course) throws -> ImportReport {
        try record(&course)
        // The account's own limit holds when the import is over, in one more transaction of the same operation.
        if !options.dryRun, course.report.seen > 0,
            let keep = try ledger.read({ try $0.account(account).keepNewest })
        {
            course.report.pruned = try ledger.deleteOldest(account: account, keepCount: keep, context: context)
        }
        return course.report
    }

    private func importAll(of walk: inout MailboxWalk, to account: StreamID, _ course: inout Course) throws {
        let reader = MessageReader(temporaryDirectory: temporaryDirectory)
        while let item = walk.next() {
            guard progress(course.report) else {
                course.report.wasStopped = true
                return
            }
            switch item {
            case .skipped(let file):
                course.batch.skipped.append(file)
            case .message(let found):
                course.report.messagesRead += 1
                do {
                    try take(found, reader, to: account, &course.batch)
                } catch let error as MailboxError {
                    guard let skipped = error.skipped else { throw error }
                    course.batch.skipped.append(skipped)
                }
            }
            course.report.filesPassed = course.filesBefore + walk.passedFiles
            course.report.bytesPassed = course.bytesBefore + walk.passedBytes
            if isFull(course.batch) { try record(&course) }
        }
        course.filesBefore += walk.passedFiles
        course.bytesBefore += walk.passedBytes
    }

    private func isFull(_ batch: ImportBatch) -> Bool {
        let elapsed = Timestamp.monotonicMicroseconds() - batch.startedAt
        return batch.candidates.count >= Self.maximumMessages || batch.skipped.count >= Self.maximumMessages
            || batch.bytes >= Self.maximumBytes
            || !batch.isEmpty && elapsed >= Self.maximumDuration && !ledger.environment.isReproducible
    }

    // MARK: One message

    private func take(
        _ found: FoundMessage, _ reader: MessageReader, to account: StreamID, _ batch: inout ImportBatch
    ) throws {
        let intake = CandidateReader(ledger: ledger, account: account, reader: reader, isDryRun: options.dryRun,
            allowsErased: options.allowsErased)
        let candidate = try intake.candidate(for: found)
        batch.bytes += candidate.waitingBytes
        batch.candidates.append(candidate)
    }

    // MARK: One transaction

    private func record(_ course: inout Course) throws {
        let (batch, report) = (course.batch, course.report)
        // Its second begins when this transaction is behind.
        defer { course.batch = ImportBatch() }
        guard !batch.isEmpty else { return }
        if options.dryRun {
            try ledger.read { reader in
                let decision = try ImportDecision(account: account, options: options, reader: reader, ledger: ledger)
                for candidate in batch.candidates {
                    try decision.rehearse(candidate, in: &course.rehearsal, counting: &course.report)
                }
            }
            for file in batch.skipped { course.report.skip(file) }
            return
        }
        try CandidateReader.store(batch.candidates, in: ledger.content)
        var outcome = report
        var texts: [SHA256Digest: IndexedText] = [:]
        _ = try ledger.change(context) { reader in
            outcome = report
            var decision = try ImportDecision(account: account, options: options, reader: reader, ledger: ledger)
            for candidate in batch.candidates { try decision.record(candidate, counting: &outcome) }
            for file in batch.skipped { try decision.skip(file, counting: &outcome) }
            texts = decision.texts
            return decision.events
        }
        try ledger.catchUpSearch(known: texts)
        course.report = outcome
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
