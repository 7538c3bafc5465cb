internal import ArgumentParsing
internal import Cryptography
internal import MailLedger

extension KeyVerb {
    struct Protect: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "passphrase", abstract: "Protect the signing key with a passphrase, or remove the passphrase.",
            examples: [
                CommandExample(
                    "mailledger key passphrase", "asks for the old one, if there is one, and twice for the new one"),
                CommandExample(
                    "mailledger key passphrase --new-passphrase-file ~/ledger.passphrase", "without a terminal"),
                CommandExample("mailledger key passphrase --remove", "the key is stored unencrypted again"),
            ],
            discussion: """
                The key itself stays, and so does all that it signed. To sign, the tool then asks for the passphrase on
                a terminal. Elsewhere it reads the first line of --passphrase-file, a file of mode 0600, or the output
                of the command in key.passphrase_command or $MAILLEDGER_PASSPHRASE_COMMAND, such as 'secret-tool lookup
                ledger home'. It cannot be given on the command line or in a variable, where other processes could read
                it. It has 1 to 1,023 bytes, without NUL and line ends. The protected file is a PKCS #8 key that
                'openssl pkey' reads.

                Without the passphrase mail is read and changed as usual, but nothing is signed. The verbs
                'checkpoint', 'prove', 'key rotate' and 'witness add' end with exit code 1, and a backup says that it
                is not signed. A warning says that a witness does not follow until 'witness update' signs. To check
                the key's file, 'verify' and 'doctor' need no passphrase; 'verify --passphrase-file' checks that it
                opens. Nobody can recover a forgotten passphrase: 'mailledger key rotate --lost' makes another key.

                A disk may keep what a file held before. 'mailledger key rotate' replaces a key that was stored
                unprotected by one that never was.
                """)

        @Flag(name: .long, help: "Remove the passphrase: then anyone who can read the file can sign.") var remove =
            false
        @Option(
            name: .long,
            help: ArgumentHelp("The new passphrase is the first line of this file.", valueName: "file"),
            completion: .file())
        var newPassphraseFile: String?
        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            if remove, newPassphraseFile != nil {
                throw ValidationError("--remove and --new-passphrase-file contradict each other")
            }
        }

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(signing: passphrase)
            let wasLocked = try ledger.proofs.isKeyLocked()
            let isChanged = try ledger.proofs.setKeyPassphrase { path in try remove ? nil : chosen(path) }
            let form = KeyPassphraseForm(isProtected: try ledger.proofs.isKeyLocked(), isChanged: isChanged)
            try session.write(form) {
                session.line(
                    !isChanged
                        ? "The signing key has no passphrase."
                        : remove
                            ? "The signing key has no passphrase any more."
                            : "The signing key is under a passphrase.")
                if isChanged, !remove, !wasLocked {
                    session.line("It lay open before: 'mailledger key rotate' makes one that never did.")
                }
            }
        }

        private func chosen(_ path: String) throws -> Passphrase {
            if let newPassphraseFile { return try PassphraseSource.read(newPassphraseFile) }
            guard let passphrase = try PassphraseSource.askTwice("New passphrase of \(path)") else {
                throw ValidationError("Not a terminal, so I cannot ask for a passphrase: give --new-passphrase-file")
            }
            return passphrase
        }
    }
}

struct KeyPassphraseForm: Encodable {
    let isProtected: Bool
    let isChanged: Bool

    enum CodingKeys: String, CodingKey {
        case isProtected = "is_protected"
        case isChanged = "is_changed"
    }
}
