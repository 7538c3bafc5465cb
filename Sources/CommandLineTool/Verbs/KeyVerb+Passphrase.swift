internal import ArgumentParser
internal import MailLedger
internal import Signing

extension KeyVerb {
    struct Protect: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "passphrase", abstract: "Put the signing key under a passphrase, or take that away.",
            examples: [
                CommandExample("mailledger key passphrase", "asks for the old one and twice for the new one"),
                CommandExample(
                    "mailledger key passphrase --new-passphrase-file ~/ledger.passphrase", "without a terminal"),
                CommandExample("mailledger key passphrase --remove", "the key lies open again"),
            ],
            discussion: """
                The key itself stays, and so does all that it signed. What signs then asks for the passphrase on a terminal;
                elsewhere --passphrase-file names a file of mode 0600 whose first line it is, or the setting
                key.passphrase_command says how to get it. Without it mail is read and changed as ever, and not signed. Nobody
                can bring back a passphrase that was forgotten: 'mailledger key rotate --lost' makes another key.

                A disk may keep what a file held before. A key that lay open until now is followed by one that never did with
                'mailledger key rotate'.
                """)

        @Flag(name: .long, help: "Take the passphrase away: who can read the file can sign.") var remove = false
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
            let wasLocked = try ledger.isKeyLocked()
            let isChanged = try ledger.setKeyPassphrase { path in try remove ? nil : chosen(path) }
            let form = KeyPassphraseForm(isProtected: try ledger.isKeyLocked(), isChanged: isChanged)
            try session.write(form) {
                session.line(
                    !isChanged
                        ? "The signing key is under no passphrase."
                        : remove
                            ? "The signing key is under no passphrase any more."
                            : "The signing key is under a passphrase.")
                if isChanged, !remove, !wasLocked {
                    session.line("It lay open before: 'mailledger key rotate' makes one that never did.")
                }
            }
        }

        private func chosen(_ path: String) throws -> Passphrase {
            if let newPassphraseFile { return try PassphraseSource.read(newPassphraseFile) }
            guard let passphrase = try PassphraseSource.askTwice("New passphrase of \(path)") else {
                throw ValidationError("This needs --new-passphrase-file where nobody can be asked")
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
