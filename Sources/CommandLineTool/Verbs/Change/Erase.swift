internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct Erase: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase mail or an account for good, from the log too; every proof stays valid.",
        discussion: """
            The content of the events is blanked in the log, and their digests remain, so 'verify' and every proof
            still work. The bytes of the mail are removed from the content store, except bytes that other mail has too.
            Views, full text and freed pages are cleaned. An event records the erasure: when, by whom and why. --reason
            is needed. It is not erased, so do not name a person in it.

            There is no undo. Deleted mail is erased too. A later import skips erased mail, unless --allow-erased. If
            'erase' is killed, the next command that writes finishes it. Docs/Erasure.md says what disks, backups and
            other programs keep.
            """,
        subcommands: [
            OfMessage.self, OfAccount.self, OfConversation.self, OfQuery.self, OfAddress.self, OfNote.self,
            OfAnswer.self,
            OfProfile.self, Listing.self,
        ])

    struct OfMessage: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "message", abstract: "Erase one message, deleted or not, and its actions.",
            examples: [
                CommandExample(
                    "mailledger erase message 3f2a --reason 'request 17' --dry-run", "what would go, and what stays"),
                CommandExample("mailledger erase message 3f2a --reason 'request 17' --yes", "erase it; do not ask"),
            ],
            discussion: """
                The content of its events is blanked in the log; their digests remain, so 'verify' and every proof
                still work. Its bytes are removed from the content store unless other mail has them too. Views, search
                index and freed pages are cleaned. An event records the erasure: when, by whom and why; --reason is
                needed. It shows what it would erase, and asks. There is no undo.

                If it is killed, the next command that writes finishes it. It ends with exit code 5 if another process
                blocks a step; the next command does it. Docs/Erasure.md says what remains outside the ledger.
                """)

        @Argument(help: "The first digits of the message's id.", completion: .names(.message)) var id: String
        @OptionGroup var erasure: ErasureOptions

        func run() throws { try erasure.run { _ in .message(prefix: id) } }
    }

    struct OfAccount: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "account", abstract: "Erase an account, deleted or not, with everything that was ever in it.",
            examples: [
                CommandExample(
                    "mailledger erase account treasurer@rowing.example.net --reason 'left the club' --dry-run",
                    "what would go, and what stays")
            ],
            discussion: """
                --reason is needed; the log records it.
                """)

        @Argument(help: "The account's address, or the first digits of its id.", completion: .names(.account))
        var account: String
        @OptionGroup var erasure: ErasureOptions

        func run() throws { try erasure.run { _ in .account(account) } }
    }

    struct OfConversation: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "conversation", abstract: "Erase a conversation, deleted or not, with its messages.",
            examples: [
                CommandExample(
                    "mailledger erase conversation rowers --reason 'request 20' --yes", "erase it; do not ask")
            ],
            discussion: """
                --reason is needed; the log records it.
                """)

        @Argument(
            help: "The conversation's name at its source, or the first digits of its id.",
            completion: .names(.conversation))
        var name: String
        @OptionGroup var erasure: ErasureOptions

        func run() throws { try erasure.run { _ in .conversation(name) } }
    }

    struct OfQuery: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "query", abstract: "Erase all messages that a query finds, deleted ones too.",
            examples: [
                CommandExample(
                    "mailledger erase query 'from:tomas or to:tomas' --reason 'request 18' --dry-run",
                    "what would go, and what stays")
            ],
            discussion: """
                --reason is needed; the log records it.
                """)

        @OptionGroup var query: QueryArguments
        @OptionGroup var erasure: ErasureOptions

        func run() throws {
            guard !query.isEmpty else { throw ValidationError("Say which messages; '*' means all") }
            let query = try query.read()
            try erasure.run { .query(try query.filter(in: $0, withDeleted: true)) }
        }
    }

    struct OfAddress: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "address", abstract: "Erase all mail from and to an address, deleted mail too.",
            examples: [
                CommandExample(
                    "mailledger erase address tomas@example.net --reason 'request 21' --dry-run",
                    "what would go, and what stays")
            ],
            discussion: """
                A message is erased if this whole address is in From, Sender, Reply-To, To, Cc or Bcc, in upper or lower
                case. A query also finds addresses that contain it. 'export --subject-address' writes the same mail
                first, and the mail of the person's own account, which 'erase account' erases. --reason is needed.
                """)

        @Argument(help: "The whole address, such as peter@example.net.") var address: String
        @OptionGroup var erasure: ErasureOptions

        func validate() throws {
            if person == nil { throw ValidationError("Give a whole address, such as peter@example.net") }
        }

        func run() throws { if let person { try erasure.run { _ in .address(person.address) } } }

        private var person: EmailAddress? { EmailAddress(ofPerson: address) }
    }

    struct OfNote: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "note", abstract: "Erase a note, deleted or not, and its actions.",
            examples: [
                CommandExample(
                    "mailledger erase note 'Club meeting' --reason 'request 17' --dry-run",
                    "what would go, and what stays")
            ],
            discussion: """
                A draft that was made from an action is a separate message, and remains. A hold covers mail, not notes,
                so --override-hold has no effect. --reason is needed.
                """)

        @Argument(help: "The note's title, or the first digits of its id.", completion: .names(.note)) var name: String
        @OptionGroup var erasure: ErasureOptions

        func run() throws { try erasure.run { _ in .note(prefix: name) } }
    }

    struct Listing: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the erased things: when, by whom and why.",
            examples: [
                CommandExample("mailledger erase message 3f2a --reason 'request 17' --yes", "an erasure"),
                CommandExample("mailledger erase list", "each thing that was erased"),
            ])

        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, pages: true, none: "Nothing was erased.")
            let ledger = try session.open()
            try session.show(ledger.answer(ListErasures())) { forms in
                var table = Table([.init(looks: [.dim]), .init(), .init(), .init(), .init(), .init(isFlexible: true)])
                for form in forms {
                    table.append([
                        .init(String(form.position)), .init(form.time), .init("\(form.kind) \(form.id.prefix(8))"),
                        .init(Counted.events(form.events)), .init(form.actor ?? "(erased)"), .init(form.reason ?? ""),
                    ])
                }
                session.write(table)
            }
        }
    }
}

