internal import CivilTime
internal import Content
internal import Cryptography
public import DiskFiles
public import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import MIME
internal import Mail
internal import Mailboxes
internal import Parallel
internal import Projections
internal import Requests

/// Imports mail from Maildirs, mboxes and folders of message files into an account.
///
/// Messages are read and parsed outside the writer's lock, and recorded in transactions of at most 1,000 messages or
/// one second of work. So an import can be killed, run again, and shared with other writers. Messages that are there
/// already are not recorded again.
public struct Importer {
    /// Called with the state of the import after each message and each transaction.
    ///
    /// If it returns false, the import records what it has read, and stops.
    public typealias Progress = (ImportReport) -> Bool

    private let ledger: Ledger
    private let account: String
    private var options: ImportOptions
    private var context: OperationContext
    /// Whether the target folder was made before anything came in.
    private var hasMadeFolder = false
    /// The path of the target folder that a dry run would make.
    private var plannedFolder: String?
    private let progress: Progress

    /// The limits of one transaction.

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

    /// Imports each path in turn; all paths are checked before the first message is recorded.
    ///
    /// - Throws: ``MailboxError`` if a path cannot be read or is no mail, with nothing recorded; ``ImportCutShort`` if it
    ///   fails when a part is recorded.
    public func run(_ paths: [String]) throws -> ImportReport {
        // A shell may have named a thousand files; the header stays in the log for good.
        let named = paths.count > 4 ? paths.prefix(3) + ["and \(paths.count - 3) more"] : paths[...]
        return try because(named.joined(separator: ", ")).importAll(paths)
    }

    private func because(_ paths: String) -> Importer {
        var importer = self
        importer.context = context.because(
            .importing(PathWords.text(paths, allowingErased: options.allowsErased)))
        return importer
    }

    private func importAll(_ paths: [String]) throws -> ImportReport {
        let stream = try target()
        for path in paths { _ = try MailboxWalk(path: path, options: mailboxOptions) }
        return try withFolder().importAll(paths, to: stream)
    }

    private func importAll(_ paths: [String], to stream: StreamID) throws -> ImportReport {
        let memory = try ImportMemory(of: paths, account: stream, ledger: ledger, options: options)
        return try importAll(
            of: paths.indices.map { index in
                { [mailboxOptions, seen = memory.seen(index)] in
                    try MailboxWalk(path: paths[index], options: mailboxOptions, seen: seen, isChecked: true)
                }
            }, to: stream, remembering: memory)
    }

    /// Imports the input of a descriptor, after reading all of it: one message or one mbox, compressed or not.
    ///
    /// - Throws: ``MailboxError`` if it cannot be read, is empty or is no mail, with nothing recorded.
    public func run(readingFrom descriptor: Descriptor) throws -> ImportReport {
        try because("-").importAll(readingFrom: descriptor)
    }

    private func importAll(readingFrom descriptor: Descriptor) throws -> ImportReport {
        let stream = try target()
        let walk = try MailboxWalk(readingFrom: descriptor, options: mailboxOptions)
        let start = walk.handedOver()
        return try withFolder().importAll(of: [start], to: stream, remembering: ImportMemory())
    }

    /// The state of the import, and its waiting messages.
    private struct Course {
        let account: StreamID
        var memory: ImportMemory
        var report = ImportReport()
        // A shell may have named each file of a folder: they share transactions as if they were walked.
        var batch = ImportBatch()
        var rehearsal = ImportRehearsal()
        var entries = MboxEntries()
        /// The walks that came upon mail.
        var walksWithMail: Set<Int> = []
    }

    private var mailboxOptions: MailboxOptions {
        MailboxOptions(
            treatsFilesAsMbox: options.treatsFilesAsMbox, followsLinks: options.followsLinks,
            temporaryDirectory: temporaryDirectory, on: ledger.files)
    }

    /// The folder for unpacking large messages: a dry run leaves the ledger's own folder alone.
    private var temporaryDirectory: String? { options.dryRun ? nil : ledger.location?.directory }

    /// Checks that the account and the ledger can take mail.
    private func target() throws -> StreamID {
        if !options.dryRun { try ledger.writing.requireWritable() }
        try ledger.mail.requireErasureKey(unlessAllowed: options.allowsErased, context)
        return try ledger.read { reader in
            let stream = try reader.enabledAccount(account).stream
            if !options.createsFolder { _ = try reader.folder(options.folder, in: stream) }
            return stream
        }
    }

