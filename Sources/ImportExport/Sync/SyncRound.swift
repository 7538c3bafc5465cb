internal import CivilTime
internal import Content
internal import Cryptography
internal import EventLog
internal import LedgerContexts
internal import LedgerKernel
internal import Mail
internal import Mailboxes
internal import Projections
internal import Requests
internal import SQLiteDatabase

/// One comparison of a Maildir with the ledger, and the changes that follow from it.
struct SyncRound {
    let ledger: Ledger
    let account: AccountRow
    let options: SyncOptions
    let context: OperationContext
    let path: String
    private let progress: MaildirSync.Progress
    var report = SyncReport()
    /// Whether another program or another command was faster somewhere: a new look is needed.
    var isOvertaken = false
    /// Whether something was recorded or written: what else it asks for is seen by another look.
    var hasChanged = false
    /// What a dry run recognised: the read models do not show that yet.
    var recognised: [RecognisedCopy] = []
    /// The deleted messages that new files bring back, which a dry run does not record.
    var revived: Set<StreamID> = []
    /// Copies that an import brought from the Maildir, and that count as met from now on.
    var adopted: [SyncedCopyRow] = []
    private var hasAdopted = false
    /// The number of this round, from 1.
    private(set) var number = 0
    /// The names that several files had when names were last read.
    private var doubled: Set<String> = []

    init(
        ledger: Ledger, account name: String, options: SyncOptions, context: OperationContext, path: String,
        progress: @escaping MaildirSync.Progress
    ) throws {
        try ledger.mail.requireErasureKey(unlessAllowed: options.allowsErased, context)
        account = try ledger.read { reader in
            let row = try reader.enabledAccount(name)
            if !options.createsFolder { _ = try reader.folder(options.folder, in: row.stream) }
            return row
        }
        var options = options
        if options.createsFolder {
            let tree = try MaildirTree(path: path, followsLinks: options.followsLinks, on: ledger.files)
            guard !tree.folders.isEmpty else { throw SyncError.noMaildir(path: path) }
            let call = CommandCall(context, isDryRun: options.dryRun)
            let missing = try ledger.mail.makeMissingFolders(on: options.folder, of: account.address, call)
            if options.dryRun, !missing.isEmpty { options.folder = FolderName.inbox.text }
        }
        self.ledger = ledger
        self.options = options
        self.context = context
        self.path = path
        self.progress = progress
    }

    /// Makes the changes, and returns whether another round is needed.
    mutating func run() throws -> Bool {
        (isOvertaken, hasChanged) = (false, false)
        number += 1
        // Each look finds again what is still to be named.
        report.unwritten = []
        if options.adoptsImport, options.direction != .push, !hasAdopted {
            (adopted, hasAdopted) = (try unmetCopies(), true)
            report.adopted = adopted.count
        }
        var (tree, met) = try settledTree()
        guard !tree.folders.isEmpty else { throw SyncError.noMaildir(path: path) }
        var situation = try look(at: tree)
        try refuseRemains(tree, situation)
        try refuseManyRemovals(situation)
        if !options.dryRun { try recordAdopted() }
        if report.wasStopped { return false }
        var looksAgain = false
        if options.direction != .push, !situation.matching.unmatchedFiles.isEmpty {
            try add(situation.matching.unmatchedFiles.map { tree.files[$0] }, of: tree, revives: situation.revives)
            if report.wasStopped { return false }
            looksAgain = true
        }
        if options.direction != .pull {
            let unwritten = try adoptUnwritten()
            if report.wasStopped { return false }
            if options.dryRun { recognised += unwritten.joined } else if unwritten.hasChanged { hasChanged = true }
            looksAgain = looksAgain || unwritten.hasChanged
        }
        if looksAgain { situation = try look(at: tree, digests: situation.digests) }
        var settled = settledSteps(of: situation, met)
        try take(settled)
        if report.wasStopped { return false }
        // A command changed the same messages meanwhile: the files may need other changes now.
        if isOvertaken, !options.dryRun { return true }
        // What was taken over may have changed what other files of the same messages are to have.
        if hasChanged, settled.contains(where: { !$0.merge.pull.isEmpty }) {
            situation = try look(at: tree, digests: situation.digests)
            let seen = settledSteps(of: situation, met)
            settled = seen.filter { options.direction == .push || $0.merge.pull.isEmpty }
            // Nothing is written over a change that was not taken over: another round does both.
            if settled.count < seen.count { isOvertaken = true }
        }
        for index in situation.matching.twins { leave(tree.files[index]) }
        let steps = settled.filter { !$0.merge.isEmpty || expunges($0) }
        if options.direction != .pull {
            try write(steps, beside: settled, to: &tree)
        } else {
            try acknowledge(steps, in: &tree)
        }
        return isOvertaken || hasChanged
    }