/// What the ways to erase have in common.
struct ErasureOptions: ParsableArguments {
    @Flag(
        name: .long,
        help:
            "Also erase the actor and reason of transactions that have other events, too: a reason may name the person."
    )
    var sharedHeaders = false
    @Flag(
        name: .long,
        help: "Make a new key if keys/erasure.key is lost; mail erased so far is then no longer recognised.")
    var newKey = false
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var hold: HoldOptions
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if change.reason?.allSatisfy(\.isWhitespace) ?? true {
            throw ValidationError("An erasure needs --reason: the log records it, so do not name a person in it")
        }
    }

    func run(_ target: (Ledger) throws -> ErasureTarget) throws {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        let target = try target(ledger)
        let call = CommandCall(
            ledger.context(command: "erase", reason: change.reason), isDryRun: dryRun.dryRun,
            overridesHolds: hold.overrideHold)
        let erasure = try PlannedErasure(
            of: target, in: ledger, includingSharedHeaders: sharedHeaders, newKey: newKey, call)
        let plan = erasure.plan
        guard !call.isDryRun, !plan.isEmpty else {
            // A look that is refused has shown what it saw.
            try session.write(erasure.look) { show(plan, session) }
            if plan.messages == 0, let shortfall = target.shortfallWithoutMail { throw shortfall }
            return try erasure.check()
        }
        if session.format == .text { show(plan, session) }
        try erasure.check()
        try session.confirm("Erase this for good?", confirmation)
        let result = try erasure.carryOut()
        try session.write(result.answer) {
            session.line("Erased (\(result.operation?.description.prefix(8) ?? "")).")
            if let elsewhere = result.answer.elsewhere { show(elsewhere, session) }
        }
        let remaining = result.answer.remaining
        if !remaining.isEmpty { throw Shortfall.unfinishedErasure(remaining) }
    }

    private func show(_ copies: CopiesElsewhere, _ session: Session) {
        let forgotten = copies.nodes.count { $0.hasForgotten }
        session.line("Forgotten by \(Counted.of(forgotten, "node", "nodes")).")
        for node in copies.nodes where !node.hasForgotten {
            session.line(
                node.isAway
                    ? "Not forgotten by \(node.name), not seen since \(node.seenAt): remove its cache there."
                    : "Not yet forgotten by \(node.name), which does so before its next answer.")
        }
        session.line(
            copies.retentionDays.map {
                "Archives and backups of the server keep it for \(Counted.of($0, "day", "days")), as its operator states."
            } ?? "Nobody has stated for how long archives and backups of the server keep it: 'mailledger fleet set "
                + "--retention DAYS' does.")
    }

    private func show(_ plan: ErasurePlan, _ session: Session) {
        guard !plan.isEmpty else { return session.line("There is nothing to erase.") }
        var table = Table([.init(looks: [.dim]), .init(isFlexible: true)])
        func add(_ label: String, _ text: String) { table.append([.init(label), .init(text)]) }
        if let account = plan.account { add("account", account) }
        add("messages", ProgressLine.grouped(plan.messages))
        for (kind, count) in plan.things.sorted(by: { $0.key < $1.key }) {
            add("\(kind)s", ProgressLine.grouped(count))
        }
        add("events", "\(ProgressLine.grouped(plan.events)) (time, type and digest stay)")
        add("contents", "\(ProgressLine.grouped(plan.contents)) of \(Counted.bytes(plan.bytes))")
        add("actor and reason", "of \(Counted.of(plan.headers, "transaction", "transactions"))")
        if plan.keptContents > 0 {
            add("stays", "\(Counted.of(plan.keptContents, "content", "contents")) that other mail has too")
        }
        if plan.sharedHeaders > 0 {
            add(
                "stays",
                "actor and reason of \(Counted.of(plan.sharedHeaders, "transaction", "transactions")) that other events "
                    + "share; --shared-headers erases them")
        }
        for maildir in plan.maildirs { add("stays", "what lies in \(maildir)") }
        session.write(table)
        session.show(plan.holds)
    }
}

extension ErasureTarget {
    /// The error if it found no mail; nil for what has been found by its name.
    fileprivate var shortfallWithoutMail: Shortfall? {
        switch self {
        case .query: .foundNothing(by: [])
        case .address(let address): .foundNothing(withAddress: address)
        case .message, .account, .note, .conversation, .streams: nil
        }
    }
}