    /// Makes the folder if it is missing and was to be made, now that all that is named can be read.
    private func withFolder() throws -> Importer {
        guard options.createsFolder else { return self }
        let call = CommandCall(context, isDryRun: options.dryRun)
        let missing = try ledger.mail.makeMissingFolders(on: options.folder, of: account, call)
        var importer = self
        importer.hasMadeFolder = !missing.isEmpty && !options.dryRun
        // What would come in is the same wherever it goes.
        if options.dryRun, let planned = missing.last {
            importer.plannedFolder = planned
            importer.options.folder = FolderName.inbox.text
        }
        return importer
    }

    private func finish(_ course: inout Course) throws {
        try record(&course)
        guard course.report.seen > 0 else { return }
        if options.dryRun {
            guard let retention = course.rehearsal.retention else { return }
            let stream = course.account
            course.report.pruned = try ledger.mail.countPruned(byStoredRulesOf: account) { reader in
                retention.foreseen(in: try reader.folders(of: stream))
            }
        } else {
            // The rules of the account and its folders apply at the end of the import, in one more transaction of the
            // same operation. Messages under a hold stay whatever the rules say: the import must not fail for that.
            course.report.pruned = try ledger.mail.pruneByStoredRules(of: account, CommandCall(context))
        }
    }

    /// What a dry run keeps for the rules of the account and its folders; nil if there are none.
    private func retention(in account: StreamID) throws -> RetentionRehearsal? {
        guard options.dryRun, try ledger.mail.hasStoredRules(self.account) else { return nil }
        let top = try plannedFolder ?? ledger.read { try $0.folder(options.folder, in: account).path }
        return RetentionRehearsal(top: top)
    }

    /// Imports while no content that it finds or stores may be collected before it is recorded.
    private func importAll(
        of walks: [ImportStream.Start], to account: StreamID, remembering memory: ImportMemory
    ) throws -> ImportReport {
        func take() throws -> ImportReport {
            var course = Course(account: account, memory: memory)
            course.rehearsal.retention = try retention(in: account)
            do {
                try takeAll(of: walks, &course)
            } catch  where !options.dryRun && (course.report.hasRecorded || hasMadeFolder) {
                throw ImportCutShort(course.report, by: error) ?? error
            }
            if !options.dryRun { course.memory.save(of: ledger, after: context.operation) }
            return course.report
        }
        return options.dryRun ? try take() : try ledger.writing.storing(take)
    }

    private func takeAll(of walks: [ImportStream.Start], _ course: inout Course) throws {
        let next = try steps(of: walks, account: course.account)
        while let step = try next() {
            guard progress(course.report) else {
                course.report.wasStopped = true
                break
            }
            if step.item.isMail { course.walksWithMail.insert(step.walk) }
            switch step.item {
            case .skipped(let file):
                course.batch.skipped.append(file)
            case .unreadable(let file):
                course.report.messagesRead += 1
                course.batch.skipped.append(file)
            case .unchanged(let files):
                course.report.messagesRead += files.stamps.count
                course.report.countUnchanged(files.stamps.count)
                course.memory.keep(files.stamps, of: step.walk)
            case .message(var candidate):
                course.report.messagesRead += 1
                candidate.place = course.memory.place(for: candidate.found.stamp, of: step.walk)
                try take(candidate, &course)
            }
            course.report.filesPassed = step.passedFiles
            course.report.bytesPassed = step.passedBytes
            if isFull(course.batch) { try record(&course) }
        }
        if !course.report.wasStopped {
            course.report.pathsWithoutMail = walks.indices.filter { !course.walksWithMail.contains($0) }
        }
        try finish(&course)
    }

