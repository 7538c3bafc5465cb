internal import ArgumentParsing
internal import Content
internal import Cryptography
internal import DiskFiles
internal import EventLog
internal import MailLedger
internal import SystemIdentity

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a ledger from a backup.",
        examples: [
            CommandExample("mailledger backup ~/ledger-backup", "a backup"),
            CommandExample(
                "mailledger restore ~/ledger-backup ~/mail/restored", "a ledger, checked on the way"),
            CommandExample(
                "mailledger restore ~/ledger-backup ~/mail/verified --verify",
                "read once more, and compared with its witnesses"),
        ],
        discussion: """
            The target has to be a new or an empty folder. Every event and every message is checked on the way, and the
            root is compared with the one that the backup names. If the log is wrong, nothing is made (exit code 6).
            Damaged messages are named and left out (exit code 5). --verify reads the new ledger once more, messages
            and views too, and compares it with its witnesses. If a witness remembers more events, the backup is not
            the newest (exit code 6). Mail that a witness remembers as erased is erased again. The answer names the
            keys that the backup lacks: the signing key, and the key of erasures if mail was erased. A file that is
            no signing key is named, too (exit code 6).

            The ledger is the same one, with the same id: continue to work in only one of the two. The counterpart of
            'notmuch restore' is 'mailledger import tags'.
            """)

    @Argument(help: ArgumentHelp("The folder of the backup.", valueName: "backup"), completion: .directory)
    var backup: String
    @Argument(help: ArgumentHelp("The folder for the ledger.", valueName: "target"), completion: .directory)
    var target: String
    @Flag(name: .long, help: "Verify the ledger that was made: log, messages, views and witnesses.") var verify = false
    @Option(
        name: .long, help: ArgumentHelp("Compare the new ledger with this witness.", valueName: "file"),
        completion: .file())
    var witness: [String] = []
    @Option(
        name: .long,
        help: ArgumentHelp("Erase again the mail that this newer ledger or backup has erased.", valueName: "dir"),
        completion: .directory)
    var erasedIn: [String] = []
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if backup.isEmpty || target.isEmpty {
            throw ValidationError("Name the folder of the backup and that of the ledger")
        }
    }

    func run() throws {
        let session = Session(LedgerOptions(), output)
        var location = try FolderArgument.location(target)
        try WorkingUser.becomeOwner(of: location)
        let environment = Surroundings.current.environment()
        // What is refused is refused before anything is made.
        var erasures = try erasedIn.flatMap { try ErasureRecord.records(in: $0, forBackup: backup, on: location.files) }
        let progress = CopyProgress("Restoring")
        let report: RestoreReport
        do {
            defer { progress.finish() }
            report = try LedgerMaintenance.restore(
                from: backup, to: location, environment: environment,
                leaving: !erasures.isEmpty || !witness.isEmpty, progress: progress.update)
        }
        location.opensUnfinished = true
        let ledger = try Ledger.open(at: location, access: .readWrite, environment: environment)
        let views = Progress("Building the views", unit: "events")
        ledger.onRebuild = { reached, head in
            views.update(done: Int(reached.rawValue), total: Int(head.rawValue))
            return true
        }
        try ledger.read { _ in }
        views.finish()
        let known = try session.witnesses(of: ledger).paths()
        let asked = Self.distinct((verify ? known : []) + witness)
        // Of the log as it came: what is erased again makes it another one.
        let faults = Self.problems(of: ledger, asked)
        erasures += Set(known + witness).sorted().flatMap { path in
            do {
                return try ledger.proofs.erasures(rememberedBy: path)
            } catch {
                if !asked.contains(path) {
                    StandardError.line(
                        Sanitizer.line("warning: what a witness remembers to be erased is not known: \(error)"))
                }
                return []
            }
        }
        let keyState = try ledger.erasure.keyState()
        let context = ledger.context(command: "restore", reason: "erased since the backup was made")
        let erased = try ledger.erasure.reapply(erasures, context: context).reduce(0) { $0 + $1.plan.messages }
        try location.markFinished()
        let findings = verify ? try verified(ledger) : LedgerFindings()
        let signingKey = Result { try ledger.proofs.hasSigningKey() }
        var problems = findings.problems + faults
        if !verify, case .failure(let error) = signingKey { problems.append("\(error)") }
        let form = try RestoreForm(
            from: backup, to: location.directory, report: report, as: ledger, erased: erased, key: keyState,
            hasSigningKey: (try? signingKey.get()) ?? false, problems: problems)
        try session.write(form) {
            for fault in form.faults { session.line("left out: \(fault)") }
            session.line(
                "Restored \(Counted.events(Int(form.events))) and "
                    + "\(Counted.of(form.contents, "message", "messages")) to \(location.directory).")
            if erased > 0 { session.line("Erased \(Counted.messages(erased)) again.") }
            if let sentence = Self.sentence(of: keyState) { session.line(sentence) }
            if case .success(false) = signingKey {
                session.line(
                    "The backup has no signing key: bring keys/signing.key back, or 'key rotate --lost' makes another.")
            }
            session.line("root \(form.root)")
            if report.checkpoint == nil {
                session.line("The backup has no signed checkpoint: the root was compared with its manifest alone.")
            } else if report.unsignedEvents > 0 {
                let unsigned = Counted.of(
                    Int(report.unsignedEvents), "event behind that was", "events behind that were")
                session.line(
                    "The checkpoint of the backup signs \(Counted.events(Int(report.signedEvents))); the \(unsigned) "
                        + "compared with its manifest alone.")
            }
            if verify, problems.isEmpty { session.line("Log, messages and views are valid.") }
            for path in asked where problems.isEmpty { session.line("\(path) remembers the same log.") }
            for problem in problems { session.line("  \(problem)") }
            for line in Self.wayOn(
                past: known.filter { (try? ledger.proofs.check(witness: $0)) == nil }, at: location.directory,
                hasKey: form.hasSigningKey)
            {
                session.line(line)
            }
        }
        guard problems.isEmpty else {
            throw Shortfall.unverified("\(Counted.of(problems.count, "thing does", "things do")) not hold")
        }
        if report.isPartial {
            throw Shortfall.partial("\(Counted.of(report.faults.count, "message was", "messages were")) left out")
        }
        if !findings.pending.isEmpty { throw Shortfall.interruptedErasure(findings.pending) }
    }

    /// The lines that say how to go on beside witnesses of another log; until then, every command is refused.
    private static func wayOn(past witnesses: [String], at folder: String, hasKey: Bool) -> [String] {
        let known = witnesses.map { "\($0) remembers another log." }
        guard !witnesses.isEmpty else { return [] }
        func lines(_ verb: String) -> [String] {
            witnesses.map { path in
                "  mailledger witness \(verb) "
                    + [path, folder].map(HintWords.shellWord).joined(separator: " --ledger ")
            }
        }
        guard !hasKey else { return known + ["To go on with this one:"] + lines("add --force") }
        // A witness signs with the key, and refuses a log with another one.
        return known
            + ["To go on with this one, bring the key back, or make another one by these commands in this order:"]
            + lines("remove") + ["  mailledger key rotate --lost --yes --ledger \(HintWords.shellWord(folder))"]
            + lines("add --force")
    }

    /// What is to be known of the key of the erasures; nil where no mail was erased.
    private static func sentence(of state: ErasureKeyState) -> String? {
        switch state {
        case .unneeded: nil
        case .right: "The key of the erasures is here: what was erased stays out."
        case .unchecked: "A key of the erasures is here, unchecked: an older version recorded them."
        case .missing:
            "The key of the erasures is not in the backup: imports and syncs are refused until keys/erasure.key is back from"
                + " the former ledger. 'backup --with-keys' takes it along."
        case .unreadable, .malformed, .other:
            "The key of the erasures in the backup is not the right one: imports and syncs are refused until keys/erasure.key"
                + " is back from the former ledger."
        }
    }

    /// The paths without those that lead to the same file as one before.
    private static func distinct(_ paths: [String]) -> [String] {
        var known: Set<String> = []
        return paths.filter { path in
            known.insert((try? Surroundings.current.files.resolved(FilePath(path)).text) ?? path).inserted
        }
    }

    /// What witnesses have against the ledger.
    private static func problems(of ledger: Ledger, _ witnesses: [String]) -> [String] {
        witnesses.compactMap { path in
            do {
                _ = try ledger.proofs.check(witness: path)
                return nil
            } catch {
                return Failure(error).message
            }
        }
    }

    /// Reads everything once more.
    private func verified(_ ledger: Ledger) throws -> LedgerFindings {
        let progress = Progress("Verifying", unit: "events", total: Int(try ledger.store.head().position.rawValue))
        defer { progress.finish() }
        _ = try ledger.maintenance.verifyLog { position in
            progress.update(done: Int(position.rawValue))
            return true
        }
        var findings = LedgerFindings()
        try findings.checkKey(of: ledger)
        try findings.readContent(of: ledger, progress)
        try findings.compareReadModels(of: ledger)
        return findings
    }
}

/// What a restore made.
private struct RestoreForm: Encodable {
    let from: String
    let to: String
    let ledger: String
    let events: Int64
    let contents: Int
    let root: String
    let signedEvents: Int64
    let unsignedEvents: Int64
    let erased: Int
    let erasureKey: String
    let hasSigningKey: Bool
    let faults: [String]
    let problems: [String]

    /// - Parameter made: The ledger at the end: it has more events than the backup if mail was erased again.
    init(
        from backup: String, to target: String, report: RestoreReport, as made: Ledger, erased: Int,
        key: ErasureKeyState, hasSigningKey: Bool, problems: [String]
    ) throws {
        from = backup
        to = target
        ledger = report.manifest.ledger.description
        let head = try made.store.head().position
        events = head.rawValue
        contents = try made.content.stats().count
        root = try made.store.root(at: head).hex
        signedEvents = report.signedEvents
        unsignedEvents = report.unsignedEvents
        faults = report.faults.compactMap(ContentProblem.describe)
        self.erased = erased
        erasureKey = key.rawValue
        self.hasSigningKey = hasSigningKey
        self.problems = problems
    }
}
