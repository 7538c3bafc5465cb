internal import ArgumentParsing
internal import Cryptography
internal import EventLog
internal import MailLedger

struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a ledger in a new folder.",
        examples: [
            CommandExample("mailledger init --ledger ~/mail/ledger", "in a folder that you name"),
            CommandExample(
                "export MAILLEDGER=~/mail/ledger; mailledger init",
                "the same; later verbs find it without --ledger"),
        ],
        discussion: """
            The folder is readable by its owner only. It must be new or empty, and on a local disk. With --encrypt-key,
            or with --passphrase-file, the key that signs checkpoints is never stored unencrypted: 'mailledger help key
            passphrase'.
            """)

    @Flag(name: .long, help: "Protect the signing key with a passphrase.") var encryptKey = false
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let target = try Session.target(ledger)
        let created = try target.make(
            Surroundings.current.environment(), keyUnder: chosenPassphrase(session, target))
        Session.note(created.maintenance.warnings)
        let form = InitForm(
            id: created.store.identity.id.description, path: target.name, format: created.store.identity.format)
        try session.write(form) {
            session.line("Made a ledger in \(target.name).")
            session.line("Next: mailledger account add you@example.org")
        }
    }

    /// What the signing key is to be under; nil for nothing.
    private func chosenPassphrase(_ session: Session, _ target: LedgerTarget) throws -> Passphrase? {
        guard encryptKey || passphrase.passphraseFile != nil else { return nil }
        let source = try PassphraseSource(passphrase, session.settings)
        guard let chosen = try source.passphrase(.toProtect(path: target.keyPath)) else {
            throw ValidationError(
                "Not a terminal, so I cannot ask for a passphrase: give --passphrase-file with --encrypt-key")
        }
        return chosen
    }

    private struct InitForm: Encodable {
        let id: String
        let path: String
        let format: Int
    }
}