    /// Returns a closure that gives the steps of the walks, read ahead on another thread if the ledger allows that.
    private func steps(of walks: [ImportStream.Start], account: StreamID) throws -> () throws -> ImportStream.Step? {
        let reader = MessageReader(temporaryDirectory: temporaryDirectory, on: ledger.files)
        if ledger.location != nil {
            let place = ledger.stores.place
            let (environment, contexts) = (ledger.environment.log, ledger.stores.contexts)
            let packing = try options.dryRun ? nil : ledger.content.packing()
            let ahead = ReadAhead(capacity: ImportStream.Step.readAhead, weight: \.weight) {
                let known = try KnownMessages(
                    in: account, at: place, environment: environment, contexts: contexts)
                let packer = packing.map(ContentPacker.init)
                return ImportStream(walks, intake: CandidateReader(reader: reader, known: known, packer: packer)).next
            }
            if let ahead { return ahead.next }
        }
        let known = KnownMessages(in: account, of: ledger)
        return ImportStream(walks, intake: CandidateReader(reader: reader, known: known)).next
    }

    private func isFull(_ batch: ImportBatch) -> Bool {
        let elapsed = MonotonicClock.microseconds - batch.startedAt
        return batch.candidates.count >= BatchLimits.messages || batch.skipped.count >= BatchLimits.messages
            || batch.bytes >= BatchLimits.bytes
            || !batch.isEmpty && elapsed >= BatchLimits.duration && !ledger.environment.isReproducible
    }

    // MARK: One message

    private func take(_ candidate: ImportCandidate, _ course: inout Course) throws {
        var candidate = candidate
        do {
            if !options.dryRun, candidate.isLarge {
                if ledger.stores.place.keepsContentWithLog { return try recordLarge(candidate, &course) }
                try ledger.markErased(&candidate, in: course.account, unless: options.allowsErased)
                try candidate.storeIfLarge(in: ledger.content)
            }
        } catch let error as MailboxError {
            guard let skipped = error.skipped else { throw error }
            return course.batch.skipped.append(skipped)
        }
        course.batch.bytes += candidate.waitingBytes
        course.batch.candidates.append(candidate)
    }

    /// Records a message that is too large to wait, in a transaction of its own.
    private func recordLarge(_ candidate: ImportCandidate, _ course: inout Course) throws {
        try record(&course)
        course.batch.candidates = [candidate]
        try record(&course)
    }

    // MARK: One transaction

    private func record(_ course: inout Course) throws {
        var batch = course.batch
        let report = course.report
        // Its second begins after this transaction.
        defer { course.batch = ImportBatch() }
        guard !batch.isEmpty else { return }
        try ledger.markErased(&batch.candidates, in: course.account, unless: options.allowsErased)
        if options.dryRun {
            try ledger.read { reader in
                var decision = try ImportDecision(account: account, options: options, reader: reader, ledger: ledger)
                decision.entries = course.entries
                for candidate in batch.candidates {
                    try decision.rehearse(candidate, in: &course.rehearsal, counting: &course.report)
                }
                course.entries = decision.entries
                try course.rehearsal.retention?.noteHeld(
                    among: batch.candidates, in: account, options, reader, ledger)
            }
            for file in batch.skipped { course.report.skip(file) }
            return
        }
        var outcome = report
        var entries = course.entries
        var texts: [SHA256Digest: IndexedText] = [:]
        _ = try ledger.writing.store(
            { [candidates = batch.candidates, content = ledger.content] in
                try ImportCandidate.store(candidates, in: content)
            },
            before: {
                try ledger.writing.change(context) { reader in
                    outcome = report
                    var decision = try ImportDecision(
                        account: account, options: options, reader: reader, ledger: ledger)
                    decision.entries = course.entries
                    for candidate in batch.candidates { try decision.record(candidate, counting: &outcome) }
                    for file in batch.skipped { try decision.skip(file, counting: &outcome) }
                    (texts, entries) = (decision.texts, decision.entries)
                    outcome.count(decision.roles)
                    return decision.events
                }
            })
        (course.report, course.entries) = (outcome, entries)
        try ledger.stores.catchUpSearch(known: texts)
        // An erased message may be allowed later: its file is read each time.
        for candidate in batch.candidates where !candidate.isErased { course.memory.fill(candidate.place) }
    }
}

/// The messages that wait for one transaction.
private struct ImportBatch {
    var candidates: [ImportCandidate] = []
    var skipped: [SkippedFile] = []
    var bytes = 0
    let startedAt = MonotonicClock.microseconds

    var isEmpty: Bool { candidates.isEmpty && skipped.isEmpty }
}