    /// The steps but those for files that were seen under another name while names were read.
    private mutating func settledSteps(of situation: SyncSituation, _ met: Set<String>) -> [SyncStep] {
        let settled = situation.steps.filter { $0.file != nil || !met.contains(Self.name($0.row.source)) }
        if settled.count < situation.steps.count { isOvertaken = true }
        return settled
    }

    /// Leaves copies that are still unsettled after many attempts to the next sync, and reports them.
    mutating func giveUp() {
        report.unwritten.append(
            SyncReport.UnwrittenCopy(source: path, reason: "files change all the time; run the sync again"))
    }

    /// Whether a round ended because of what it found.
    static func isRefusal(_ error: any Error) -> Bool {
        error is DomainError || error is MailboxError || error is SyncError
    }

    /// Leaves the rest to the next sync after a refusal, and reports that beside what an earlier round left.
    mutating func leaveRest(because error: any Error, besides earlier: [SyncReport.UnwrittenCopy]) {
        let found = report.unwritten.filter { !earlier.contains($0) }
        report.unwritten = earlier + found + [SyncReport.UnwrittenCopy(source: path, reason: "\(error)")]
    }

    /// Whether to continue.
    mutating func goesOn() -> Bool {
        if !progress(report) { report.wasStopped = true }
        return !report.wasStopped
    }

    /// Whether a file is to be removed because its copy is deleted here.
    func expunges(_ step: SyncStep) -> Bool {
        options.expunges && options.direction != .pull && step.merge.endsDeleted && step.file != nil
    }

    // MARK: Looking

    // A file that is renamed while names are read may not be seen at all, or twice. Where known files seem to be gone, or
    // two files have one name that had not before, the names are read again: what any of the readings has is not gone, and
    // waits for the next look.
    private mutating func settledTree() throws -> (tree: MaildirTree, met: Set<String>) {
        let known = try Set(
            ledger.read { try ($0.syncedCopies(of: path, account: account) + adopted).map { Self.name($0.source) } }
        ).subtracting([""])
        var tree = try MaildirTree(path: path, followsLinks: options.followsLinks, on: ledger.files)
        var met: Set<String> = []
        for _ in 0..<2 {
            let names = Set(tree.files.map { Self.name($0.source) })
            met.formUnion(names)
            var sources: Set<String> = []
            let twice = Set(tree.files.map(\.source).filter { !sources.insert($0).inserted })
            let isSettled = known.isSubset(of: names) && (twice.isEmpty || twice == doubled)
            doubled = twice
            guard !isSettled else { break }
            tree = try MaildirTree(path: path, followsLinks: options.followsLinks, on: ledger.files)
        }
        // One that is there has its copy, or is another copy's.
        return (tree, met.subtracting(tree.files.map { Self.name($0.source) }))
    }

    /// A file's name without its folder and a synchroniser's UID.
    private static func name(_ source: String) -> String {
        withoutUID(String(source.split(separator: "/").last ?? ""))
    }

