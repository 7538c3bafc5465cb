internal import ArgumentParsing
internal import DiskFiles
internal import EventLog
internal import IMAPServer
internal import Mail
internal import MailLedger
internal import Projections

struct Imap: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imap",
        abstract: "Serve an account by IMAP over standard input and output.",
        examples: [
            CommandExample("mailledger imap --account mara@example.org", "for a mail reader that starts a program"),
            CommandExample(
                "mailledger imap --account mara@example.org --read-only", "nothing is changed, not even by reading"),
        ],
        discussion: """
            A mail reader that can start a program in place of a connection shows and changes the mail of one account.
            That is 'set tunnel="mailledger imap"' in neomutt, Tunnel in mbsync and nnimap-shell-program in Gnus.
            Nothing listens, and no password is needed. The log records each change, with the name of the reader if it
            sends one. 'mailledger undo' takes it back, and the reader sees that at once.

            #at/2026-02-12/INBOX is the mailbox of that day, read-only; any moment that --at takes works. #deleted/INBOX
            has the latest 10,000 messages that were deleted; copying one out of it restores it. Docs/IMAP.md has the
            settings for each reader, and says which extensions there are.
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The account to show (default: import.account, else the only one).", valueName: "address"),
        completion: .names(.account))
    var account: String?
    @Flag(name: .long, help: "Change nothing: every mailbox is read-only.")
    var readOnly = false
    @OptionGroup var ledger: LedgerOptions

    func run() throws {
        let session = Session(ledger, .text)
        let ledger = try session.open()
        let shown: AccountID
        do {
            let address = try session.account(account, in: ledger)
            shown = try ledger.read { try $0.account(address).id }
        } catch {
            // The reader shows what comes this way; nobody sees standard error there.
            let addresses = (try? ledger.read { try $0.accounts().map(\.address) }) ?? []
            let words = AccountNames.list(addresses, behind: "Which account?")
            try? Descriptor.standardOutput.write(Array("* BYE \(words)\r\n".utf8).span)
            throw error
        }
        var options = try IMAPOptions(
            account: shown, recent: RecentMessages(after: ledger.store.head().position))
        options.isReadOnly = readOnly
        try PipedMailReader(ledger: ledger, options: options).run()
    }
}

/// The mail reader at the other ends of standard input and output.
private struct PipedMailReader {
    let ledger: Ledger
    let options: IMAPOptions

    /// Between two looks for what other processes changed, while the reader waits.
    private static let pause: Int32 = 50
    /// A client that waits hears that the connection lives, in looks.
    private static let looksBetweenSigns = 4 * 60 * 20
    /// The end of a session in which nothing is said: 30 minutes (RFC 9051 section 5.4).
    private static let silence: Int32 = 30 * 60 * 1_000

    func run() throws {
        let session = IMAPSession(.known(options)) { bytes, _ in
            do {
                try Descriptor.standardOutput.write(bytes.span)
                return true
            } catch {
                return false
            }
        }
        session.report = { StandardError.line(Sanitizer.line("error: \($0)")) }
        session.greet()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var head = try ledger.store.head().position
        var looks = 0
        while !session.isEnded {
            guard Descriptor.standardInput.hasBytes(within: session.isIdling ? Self.pause : Self.silence) else {
                guard session.isIdling else { return session.end("[UNAVAILABLE] Nothing was said for 30 minutes") }
                looks += 1
                if looks % Self.looksBetweenSigns == 0 { session.showLife() }
                let now = try ledger.store.head().position
                if now != head { session.headMoved(on: ledger) }
                head = now
                continue
            }
            var span = buffer.mutableSpan
            let count = try Descriptor.standardInput.read(into: &span)
            guard count > 0 else { return }
            session.receive(buffer[..<count], on: ledger)
        }
    }
}
