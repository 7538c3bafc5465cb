internal import ArgumentParser
internal import EventLog
internal import MailLedger
internal import Signing

struct VerifyProof: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-proof",
        abstract: "Check a proof file, without any ledger, and say what it proves.",
        examples: [
            CommandExample("mailledger verify-proof invoice.proof --key ledger.key", "with the key that you were given")
        ],
        discussion: """
            Every step is checked, from the bytes that the file shows to the signature. Without --key it remains open whose
            signature that is, since anybody can make a key: exit code 5. Exit code 6 when something does not hold.
            """)

    @Argument(help: "The proof file.", completion: .file()) var file: String
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The verifier key that you trust: the line itself, or a file that holds it.", valueName: "key"),
        completion: .file())
    var key: String?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(LedgerOptions(), output, pages: true)
        let trusted = try key.map(Self.verifier)
        let findings = try LedgerProof(parsing: try PortableFile.read(file)).verify(trusting: trusted)
        let text = ProofText(session: session, findings: findings)
        try session.write(ProofFindingsForm(findings)) { text.write() }
        if trusted == nil {
            throw Shortfall.partial("whose signature it is was not checked; say whom you trust by --key")
        }
    }

    /// Reads a key as it was typed, or the file that holds it.
    private static func verifier(_ text: String) throws -> NoteVerifier {
        if let verifier = NoteVerifier(text) { return verifier }
        let line = try PortableFile.read(text).split(whereSeparator: \.isNewline).first.map(String.init)
        guard let verifier = line.flatMap({ NoteVerifier($0) }) else {
            throw ValidationError("\(text) holds no verifier key; 'mailledger key show' writes one")
        }
        return verifier
    }
}
