internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import SystemIdentity

struct WitnessVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "witness", abstract: "Keep the last checkpoint at another place, and compare the log with it.",
        subcommands: [Add.self, List.self, Check.self, Update.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Make a witness: a file outside of the ledger that remembers the log.",
            examples: [
                CommandExample(
                    "mailledger witness add ~/mail/ledger.witness",
                    "on this disk it detects accidents, on another one tampering, too")
            ],
            discussion: """
                From here on, every command that opens the ledger compares it with the file first, and refuses a log
                that was cut, changed or restored from an older copy. Every change updates the file. The configuration
                file says where it is, in [witness], so that restoring the ledger's folder does not restore its
                witness. The file holds no mail. A witness that cannot be read is reported on standard error and stops
                nothing. It also remembers what was erased, so that 'restore' erases it again from an older backup.
                """)

        @Argument(help: "The file, outside of the ledger's folder.", completion: .file()) var file: String
        @Flag(name: .long, help: "Use an existing file, even if it remembers other events.") var force = false
        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(checksWitnesses: false, signing: passphrase)
            let path = Surroundings.current.location(file).directory
            let standing = try WorkingUser.asItself { try ledger.proofs.addWitness(at: path, overwriting: force) }
            try session.witnesses(of: ledger).add(path)
            try session.write(WitnessForm(path: path, standing)) {
                session.line("Added the witness \(path), which remembers \(Counted.events(Int(standing.kept))).")
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the witnesses of a ledger, and the position that each remembers.",
            examples: [
                CommandExample("mailledger witness list", "one line per witness")
            ])

        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(.readOnly, checksWitnesses: false)
            try session.write(witnesses: try session.witnesses(of: ledger).paths(), of: ledger) {
                try ledger.proofs.check(witness: $0)
            }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Compare the log with its witnesses.",
            examples: [
                CommandExample("mailledger witness check", "all that are known"),
                CommandExample("mailledger witness check ~/ledger.witness", "one file, known or not"),
            ],
            discussion: "Exit code 6 when one of them remembers another log, or cannot be read.")

        @Argument(help: "Witness files (default: all of the ledger).", completion: .file()) var files: [String] = []
        @OptionGroup var quiet: QuietOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(.readOnly, checksWitnesses: false)
            try session.answer(files, of: ledger, isQuiet: quiet.quiet) { try ledger.proofs.check(witness: $0) }
        }
    }

    struct Update: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "update",
            abstract: "Compare the log with its witnesses, and update them to the present log.",
            examples: [
                CommandExample("mailledger witness update", "all that are known")
            ],
            discussion: """
                Each change updates the witnesses. Use this for a witness whose disk was missing, or that the
                configuration file does not name. If the log does not agree with a witness, that witness stays as it
                was, and the exit code is 6.
                """)

        @Argument(help: "Witness files (default: all of the ledger).", completion: .file()) var files: [String] = []
        @OptionGroup var quiet: QuietOptions
        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(checksWitnesses: false, signing: passphrase)
            try session.answer(files, of: ledger, isQuiet: quiet.quiet) { try ledger.proofs.update(witness: $0) }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Stop using a witness; its file stays.",
            examples: [
                CommandExample("mailledger witness remove ~/ledger.witness", "the file itself stays")
            ])

        @Argument(help: "The file.", completion: .file()) var file: String
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(.readOnly, checksWitnesses: false)
            let path = Surroundings.current.location(file).directory
            guard try session.witnesses(of: ledger).remove(path) else {
                throw ValidationError("\(path) is not a witness of this ledger; 'mailledger witness list' lists them")
            }
            let form = WitnessForm(path: path, events: try ledger.store.head().position.rawValue, problem: nil)
            try session.write(form) { session.line("\(path) is no longer a witness of this ledger; the file stays.") }
        }
    }
}

extension Session {
    /// Asks the witnesses that are named, or all that are known, and fails where one has something against the log.
    fileprivate func answer(
        _ files: [String], of ledger: Ledger, isQuiet: Bool, _ ask: (String) throws -> WitnessStanding
    ) throws {
        let paths =
            files.isEmpty
            ? try witnesses(of: ledger).paths() : files.map { Surroundings.current.location($0).directory }
        guard !paths.isEmpty else {
            throw ValidationError("This ledger has no witness: 'mailledger witness add FILE' makes one")
        }
        let bad = try write(witnesses: paths, of: ledger, isQuiet: isQuiet, ask)
        if bad > 0 {
            throw Shortfall.unverified(
                "\(Counted.of(bad, "witness does", "witnesses do")) not confirm the log, for the reason above")
        }
    }

    /// Writes what each witness says, and returns how many have something against the log.
    @discardableResult
    fileprivate func write(
        witnesses paths: [String], of ledger: Ledger, isQuiet: Bool = false,
        _ ask: (String) throws -> WitnessStanding
    ) throws -> Int {
        let head = try ledger.store.head().position.rawValue
        let forms = try forms(of: paths, ledger, ask)
        try write(forms, isQuiet: isQuiet && forms.allSatisfy(\.isHealthy)) {
            for form in forms {
                let mark = style.paint(form.isHealthy ? "ok  " : "bad ", form.isHealthy ? .green : .red)
                let words =
                    form.problem ?? "\(form.path): \(form.kept ?? 0) of \(Counted.events(Int(head))) remembered"
                output.line(mark + Sanitizer.line(words))
            }
        }
        return forms.count { !$0.isHealthy }
    }

    /// What each witness says.
    func forms(
        of paths: [String], _ ledger: Ledger, _ ask: (String) throws -> WitnessStanding
    ) throws -> [WitnessForm] {
        let head = try ledger.store.head().position.rawValue
        return paths.map { path in
            do {
                return WitnessForm(path: path, try ask(path))
            } catch {
                return WitnessForm(path: path, events: head, problem: Failure(error).message)
            }
        }
    }
}
