internal import ArgumentParsing
internal import Cryptography
internal import EventLog
internal import MailLedger

struct CheckpointVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkpoint",
        abstract: "Sign the length and the root of the log.",
        examples: [
            CommandExample("mailledger checkpoint", "the signed note"),
            CommandExample("mailledger checkpoint --output monday.checkpoint", "to a file, to keep elsewhere"),
            CommandExample("mailledger checkpoint --format json", "the same with its parts, for a program"),
        ],
        discussion: """
            Writes a signed note of four parts: the log's origin, how many events it holds, the root of its Merkle
            tree, and a signature. Anyone who keeps it can find out later whether an event up to there was changed,
            removed or inserted. The format of the note is c2sp.org/tlog-checkpoint. 'mailledger key show' writes the
            key to verify it with. The ledger keeps a copy, and 'verify' compares the log with it.
            """)

    @OptionGroup var target: OutputFileOptions
    @OptionGroup var quiet: QuietOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(signing: passphrase)
        let signed = try ledger.proofs.signCheckpoint()
        let key = try ledger.proofs.verifier()?.description ?? ""
        if target.isFile { return try target.write(signed.note.description, session, isQuiet: quiet.quiet) }
        try session.write(CheckpointForm(signed, key: key)) { session.output.write(signed.note.description) }
    }
}