    private func look(at tree: MaildirTree, digests: [Int: SHA256Digest] = [:]) throws -> SyncSituation {
        let (rows, reused) = try ledger.read { reader in
            let query = SyncedCopiesQuery(on: reader.connection)
            let foreseen = try recognised.compactMap { copy in
                try query.copy(copy.change.copy, of: copy.stream)?.applying(copy.change)
            }
            let known = try reader.syncedCopies(of: path, account: account) + adopted + foreseen
            let seen = known.map { revived.contains($0.messageStream) ? $0.revived : $0 }
            return (seen, try query.reusedNames(of: seen, beside: path, account: account.stream))
        }
        let copies = rows.map { row in
            let isDeleted = !row.isMessageLive || !row.isFolderLive
            return FileMatching.Copy(
                source: row.source, raw: row.raw, message: row.message, number: row.number,
                flags: MessageCopy.flags(row.flags, hidden: isDeleted ? true : nil))
        }
        let sources = tree.files.map(\.source)
        var digests = digests
        var matching = FileMatching(
            copies: copies, sources: sources, flags: { tree.files[$0].flags }, withoutUID: Self.withoutUID,
            reused: reused
        ) { sharing in
            readDigests(of: sharing, in: tree, into: &digests)
            return digests
        }
        let namesakes = try namesakes(in: tree)
        if !namesakes.isEmpty {
            readDigests(of: namesakes.flatMap(\.self), in: tree, into: &digests)
            matching.settleTwins(among: namesakes, digests: digests)
        }
        if !matching.unmatchedCopies.isEmpty {
            readDigests(of: matching.unmatchedFiles, in: tree, into: &digests)
            matching.match(digests: digests, withoutUID: Self.withoutUID)
        }
        return try ledger.read { reader in
            try SyncSituation(
                rows: rows, tree: tree, matching: matching, digests: digests, recognised: recognised, revived: revived,
                reader: reader,
                folders: FoundFolders(of: account, top: options.folder, reader: reader, newID: ledger.writing.newID),
                maildir: path, direction: options.direction)
        }
    }

    private static func withoutUID(_ source: String) -> String {
        source.contains(",U=") ? MaildirUniqueName.withoutUID(source) : source
    }

    var mailboxOptions: MailboxOptions { MailboxOptions(temporaryDirectory: temporaryDirectory, on: ledger.files) }
    var temporaryDirectory: String? { options.dryRun ? nil : ledger.location?.directory }

    private var outcome: String { number > 1 ? "the rest was left undone" : "nothing was done" }

    // Without its 'cur', a folder looks like one whose mail was all deleted.
    private func refuseRemains(_ tree: MaildirTree, _ situation: SyncSituation) throws {
        guard !options.allowsRemovals, options.direction != .push else { return }
        var gone: [[String]: Int] = [:]
        for step in situation.steps where step.merge.pull.isGone && !step.held.isDeleted {
            let folder = step.row.source.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            gone[folder.map(String.init), default: 0] += 1
        }
        let broken = gone.filter { tree.remains.contains($0.key) }
        guard let folder = broken.keys.min(by: { $0.lexicographicallyPrecedes($1) }) else { return }
        throw DomainError.conflict(
            """
            \(([path] + folder).joined(separator: "/")) is no whole Maildir any more: it has no 'cur' or no 'new'. \
            \(broken.values.reduce(0, +)) files would count as deleted, and \(outcome). Bring the folder back, or \
            remove it if its mail shall go.
            """, hint: .allowRemovals)
    }

    // An empty mount point looks like a Maildir whose mail was all deleted.
    private func refuseManyRemovals(_ situation: SyncSituation) throws {
        guard !options.allowsRemovals, options.direction != .push else { return }
        // Without those that no sync has written yet.
        let written = situation.steps.filter { $0.base != nil }
        let gone = written.count { $0.file == nil && !$0.held.isDeleted }
        let all = written.count
        guard gone == all ? gone > 1 : gone > 20 && gone * 2 > all else { return }
        throw DomainError.conflict(
            "\(gone) of \(all) files are gone from \(path), and \(outcome); is its disk mounted?",
            hint: .allowRemovals)
    }

    // MARK: What is new

    private mutating func add(
        _ files: [MaildirTree.File], of tree: MaildirTree, revives: @escaping (MessageState) -> Bool
    ) throws {
        let intake = CandidateReader(
            reader: MessageReader(temporaryDirectory: temporaryDirectory, on: ledger.files),
            known: KnownMessages(in: account.stream, of: ledger))
        var batch: [ImportCandidate] = []
        var skipped: [SkippedFile] = []
        var bytes = 0
        var rehearsal = ImportRehearsal()
        var startedAt = MonotonicClock.microseconds
        for file in files {
            guard goesOn() else { break }
            switch tree.inspect(file, options: mailboxOptions) {
            case .skipped(let file):
                // It was renamed meanwhile: the next look finds it.
                if file.reason == .missing { isOvertaken = true } else { skipped.append(file) }
            case .message(let found):
                do {
                    var candidate = try intake.candidate(for: found)
                    candidate.maildir = path
                    if !options.dryRun, candidate.isLarge {
                        if ledger.stores.place.keepsContentWithLog {
                            // Too large to wait: it has a transaction of its own.
                            try record([candidate], [], &rehearsal, revives)
                            continue
                        }
                        try ledger.markErased(&candidate, in: account.stream, unless: options.allowsErased)
                        try candidate.storeIfLarge(in: ledger.content)
                    }
                    bytes += candidate.waitingBytes
                    batch.append(candidate)
                } catch let error as MailboxError {
                    guard let file = error.skipped else { throw error }
                    if file.reason == .missing { isOvertaken = true } else { skipped.append(file) }
                }
            }
            let isLate =
                MonotonicClock.microseconds - startedAt >= BatchLimits.duration && !ledger.environment.isReproducible
            if batch.count + skipped.count >= BatchLimits.messages || bytes >= BatchLimits.bytes || isLate {
                try record(batch, skipped, &rehearsal, revives)
                (batch, skipped, bytes) = ([], [], 0)
                startedAt = MonotonicClock.microseconds
            }
        }
        if !batch.isEmpty || !skipped.isEmpty { try record(batch, skipped, &rehearsal, revives) }
    }

