internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import Fleet
internal import MailLedger
internal import Projections

extension FleetVerb {
    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "List the ledgers of the database that you may read.",
            examples: [
                CommandExample("mailledger fleet status", "of the database of $MAILLEDGER"),
                CommandExample(
                    "mailledger fleet status --ledger postgresql://auditor@db1/mail --format json", "for a program"),
            ])

        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, pages: true, none: "No ledgers.")
            let answers = try FleetQuestions(at: DatabaseArgument.address(of: ledger)).ledgers()
            let ledgers = answers.rows
            try session.write(ledgers.map { FleetLedgerForm($0) }) {
                var table = Table([
                    .init(minimum: 8, isFlexible: true, looks: [.bold]), .init(alignment: .right), .init(looks: [.dim]),
                    .init(minimum: 8, isFlexible: true),
                ])
                for ledger in ledgers {
                    table.append([
                        ledger.name, Counted.of(Int(ledger.events), "event", "events"),
                        ledger.lastChange.map { session.times.minute($0.microseconds) } ?? "",
                        [
                            ledger.damage.map { "damaged: \($0)" }, ledger.sealed,
                            ledger.needsStandby || ledger.hasStandby ? nil : "writes without a standby",
                            ledger.nodesBehind.isEmpty
                                ? nil : "not yet forgotten by \(ledger.nodesBehind.joined(separator: ", "))",
                        ].compactMap { $0 }.joined(separator: "; "),
                    ])
                }
                session.write(table)
            }
            try answers.requireWhole()
        }
    }

    struct Log: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "log",
            abstract: "List the changes in all ledgers that you may read, the latest first.",
            examples: [
                CommandExample("mailledger fleet log --effect deleted --since yesterday", "who deleted mail, anywhere"),
                CommandExample("mailledger fleet log --actor cleanup-script --limit 20", "what a script did last"),
            ],
            discussion: """
                One line is one transaction. The removal of any copy counts as a deletion here; for 'mailledger log'
                only the removal of the last copy does.
                """)

        @OptionGroup var transactions: TransactionOptions
        @Option(name: .long, help: ArgumentHelp("Show at most N.", valueName: "n")) var limit = 50
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit takes a number from 1 on") }
        }

        func run() throws {
            let session = Session(ledger, output, pages: true, none: "No changes.")
            var selection = TransactionSelection()
            selection.actor = transactions.actor
            selection.osUser = transactions.osUser
            selection.host = transactions.host
            selection.command = transactions.verb
            selection.typeName = transactions.type
            let bounds = try transactions.recorded()
            selection.recordedFrom = bounds?.lower.map { Timestamp(microseconds: $0) }
            selection.recordedBefore = bounds?.upper.map { Timestamp(microseconds: $0) }
            let answers = try FleetQuestions(at: DatabaseArgument.address(of: ledger))
                .changes(selection, effect: transactions.effect, limit: limit)
            let changes = answers.rows
            try session.write(changes.map { FleetChangeForm($0) }) {
                var table = Table([
                    .init(minimum: 6, isFlexible: true, looks: [.bold]), .init(looks: [.yellow]), .init(looks: [.dim]),
                    .init(minimum: 8, isFlexible: true), .init(minimum: 8, isFlexible: true),
                    .init(minimum: 8, isFlexible: true),
                ])
                for change in changes {
                    table.append([
                        change.ledger, String(change.operation.description.prefix(8)),
                        session.times.minute(change.time.microseconds),
                        ActWords.agent(change.actor, change.osUser, change.host), change.command ?? "(erased)",
                        change.effects.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                            "\($0.key.rawValue) \($0.value)"
                        }
                        .joined(separator: ", "),
                    ])
                }
                session.write(table)
            }
            try answers.requireWhole()
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change a setting of the database, or of a ledger in it.",
            examples: [
                CommandExample(
                    "mailledger fleet set ada --standby optional --ledger postgresql://postgres@db1/mail",
                    "an administrator lets it write without a standby"),
                CommandExample(
                    "mailledger fleet set --standby optional --ledger postgresql://postgres@db1/mail",
                    "lets new ledgers do so"),
                CommandExample(
                    "mailledger fleet set --retention 35 --ledger postgresql://postgres@db1/mail",
                    "state that backups are kept for 35 days"),
            ],
            discussion: """
                A ledger takes writes only if a standby confirms them, unless --standby optional was set for it or,
                before it was made, for new ledgers. Without a standby, a failover can lose changes that were already
                confirmed.

                Archives of write-ahead logs and backups of the server keep what was erased until they are removed. --retention
                states for how long that is; 'mailledger erase' repeats it. It changes nothing on the server.
                """)

        @Argument(help: "The ledger's name, for --standby; without it, new ledgers are meant.") var name: String?
        @Option(name: .long, help: "Whether a standby has to confirm what is written.") var standby: Standby?
        @Option(
            name: .long,
            help: ArgumentHelp("For how many days archives and backups of the database are kept.", valueName: "days"))
        var retention: Int?
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard name == nil || standby != nil else {
                throw ValidationError("Say --standby required or optional; --retention is of the whole database")
            }
            guard standby != nil || retention != nil else { throw ValidationError("Name a setting") }
            if let retention, retention < 0 { throw ValidationError("--retention takes a number of days") }
        }

        func run() throws {
            let session = Session(ledger, output)
            let questions = try FleetQuestions(at: DatabaseArgument.address(of: ledger))
            if let standby {
                if let name {
                    try questions.setNeedsStandby(standby.isRequired, of: name)
                } else {
                    try questions.setNewNeedStandby(standby.isRequired)
                }
            }
            if let retention { try questions.setRetention(days: retention) }
            let form = FleetSettingForm(name: name, standby: standby?.rawValue, retentionDays: retention)
            try session.write(form) {
                if let standby {
                    let subject = name.map { "\($0) takes" } ?? "New ledgers take"
                    session.line(
                        standby.isRequired
                            ? "\(subject) writes only if a standby confirms them."
                            : "\(subject) writes without a standby.")
                }
                if let retention {
                    session.line("Archives and backups are kept for \(Counted.of(retention, "day", "days")).")
                }
            }
        }
    }
}

extension FleetQuestions.Answers {
    /// Names the ledgers that gave no answer.
    func requireWhole() throws {
        for ledger in unanswered {
            StandardError.line(Sanitizer.line("\(ledger.ledger) gave no answer: \(ledger.reason)"))
        }
        guard unanswered.isEmpty else {
            throw Shortfall.partial("\(Counted.of(unanswered.count, "ledger", "ledgers")) gave no answer")
        }
    }
}
