internal import ArgumentParser
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct Account: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add, list, show or delete accounts.", subcommands: [Add.self, List.self, ShowOne.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add an account, with its folders.",
            examples: [
                CommandExample("mailledger account add you@gmail.com", "the servers are known by the domain"),
                CommandExample(
                    "mailledger account add ada@example.org --imap-host imap.example.org --smtp-host smtp.example.org",
                    "servers of your own"),
            ],
            discussion: """
                The provider is known by the domain of the address, and its servers are filled in. INBOX, Archive, Drafts,
                Sent, Spam and Trash are made. A password is never stored: --credential-ref says where it is kept, as
                env:NAME, command:…, file:… or keyring:….
                """)

        @Argument(help: "The e-mail address.") var address: String
        @Option(name: .long, help: ArgumentHelp("The owner's name.", valueName: "name")) var displayName: String?
        @Option(name: .long, help: ArgumentHelp("The provider, where the domain does not tell.", valueName: "provider"))
        var provider: String?
        @Option(name: .long, help: ArgumentHelp("The IMAP server.", valueName: "host")) var imapHost: String?
        @Option(name: .long, help: ArgumentHelp("The IMAP port.", valueName: "port")) var imapPort: Int?
        @Option(name: .long, help: ArgumentHelp("The SMTP server.", valueName: "host")) var smtpHost: String?
        @Option(name: .long, help: ArgumentHelp("The SMTP port.", valueName: "port")) var smtpPort: Int?
        @Option(name: .long, help: ArgumentHelp("Where the password is kept.", valueName: "reference"))
        var credentialRef: String?
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            var command = AddAccount(address: address, displayName: displayName, provider: try knownProvider())
            command.imap = .init(host: imapHost, port: imapPort)
            command.smtp = .init(host: smtpHost, port: smtpPort)
            command.credentialRef = try credentialRef.map { try CredentialReference($0) }
            let ledger = try session.open(actor: change.actor)
            let row = try ledger.addAccount(
                command, context: ledger.context(command: "account add", reason: change.reason))
            try session.write(AccountForm(row)) {
                session.line("Added \(row.address) (\(row.provider)).")
                for (name, server) in [("IMAP", row.imap), ("SMTP", row.smtp)] {
                    guard let server else { continue }
                    session.line(
                        "  \(name)  \(server.host):\(server.port) \(server.security), user \(server.username ?? "–")")
                }
                session.line("Next: mailledger import PATH --account \(row.address)")
            }
        }

        private func knownProvider() throws -> AccountProvider? {
            guard let provider else { return nil }
            guard let known = AccountProvider(rawValue: provider) else {
                let names = AccountProvider.allCases.map(\.rawValue).joined(separator: ", ")
                throw MailError.invalid(field: "provider", reason: "\"\(provider)\" is none of \(names)")
            }
            return known
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the accounts.",
            examples: [
                CommandExample("mailledger account list", "who there is"),
                CommandExample("mailledger account list --format json", "the same for a program"),
            ])

        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open()
            let rows = try ledger.read { try $0.accounts() }
            try session.write(rows.map(AccountForm.init)) {
                var table = Table([.init("ID"), .init("ADDRESS", looks: [.bold]), .init("PROVIDER")])
                for row in rows { table.append([row.id.description.prefix(8).description, row.address, row.provider]) }
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

        @Argument(help: "The address, or the first digits of its id.", completion: .names(.account)) var account: String
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let row = try session.open().read { try $0.account(account) }
            try session.write(AccountForm(row)) {
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
                session.write(table)
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete an account and all that it holds; undo brings it back.",
            examples: [
                CommandExample(
                    "mailledger account delete mara@example.org", "asks first; 'mailledger undo' brings it back"),
                CommandExample(
                    "mailledger account delete mara@example.org --yes --reason 'left the company'",
                    "does not ask, and notes why"),
            ])

        @Argument(help: "The address, or the first digits of its id.", completion: .names(.account)) var account: String
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let (row, count) = try ledger.read { reader in
                let row = try reader.account(account)
                return (row, try reader.countMessages(matching: .account(row.id.description)))
            }
            let held = Counted.messages(count)
            try session.confirm("Delete the account \(row.address) with \(held)?", confirmation)
            let receipt = try ledger.deleteAccount(
                row.id.description, context: ledger.context(command: "account delete", reason: change.reason))
            let form = OutcomeForm(
                matched: count, changed: 1, operation: receipt?.operation.description, isDryRun: false)
            try session.write(form) {
                session.line("Deleted \(row.address) with \(held); 'mailledger undo' brings it back.")
            }
        }
    }
}
