internal import ArgumentParsing
internal import Cryptography
internal import EventLog
internal import MailLedger

struct KeyVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Show, replace or protect the key that signs checkpoints.",
        subcommands: [Show.self, Rotate.self, Protect.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the public key: give it to anyone who needs to verify.",
            examples: [
                CommandExample("mailledger key show", "the key, on one line"),
                CommandExample("mailledger key show --output ledger.key", "to a file, for verify-proof --key"),
                CommandExample("mailledger key show --format json", "with the earlier keys"),
            ],
            discussion: """
                The line is a verifier key of c2sp.org/signed-note: the log's origin, a hash, and the Ed25519 key. Give
                it to anyone who needs to verify. It holds no secret. The private half is in keys/ of the ledger's
                folder; anyone who has it signs in your name. JSON has every key that ever signed.
                """)

        @OptionGroup var target: OutputFileOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(.readOnly)
            let keys = try ledger.proofs.verifiers()
            guard let key = keys.last?.verifier else {
                throw ValidationError("This ledger has signed nothing yet: 'mailledger checkpoint' makes its key")
            }
            if target.isFile { return try target.write("\(key)\n", session) }
            try session.write(
                KeyForm(key: key.description, history: keys.map { .init(position: $0.position.rawValue, $0) })
            ) {
                session.line(key.description)
            }
        }
    }

    struct Rotate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate",
            abstract: "Replace the signing key.",
            examples: [
                CommandExample("mailledger key rotate --reason 'a new machine'", "the old key endorses the new one"),
                CommandExample("mailledger key rotate --lost --yes", "the old key is gone"),
            ],
            discussion: """
                The new key is recorded as an event, endorsed by the old one. Anyone who trusts the old key can follow,
                and proofs carry the endorsement with them. It cannot be undone. The new key has the passphrase of the
                old one, if that has one, or the one of --passphrase-file. With --lost there is no endorsement, so it
                asks first on a terminal, and needs --yes elsewhere: hand the new key over as you did the first. If
                others may have the old key, this does not make it harmless: warn those who trust it.
                """)

        @Flag(name: .long, help: "The old key is gone; do without its endorsement.") var lost = false
        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor, signing: passphrase)
            if lost {
                try session.confirm(
                    "People who trust the old key must get the new one from you. Make a new key without the old one's endorsement?",
                    confirmation)
            }
            let context = ledger.context(command: "key rotate", reason: change.reason)
            // A key that lay open is followed by one under the passphrase that is given; else the new one is kept as the old one was.
            let chosen = try ledger.proofs.isKeyLocked() ? nil : passphrase.passphraseFile.map(PassphraseSource.read)
            try ledger.proofs.rotateKey(isLost: lost, under: chosen, context: context)
            let keys = try ledger.proofs.verifiers()
            let key = keys.last?.verifier.description ?? ""
            try session.write(
                KeyForm(key: key, history: keys.map { .init(position: $0.position.rawValue, $0) })
            ) {
                session.line(key)
            }
        }
    }
}

struct KeyForm: Encodable {
    let key: String
    let history: [Key]

    struct Key: Encodable {
        let key: String
        let position: Int64
        let isEndorsed: Bool

        init(position: Int64, _ key: LedgerKey) {
            self.key = key.verifier.description
            self.position = position
            isEndorsed = key.isEndorsed
        }

        enum CodingKeys: String, CodingKey {
            case key, position
            case isEndorsed = "is_endorsed"
        }
    }
}