    private mutating func record(
        _ candidates: [ImportCandidate], _ skipped: [SkippedFile], _ rehearsal: inout ImportRehearsal,
        _ revives: @escaping (MessageState) -> Bool
    ) throws {
        let imports = ImportOptions(
            folder: options.folder, dryRun: options.dryRun, allowsErased: options.allowsErased)
        var candidates = candidates
        try ledger.markErased(&candidates, in: account.stream, unless: options.allowsErased)
        func decision(_ reader: LedgerReader) throws -> ImportDecision {
            try ImportDecision(account: account.address, options: imports, reader: reader, ledger: ledger)
        }
        if options.dryRun {
            try ledger.read { reader in
                var decision = try decision(reader)
                try rehearse(candidates, by: &decision, in: &rehearsal, revives)
            }
            report.skipped += skipped
            return
        }
        var events: [any Event] = []
        var texts: [SHA256Digest: IndexedText] = [:]
        _ = try ledger.writing.store(
            { [candidates, content = ledger.content] in try ImportCandidate.store(candidates, in: content) },
            before: {
                try ledger.writing.change(context) { reader in
                    var counts = ImportReport()
                    var decision = try decision(reader)
                    decision.revives = revives
                    for candidate in candidates { try decision.record(candidate, counting: &counts) }
                    for file in skipped { try decision.skip(file, counting: &counts) }
                    (events, texts) = (decision.events.map(\.event), decision.texts)
                    return decision.events
                }
            })
        try ledger.stores.catchUpSearch(known: texts)
        if !events.isEmpty { hasChanged = true }
        report.count(events)
        // A file that every round skips is reported once.
        let told = Set(events.compactMap { ($0 as? FileSkipped)?.source })
        report.skipped += skipped.filter { told.contains($0.path) }
    }
}

extension LedgerReader {
    fileprivate func syncedCopies(of maildir: String, account: AccountRow) throws -> [SyncedCopyRow] {
        try SyncedCopiesQuery(on: connection).all(of: maildir, account: account.stream)
    }
}

extension SyncReport {
    /// Counts the recorded events of new files.
    fileprivate mutating func count(_ events: [any Event]) {
        for event in events {
            switch event {
            case let added as MessageAdded:
                actions.append(.init(.pull, .add, added.id, added.copy.source, added.copy.flags))
            case let copied as MessageCopied:
                actions.append(.init(.pull, .copy, copied.message, copied.copy.source, copied.copy.flags))
            case let changed as CopyChanged:
                count(changed, source: "")
            case let restored as MessageRestored:
                actions.append(.init(.pull, .restore, restored.message, "", ""))
            default: break
            }
        }
    }

    /// Counts a file that an import had taken, and the flags that it got since.
    mutating func count(_ change: CopyChanged, source: String) {
        if change.maildir != nil {
            var action = SyncAction(.pull, .copy, change.message, source, "")
            action.isRecognition = true
            actions.append(action)
        }
        if let flags = change.flags {
            actions.append(.init(.pull, .flags, change.message, source, "\(flags.old) → \(flags.new)"))
        }
    }
}

extension SyncAction {
    init(_ direction: Direction, _ kind: Kind, _ message: MessageID?, _ source: String, _ detail: String) {
        self.init(direction: direction, kind: kind, message: message, source: source, detail: detail)
    }
}
