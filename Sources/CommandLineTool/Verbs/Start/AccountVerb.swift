internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct Account: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Add, list, show, change or delete accounts.",
        subcommands: [
            Add.self, List.self, ShowOne.self, Change.self, Disable.self, Enable.self, Remove.self,
        ])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add an account, with its folders.",
            examples: [
                CommandExample("mailledger account add you@gmail.com", "the servers are known by the domain"),
                CommandExample(
                    "mailledger account add ada@example.org --imap-host imap.example.org --smtp-host smtp.example.org",
                    "servers of your own"),
            ],
            discussion: """
                The provider is known by the domain of the address, and its servers are filled in. INBOX, Archive,
                Drafts, Sent, Spam and Trash are made. The ledger never stores a password: --credential-ref says where
                it is kept, as env:NAME, command:…, file:… or keyring:…. 'mailledger providers' lists what is known.

                An account of an unknown domain needs no servers when it only archives files.

                Options that would hold a password are refused (exit code 2), and so are user:password@host and a URL with
                a user. The error does not repeat them.
                """)

        @Argument(help: "The e-mail address.") var address: String
        @OptionGroup var settings: AccountOptions
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            var command = AddAccount(
                address: address, displayName: settings.displayName, provider: settings.provider)
            command.imap = settings.imap
            command.smtp = settings.smtp
            command.authTypes = settings.authTypes
            command.keepNewest = settings.retention.newest
            command.keepFor = settings.retention.period
            command.credentialRef = try settings.credentialRef.map { try CredentialReference($0) }
            let ledger = try session.open(actor: change.actor)
            let call = change.call("account add", dryRun)
            try session.show(ledger.perform(AddAccountRequest(account: command), call).answer) { answer in
                let settings = try command.settings()
                switch answer {
                case .look: session.line("Would add \(settings.address) (\(settings.provider.rawValue)).")
                case .done(let account): session.line("Added \(account.address) (\(account.provider)).")
                }
                for (name, server) in [("IMAP", settings.imap), ("SMTP", settings.smtp)] {
                    guard let server else { continue }
                    session.line(
                        "  \(name)  \(server.host):\(server.port) \(server.security.rawValue), user "
                            + (server.username ?? "–"))
                }
                if case .done(let account) = answer {
                    session.line("Next: mailledger import PATH --account \(account.address)")
                }
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the accounts.",
            examples: [
                CommandExample("mailledger account list", "all accounts"),
                CommandExample("mailledger account list --format json", "the same for a program"),
            ])

        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(
                ledger, output, pages: true, none: "No account yet; 'mailledger account add ADDRESS' adds one.")
            let ledger = try session.open(at: moment)
            try session.show(ledger.answer(ListAccounts())) { forms in
                var table = Table([.init("ID"), .init("ADDRESS", isFlexible: true, looks: [.bold]), .init("PROVIDER")])
                for row in forms.map(\.row) {
                    table.append([
                        row.id.description.prefix(8).description, row.address,
                        row.isEnabled ? row.provider : row.provider + ", disabled",
                    ])
                }
                session.write(table)
            }
            session.noteIfBehind(ledger)
        }
    }

    struct ShowOne: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show an account's settings.",
            examples: [
                CommandExample(
                    "mailledger account show mara@example.org", "provider, servers, where the password is kept")
            ])

        @Argument(
            help: "The address, or the first digits of its id (default: import.account, else the only one).",
            completion: .names(.account))
        var account: String?
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(at: moment)
            let found = try ledger.answer(ListAccounts(account: session.account(account, in: ledger, as: "ADDRESS")))
                .first
            try session.show(found) { form in
                let row = form.row
                var table = Table([.init(looks: [.dim]), .init()])
                table.append(["id", row.id.description])
                table.append(["address", row.address])
                if let name = row.displayName { table.append(["name", name]) }
                table.append(["provider", row.provider])
                for (name, server) in [("imap", row.imap), ("smtp", row.smtp)] {
                    guard let server else { continue }
                    table.append([name, "\(server.host):\(server.port) \(server.security) \(server.username ?? "")"])
                }
                table.append(["authentication", row.authTypes.joined(separator: ", ")])
                if let reference = row.credentialRef { table.append(["credential", reference]) }
                table.append(["enabled", row.isEnabled ? "yes" : "no"])
                if let rule = RetentionRule(newest: row.keepNewest, period: row.keepFor) {
                    table.append(["keeps", rule.kept])
                }
                if let sync = row.sync { append(sync, to: &table, session) }
                session.write(table)
            }
        }

        private func append(_ sync: SyncState, to table: inout Table, _ session: Session) {
            let words = [sync.status.rawValue, sync.errorMessage].compactMap(\.self).joined(separator: ": ")
            table.append(["sync", words])
            for (name, time) in [("full sync", sync.lastFullSync), ("incremental", sync.lastIncrementalSync)] {
                if let time { table.append([name, session.times.full(time.microseconds)]) }
            }
            if let mark = sync.historyID { table.append(["server's mark", mark]) }
        }
    }

    struct Change: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change settings of an account; show each as old → new.",
            examples: [
                CommandExample(
                    "mailledger account set mara@example.org --imap-host imap.example.org --imap-security starttls",
                    "a server"),
                CommandExample(
                    "mailledger account set mara@example.org --display-name Mara --dry-run",
                    "what giving it a name would change"),
                CommandExample(
                    "mailledger account set mara@example.org --provider fastmail", "another provider, with its servers"),
                CommandExample(
                    "mailledger account set mara@example.org --keep-newest 100000 --keep-for 10y",
                    "how much mail it keeps"),
            ],
            discussion: """
                An empty value removes the display name, a user name, the credential reference or a whole server (its
                host). If the provider or address changes, values that were filled in from the old one are replaced.
                Values that you gave stay. --auth replaces the known ways to log in. --keep-newest and --keep-for say
                how much mail stays after each import, and are the rules of 'prune' without options; 'none' removes
                them. Values that are already set are not recorded. All changes are one event.
                """)

        @Argument(help: "The address, or the first digits of its id.", completion: .names(.account)) var account: String
        @Option(name: .long, help: ArgumentHelp("Another address.", valueName: "address")) var address: String?
        @OptionGroup var settings: AccountOptions
        @OptionGroup var change: SettingChange

        func validate() throws {
            guard address != nil || !settings.isEmpty else {
                throw ValidationError("Say what to change, as in --display-name or --imap-host")
            }
        }

        func run() throws {
            var command = ChangeAccount()
            command.address = address
            command.displayName = settings.displayName
            command.keepNewest = settings.retention.newest
            command.keepFor = settings.retention.period
            command.provider = settings.provider
            command.imap = settings.imap
            command.smtp = settings.smtp
            command.authTypes = settings.authTypes
            command.credentialRef = settings.credentialRef
            try change.perform(
                account, as: "account set", ChangeAccountRequest(account: account, changes: command))
        }
    }

    struct Enable: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable",
            abstract: "Take mail into an account again.",
            examples: [
                CommandExample("mailledger account disable mara@example.org", "take no more mail in"),
                CommandExample("mailledger account enable mara@example.org", "take mail in again"),
            ])

        @Argument(help: "The address, or the first digits of its id.", completion: .names(.account)) var account: String
        @OptionGroup var change: SettingChange

        func run() throws { try change.enable(account, true, command: "account enable") }
    }

    struct Disable: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable",
            abstract: "Take no more mail into an account; it keeps what it has.",
            examples: [
                CommandExample("mailledger account disable mara@example.org", "take no more mail in")
            ],
            discussion: """
                It keeps its mail, and lists and searches show it as before. An import into it is a conflict (exit
                code 4).
                """)

        @Argument(help: "The address, or the first digits of its id.", completion: .names(.account)) var account: String
        @OptionGroup var change: SettingChange

        func run() throws { try change.enable(account, false, command: "account disable") }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete an account and everything in it; undo brings it back.",
            examples: [
                CommandExample(
                    "mailledger account delete mara@example.org", "asks first; 'mailledger undo' brings it back"),
                CommandExample(
                    "mailledger account delete mara@example.org --yes --reason 'left the company'",
                    "does not ask, and records why"),
            ],
            discussion: """
                The policy says what happens to its contents:

                  cascade    they go with the account
                  deny       nothing is done while it has mail or conversations (exit code 4)
                  no-action  the same as deny

                --dry-run counts the folders, messages, conversations and claims that would disappear from lists, and
                the notes and actions that would lose their place. It ends as the deletion would: with exit code 4
                when the policy or a hold prevents it.
                """)

        @Argument(help: "The address, or the first digits of its id.", completion: .names(.account)) var account: String
        @Option(name: .long, help: ArgumentHelp("What to do with its content.", valueName: "policy"))
        var policy: DeletePolicy = .cascade
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var hold: HoldOptions
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let request = DeleteAccountRequest(account: account, policy: policy)
            // What would be refused anyway is not asked about.
            guard let look = try ledger.perform(request, change.call("account delete", .only, hold)).answer else {
                return
            }
            let (account, held) = (look.told.subject, Counted.messages(look.matched))
            if dryRun.dryRun {
                return try session.write(look) {
                    session.line("Would delete \(account) with \(Self.taken(look.holdings)).")
                    let displaced = Self.displaced(look.holdings)
                    if !displaced.isEmpty { session.line("What would lose its place there: \(displaced).") }
                    session.show(look.told.holds)
                }
            }
            try session.confirm("Delete the account \(account) with \(held)?", confirmation)
            let done = try ledger.perform(request, change.call("account delete", dryRun, hold))
            try session.show(done.answer) { _ in
                session.line("Deleted \(account) with \(held); 'mailledger undo' brings it back.")
            }
        }

        /// What goes out of lists, folders and messages always.
        private static func taken(_ holdings: AccountHoldings) -> String {
            let rest = [
                (holdings.conversations, "conversation", "conversations"), (holdings.claims, "claim", "claims"),
            ].filter { $0.0 > 0 }.map { Counted.of($0.0, $0.1, $0.2) }
            let parts =
                [Counted.of(holdings.folders, "folder", "folders"), Counted.messages(holdings.messages)] + rest
            return parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
        }

        private static func displaced(_ holdings: AccountHoldings) -> String {
            [(holdings.notes, "note", "notes"), (holdings.actions, "action", "actions")].filter { $0.0 > 0 }
                .map { Counted.of($0.0, $0.1, $0.2) }.joined(separator: " and ")
        }
    }
}

extension SettingChange {
    fileprivate func enable(_ account: String, _ isEnabled: Bool, command: String) throws {
        var change = ChangeAccount()
        change.isEnabled = isEnabled
        try perform(account, as: command, ChangeAccountRequest(account: account, changes: change))
    }
}
