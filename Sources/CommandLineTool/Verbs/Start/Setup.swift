internal import ArgumentParsing
internal import Cryptography
internal import DiskFiles
internal import EventLog
internal import Mail
internal import MailLedger
internal import Mailboxes
internal import Projections

struct Setup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Begin: make a ledger and an account, and bring your mail in.",
        examples: [
            CommandExample("mailledger setup ~/Maildir you@example.org", "all in one"),
            CommandExample("mailledger setup", "on a terminal it asks for both"),
            CommandExample(
                "mailledger setup old.mbox you@example.org --ledger ~/mail/ledger", "in a folder that you name"),
        ],
        discussion: """
            Makes the ledger if it is missing, as 'init' does. Adds the account if it is missing, as 'account add'
            does; the provider follows from the domain. Imports the mail of the path, as 'import' does; the roles of
            folders follow from their names. The files are read and never changed. Run it again at any time: it adds
            only new mail. If it was stopped or killed, the same command continues.

            A ledger with one account needs no address. On a terminal it asks for what you leave out; elsewhere that is
            an error (exit code 2). The exit codes are those of 'import'.
            """)

    @Argument(
        help: ArgumentHelp("A Maildir, an mbox, or a folder of message files.", valueName: "path"),
        completion: .file())
    var path: String?
    @Argument(help: "Your e-mail address.", completion: .names(.account)) var address: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let (found, lost) = try existingLedger(session)
        let intake = try SetupIntake(
            path: path, address: address,
            accounts: found?.read { try $0.accounts().map(\.address) } ?? [])
        let ledger = try found ?? made(session, unless: lost)
        let account = try account(intake.address, of: ledger)
        let outcome: MailImport.Outcome = try session.intoFolder(named: nil) { folder in
            let mail = MailImport(
                ledger: ledger, account: account.form.row.address, options: ImportOptions(folder: folder),
                context: ledger.context(command: "import", reason: change.reason))
            return try mail.run([intake.path])
        }
        let place = try Session.target(self.ledger).name
        let form = SetupForm(
            path: place, isNew: found == nil, account: account.form.row.address, isNewAccount: account.isNew,
            imported: outcome.form)
        try session.write(form) {
            session.line("\(found == nil ? "Made a" : "Found the") ledger in \(place).")
            let row = account.form.row
            session.line("\(account.isNew ? "Added" : "Found") the account \(row.address) (\(row.provider)).")
            ImportText(session: session, outcome: outcome).write()
            let isMaildir = ["cur", "new"].contains { Surroundings.current.files.isFolder("\(intake.path)/\($0)") }
            let path = HintWords.shellWord(intake.path)
            let lines =
                outcome.pathsWithoutMail.isEmpty
                ? try next(session, isMaildir ? path : nil)
                : [
                    "mailledger import \(path) once there is mail in it",
                    "mailledger import PATH brings mail in from elsewhere",
                ]
            for (index, line) in lines.enumerated() {
                session.line((index == 0 ? "Next: " : "      ") + line)
            }
        }
        if output.verbose { outcome.tellRate() }
        try outcome.requireWhole()
    }

    /// The ledger that is there, nil where none is; and the error for one without its log, which a killed setup may have
    /// left.
    private func existingLedger(_ session: Session) throws -> (ledger: Ledger?, lost: LedgerError?) {
        do {
            return (try session.open(actor: change.actor), nil)
        } catch EventLogError.notALedger {
            return (nil, nil)
        } catch let error as LedgerError {
            guard case .logGone = error else { throw error }
            return (nil, error)
        }
    }

    private func made(_ session: Session, unless lost: LedgerError?) throws -> Ledger {
        do {
            _ = try Session.target(ledger).make(Surroundings.current.environment(), keyUnder: nil as Passphrase?)
        } catch LedgerError.directoryNotEmpty(let path) {
            // It has mail: a ledger lost its log.
            throw lost ?? LedgerError.directoryNotEmpty(path: path)
        }
        return try session.open(actor: change.actor)
    }

    private func account(_ address: String, of ledger: Ledger) throws -> (form: AccountForm, isNew: Bool) {
        let known = try ledger.read { try $0.accounts() }.first { $0.address.lowercased() == address.lowercased() }
        if let known { return (AccountForm(known), false) }
        let command = AddAccountRequest(account: AddAccount(address: address, displayName: nil, provider: nil))
        _ = try ledger.perform(command, change.call("account add"))
        return (AccountForm(try ledger.read { try $0.account(address) }), true)
    }

    /// The commands that a newcomer wants now.
    private func next(_ session: Session, _ maildir: String?) throws -> [String] {
        var lines = ["mailledger messages is:unread"]
        if let maildir {
            lines.append("mailledger sync \(maildir) keeps both in step, beside mbsync")
        }
        lines.append("mailledger backup DIR copies the ledger to another disk")
        lines.append("mailledger status shows its state, mailledger help lists the other commands")
        let target = try Session.target(ledger)
        if ledger.ledger != nil, try session.settings.ledger(flag: nil) != target {
            let path = HintWords.shellWord(target.name)
            lines.append("mailledger config set ledger.path \(path) spares you --ledger")
        }
        return lines
    }
}

/// What a person said of where the mail is and whose it is, and what was asked for beside.
private struct SetupIntake {
    let path: String
    let address: String

    /// - Throws: What an import and an account refuse, before anything is made.
    init(path first: String?, address second: String?, accounts: [String]) throws {
        var (path, address) = (first, second)
        // Of one word or two, in any order: what has an @ and is no file is the address.
        if let word = path, word.contains("@"), !Surroundings.current.files.exists(word) {
            (path, address) = (address, word)
        }
        let example = "mailledger setup ~/Maildir you@example.org"
        if let path {
            try Self.checkPath(path)
        } else {
            path = try Question.ask(
                "Where is your mail?", suggestion: Self.usualPlace, accept: Self.checkPath, refuse: Self.say)
        }
        guard let path else { throw ValidationError("Say where your mail is, as in '\(example)'") }
        self.path = Surroundings.current.withHome(path)
        if address == nil, accounts.count == 1 { address = accounts[0] }
        if let address {
            try Self.checkAddress(address)
        } else {
            address = try Question.ask(
                "Your e-mail address?", suggestion: Surroundings.current.variable("EMAIL"), accept: Self.checkAddress,
                refuse: Self.say)
        }
        guard let address else { throw ValidationError("Say your e-mail address, as in '\(example)'") }
        self.address = address
    }

    private static func say(_ error: any Error) {
        _ = Failure(error).report(asJSON: false)
    }

    private static func checkPath(_ path: String) throws {
        _ = try MailboxWalk(path: Surroundings.current.withHome(path), options: MailboxOptions())
    }

    private static func checkAddress(_ address: String) throws {
        _ = try AddAccount(address: address, displayName: nil, provider: nil).settings()
    }

    /// The first of the places where mail usually is.
    private static var usualPlace: String? {
        let named = Surroundings.current.variable("MAILDIR").map { [$0] } ?? []
        return (named + ["~/Maildir", "~/Mail", "~/mail", "~/.mail"]).first {
            Surroundings.current.files.isFolder(Surroundings.current.withHome($0))
        }
    }
}
