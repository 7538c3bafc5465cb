internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import SystemIdentity

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find the faults of a ledger, and say what to do about them.",
        examples: [
            CommandExample("mailledger doctor", "one line per check"),
            CommandExample(
                "mailledger doctor --salvage ~/mail/saved --reason 'a bad disk'", "the valid part of a damaged log"
            ),
            CommandExample("mailledger doctor --split", "separate mail that an older version treated as the same"),
        ],
        discussion: """
            Reads the log, and checks the files' modes, the signing key, the key of erasures, the views and the search
            index. It looks for orphaned rows, and for messages whose copies differ. It also compares the words of the
            search index with the mail, which takes as long as indexing all of it. It changes nothing but the mark of a
            damaged log. The exit code is 6 when it finds something. 'mailledger verify --content' checks the content,
            too; with --views it compares the views row by row, also those of past moments.

            For a ledger on a server, it reports settings that can lose mail, or show it in the server's logs (check
            'server'). It also reports rights of its role beyond those of a node, and missing guards of the log.

            It counts the messages whose headers an older version of the parser read (check 'parser'). It names folders
            with mail whose names suggest trash, spam, drafts ... but that do not have the role (check 'roles'), with
            the command that sets it. It counts events of parts that this program does not have, such as notes or chats,
            and names the program that recorded them (check 'contexts'). None of these is a fault.

            For a damaged log it says up to which event the log is valid, and how much of it can be read. From then on
            nothing is written to it, until 'mailledger verify' finds no fault. --salvage makes a ledger of the valid
            part in a new or an empty folder. It has the events up to the last whole transaction before the first
            fault, the messages with the right digests, and the keys. If the signing key was changed behind the fault,
            it is left out, and the answer says so. The damaged ledger does not change; in the new one the event
            ledger.log-salvaged records the loss. Erasures behind the fault are recorded again if they can be read;
            otherwise the part ends before the first event that they made blank. A witness that saw later events will
            reject the new ledger. Look for a backup first: it may have more events.

            Programs write lines into a message (Status, X-Keywords, ...). An older version treated two messages as
            copies of one if they differed only in such lines, even if a mail reader shows the difference. --split turns
            such copies into messages of their own; 'mailledger undo' takes it back.
            """)

    @Option(
        name: .long, help: ArgumentHelp("Make a ledger of the valid part, in this folder.", valueName: "dir"),
        completion: .directory)
    var salvage: String?
    @Flag(name: .long, help: "Turn copies whose content differs from their message into messages of their own.")
    var split =
        false
    @Option(name: .long, help: ArgumentHelp("The reason; the log records it.", valueName: "text"))
    var reason: String?

    @OptionGroup var quiet: QuietOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if salvage == nil, !split, reason != nil { throw ValidationError("--reason belongs to --salvage and --split") }
        if salvage != nil, split { throw ValidationError("--salvage and --split exclude each other") }
        if salvage != nil, reason?.allSatisfy(\.isWhitespace) ?? true {
            throw ValidationError("--salvage needs --reason, which the log records")
        }
    }

    func run() throws {
        let session = Session(ledger, output)
        if let salvage { return try self.salvage(to: FolderArgument.location(salvage), session) }
        if split { return try splitMessages(session) }
        let findings = try examine(session)
        let bad = findings.count { !$0.isHealthy }
        try session.write(findings.map(Form.init), isQuiet: quiet.quiet && bad == 0) {
            for finding in findings {
                session.line(
                    painted: session.style.paint(finding.isHealthy ? "ok  " : "bad ", finding.isHealthy ? .green : .red)
                        + Sanitizer.line(finding.subject + ": " + finding.detail(hinting: HintWords.text)))
            }
        }
        if bad > 0 { throw Shortfall.unverified("\(Counted.of(bad, "finding", "findings"))") }
    }

    private func examine(_ session: Session) throws -> [Finding] {
        let ledger: Ledger
        do {
            ledger = try session.open(.readOnly, checksWitnesses: false, warns: false)
        } catch EventLogError.corrupt(let fault) {
            return try LedgerMaintenance.examine(unreadable: fault, at: try Session.location(self.ledger))
        }
        let findings = try ledger.maintenance.examine()
        // A witness tells of a log that is whole and another one than before; what is damaged is told first.
        if findings.first?.isHealthy == true {
            try WorkingUser.asItself { try session.witnesses(of: ledger).watch(ledger) }
        }
        return findings
    }

    private func splitMessages(_ session: Session) throws {
        let ledger = try session.open()
        let outcome = try ledger.mail.splitMixedMessages(context: ledger.context(command: "doctor", reason: reason))
        let form = SplitForm(outcome)
        try session.write(form) {
            for message in outcome.mixed {
                session.line("\(message.message.description.prefix(8)) had \(message.sources.joined(separator: ", "))")
            }
            session.line(
                outcome.mixed.isEmpty
                    ? "No copy differs from its message."
                    : "Made \(Counted.messages(outcome.made)) of their copies "
                        + "(\(form.operation?.prefix(8) ?? "")); 'mailledger undo' takes it back.")
        }
    }

    private func salvage(to target: LedgerLocation, _ session: Session) throws {
        let report = try LedgerMaintenance.salvage(
            from: Session.location(ledger), to: target, reason: reason, environment: Surroundings.current.environment())
        let form = SalvageForm(report, to: target)
        try session.write(form) {
            for fault in form.contentFaults { session.line("left out: \(fault)") }
            session.line("The log is valid up to position \(report.events). Then: \(report.fault).")
            session.line(
                "Saved \(Counted.events(Int(report.events))) and "
                    + "\(Counted.of(report.contents, "message", "messages")) to \(target.directory).")
            if let lost = form.lost, lost > 0 { session.line("Lost: \(Counted.events(Int(lost))).") }
            if form.erasures > 0 {
                session.line(
                    "Recorded again: \(Counted.of(form.erasures, "erasure", "erasures")) from behind the fault.")
            }
            if !form.hasSigningKey {
                session.line(
                    "The key that signs for this part of the log is not there: bring it back as keys/signing.key, or"
                        + " 'key rotate --lost' makes another.")
            }
        }
    }

    private struct SplitForm: Encodable {
        let operation: String?
        let made: Int
        let messages: [String]
        let sources: [String]

        init(_ outcome: SplitOutcome) {
            operation = outcome.receipt?.operation.description
            made = outcome.made
            messages = outcome.mixed.map(\.message.description)
            sources = outcome.mixed.flatMap(\.sources)
        }
    }

    private struct Form: Encodable {
        let subject: String
        let isHealthy: Bool
        let detail: String

        init(_ finding: Finding) {
            subject = finding.subject
            isHealthy = finding.isHealthy
            detail = finding.detail(hinting: HintWords.text)
        }
    }
}
