internal import Access
internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import MailLedger
internal import Projections

struct TokenVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Manage the tokens with which programs use the ledger over HTTP.",
        discussion: """
            A token says who acts, what it may do and until when. The ledger keeps only its SHA-256. The log records
            who issued, changed and revoked it. Scopes: read (mail and notes as they are now), write (change them),
            audit (history, earlier moments, events, proofs), undo, erase, admin (accounts, holds, tokens). A token
            with --account sees and changes only the mail of these accounts, and neither notes nor canned answers.
            """,
        subcommands: [Add.self, Listing.self, Edit.self, Revoke.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Issue a token; it is shown once.",
            examples: [
                CommandExample(
                    "mailledger token add phone --actor mara --scopes read,write", "for a program that acts for mara"),
                CommandExample(
                    "mailledger token add work --scopes read --account mara@harbour.example.com",
                    "for one account only"),
                CommandExample(
                    "mailledger token add monitor --scopes audit --expires 2999-01-31", "for a monitor, until that day"),
            ])

        @Argument(help: "Its name for people, such as the name of a device.") var name: String
        @Option(
            name: .long,
            help: ArgumentHelp("The actor of changes made with it (default: your own name).", valueName: "name"))
        var actor: String?
        @OptionGroup var rights: TokenOptions
        @OptionGroup var dryRun: DryRunOptions
        @Option(name: .long, help: ArgumentHelp("The reason; the log records it.", valueName: "text")) var reason:
            String?
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard rights.scopes != nil else { throw ValidationError("Say what it may do: --scopes read,write") }
        }

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open()
            let request = IssueTokenRequest(
                name: name, actor: actor ?? ledger.environment.actor, scopes: rights.scopes?.all ?? [],
                accounts: rights.accounts, expiresAt: rights.expiry)
            let call = Call(reason: reason, command: "token add", isDryRun: dryRun.dryRun)
            try session.show(ledger.perform(request, call).answer) { answer in
                switch answer {
                case .look: session.line("Would issue the token \(name).")
                case .done(let issued):
                    session.line(issued.text)
                    StandardError.line("This is the token \(Sanitizer.line(name)). It is not shown again.")
                }
            }
        }
    }

    struct Listing: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the tokens with their actors, scopes and expiry.",
            examples: [
                CommandExample("mailledger token add phone --scopes read,write", "a token"),
                CommandExample("mailledger token list", "those that are not revoked"),
                CommandExample("mailledger token list --all", "all that were ever issued"),
            ])

        @Flag(name: .long, help: "Include revoked tokens.") var all = false
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, pages: true, none: "No tokens.")
            let ledger = try session.open(at: moment)
            try session.show(ledger.answer(ListTokens(includeRevoked: all))) { tokens in
                var table = Table([
                    .init(looks: [.yellow]), .init(minimum: 8, isFlexible: true, looks: [.bold]), .init(),
                    .init(minimum: 8, isFlexible: true), .init(minimum: 8, isFlexible: true), .init(looks: [.dim]),
                ])
                let accounts = try ledger.read { try $0.accounts(includingDeleted: true) }
                let addresses = Dictionary(accounts.map { ($0.id, $0.address) }) { first, _ in first }
                for row in tokens.map(\.row) {
                    let end = row.settings.expiresAt.map { "until " + session.times.minute($0.microseconds) }
                    table.append([
                        String(row.id.description.prefix(8)), row.settings.name, row.settings.actor,
                        row.settings.scopeList.map(\.rawValue).joined(separator: ","),
                        row.settings.accounts.map { ids in
                            ids.map { addresses[$0] ?? String($0.description.prefix(8)) }.joined(separator: ",")
                        } ?? "",
                        row.isRevoked ? "revoked" : end ?? "",
                    ])
                }
                session.write(table)
            }
            session.noteIfBehind(ledger)
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "change",
            abstract: "Change the scopes, accounts, actor or expiry of a token; the token itself does not change.",
            examples: [
                CommandExample("mailledger token add phone --scopes read,write", "a token"),
                CommandExample("mailledger token change phone --scopes read", "from the next request on"),
                CommandExample(
                    "mailledger token change phone --expires never --new-name tablet", "no end, another name"),
                CommandExample("mailledger token change tablet --account mara@example.org", "limit it to one account"),
                CommandExample("mailledger token change tablet --all-accounts", "for every account again"),
            ])

        @Argument(help: "The token's name, or the first digits of its id.", completion: .names(.token))
        var name: String
        @Option(name: .long, help: ArgumentHelp("Another name for it.", valueName: "name")) var newName: String?
        @Option(name: .long, help: ArgumentHelp("The actor of changes made with it.", valueName: "name"))
        var actor: String?
        @OptionGroup var rights: TokenOptions
        @Flag(name: .long, help: "Let it use all accounts.") var allAccounts = false
        @OptionGroup var dryRun: DryRunOptions
        @Option(name: .long, help: ArgumentHelp("The reason; the log records it.", valueName: "text")) var reason:
            String?
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard
                newName != nil || actor != nil || rights.scopes != nil || rights.expires != nil || allAccounts
                    || rights.accounts != nil
            else {
                throw ValidationError("Say what to change: --scopes, --account, --actor, --expires or --new-name")
            }
            if allAccounts, rights.accounts != nil {
                throw ValidationError("Use --account or --all-accounts, not both")
            }
        }

        func run() throws {
            var change = SettingChange()
            (change.dryRun, change.change.reason, change.ledger, change.output) = (dryRun, reason, ledger, output)
            let changes = ChangeToken(
                name: newName, actor: actor, scopes: rights.scopes?.all, expiresAt: rights.expiry)
            try change.perform(
                "the token", as: "token change",
                ChangeTokenRequest(
                    name: name, changes: changes, accounts: rights.accounts, allAccounts: allAccounts ? true : nil))
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "Revoke a token: it is refused from the next request on.",
            examples: [
                CommandExample("mailledger token add phone --scopes read,write", "a token"),
                CommandExample("mailledger token revoke phone --reason 'lost on the train'", "for good"),
            ])

        @Argument(help: "The token's name, or the first digits of its id.", completion: .names(.token))
        var name: String
        @OptionGroup var change: ChangeOptions
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let call = change.call("token revoke", dryRun)
            try session.show(ledger.perform(RevokeTokenRequest(name: name), call).answer) { outcome in
                session.line("\(outcome.isDryRun ? "Would revoke" : "Revoked") the token \(outcome.told.subject).")
            }
        }
    }
}
