internal import ArgumentParsing
internal import EventLog
internal import Fleet
internal import MailLedger

extension FleetVerb {
    struct Adopt: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "adopt",
            abstract: "Move a ledger from a folder into the database.",
            examples: [
                CommandExample("mailledger fleet adopt ~/ledger --as ada", "into the database of $MAILLEDGER"),
                CommandExample(
                    "mailledger fleet adopt ~/ledger --as ada --standby optional", "the server has no standby"),
            ],
            discussion: """
                The ledger keeps its id, every event and the same root. The folder is sealed: it can be read, and takes
                no more changes. If the move is stopped, the same command completes it. 'fleet release' is the way
                back. A ledger that was released is adopted again under its name; only new events and contents are
                copied, and it needs a standby as before.
                """)

        @Argument(help: "The ledger's folder.", completion: .directory) var folder: String
        @Option(name: .customLong("as"), help: ArgumentHelp("Its name in the database.", valueName: "name"))
        var name: String
        @Option(name: .long, help: "Whether a standby has to confirm what it writes there.") var standby: Standby?
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let location = try FolderArgument.location(folder)
            guard let address = try DatabaseArgument.address(of: ledger).naming(name) else {
                throw ValidationError("--as: \(LedgerURL.fault(ofName: name) ?? "it takes a name for the ledger")")
            }
            let progress = Progress("Copying contents", unit: "contents")
            let adoption = Adoption(of: location, into: address, needsStandby: standby?.isRequired)
            let report = try adoption.run(
                environment: Surroundings.current.environment(), variables: LedgerTarget.variables
            ) { progress.update(done: $0, total: $1) }
            progress.finish()
            try Session.note(LedgerTarget.server(address).place().warnings)
            for digest in report.leftOut { StandardError.line("left out content \(digest)") }
            try session.write(report) {
                session.line(
                    "Moved \(Counted.of(Int(report.events), "event", "events")) with the root \(report.root) to \(address)."
                )
                session.line("\(location.directory) is sealed: it can be read, and takes no more changes.")
            }
            if !report.leftOut.isEmpty {
                throw Shortfall.partial("\(Counted.of(report.leftOut.count, "content", "contents")) left out")
            }
        }
    }

    struct Release: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "release",
            abstract: "Move a ledger from the database into a folder.",
            examples: [
                CommandExample("mailledger fleet release ada ~/ledger", "out of the database of $MAILLEDGER")
            ],
            discussion: """
                The ledger keeps its id, every event and the same root. Its rows on the server are sealed: they can be
                read, and take no more changes; an administrator may drop them. If the move is stopped, the same
                command completes it; if it fails, the rows take changes again. The folder has to be empty, or the
                sealed one that was adopted.
                """)

        @Argument(help: "The ledger's name.") var name: String
        @Argument(help: "A new or an empty folder, or the one that was adopted.", completion: .directory)
        var folder: String
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let location = try FolderArgument.location(folder)
            guard let address = try DatabaseArgument.address(of: ledger).naming(name) else {
                throw ValidationError(LedgerURL.fault(ofName: name) ?? "\(name) is not a name of a ledger")
            }
            let progress = Progress("Copying contents", unit: "contents")
            let report = try Fleet.Release(of: address, into: location).run(
                environment: Surroundings.current.environment(), variables: LedgerTarget.variables
            ) { progress.update(done: $0, total: $1) }
            progress.finish()
            for digest in report.leftOut { StandardError.line("left out content \(digest)") }
            try session.write(report) {
                session.line(
                    "Moved \(Counted.of(Int(report.events), "event", "events")) with the root \(report.root) to \(report.folder)."
                )
                session.line("\(address) is sealed: it can be read, and takes no more changes.")
                if !report.hasKey {
                    session.line("The key that signs checkpoints is on another node: copy its folder of keys.")
                }
            }
            if !report.leftOut.isEmpty {
                throw Shortfall.partial("\(Counted.of(report.leftOut.count, "content", "contents")) left out")
            }
        }
    }
}
