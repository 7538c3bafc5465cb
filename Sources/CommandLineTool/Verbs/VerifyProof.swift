internal import ArgumentParser
internal import EventLog
internal import Hashing
internal import MailLedger
internal import Signing

struct VerifyProof: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-proof",
        abstract: "Check a proof file, without any ledger, and say what it proves.",
        examples: [
            CommandExample(
                "mailledger verify-proof invoice.proof --key ledger.key", "with the key that you were given"),
            CommandExample(
                "mailledger verify-proof invoice.proof --key ledger.key --message invoice.eml",
                "and that this file is the message which the proof is about"),
        ],
        discussion: """
            Every step is checked, from the bytes that the file shows to the signature; a step that fails is exit code
            6. Without --key it cannot say whose signature it is, since anybody can make a key: exit code 5.

            It describes what each event did by names, such as: moved "Invoice 2025-117" from Receipts to Trash by
            cleanup-script. Each name comes from a proven event of the same file; a thing that no event names has the
            first digits of its id. With --message, the SHA-256 of the file's bytes has to be in a proven event. Line
            ends that a mail program changed do not count, and are reported; another message is exit code 6.
            """)

    @Argument(help: "The proof file.", completion: .file()) var file: String
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The verifier key that you trust: the line itself, or a file that holds it.", valueName: "key"),
        completion: .file())
    var key: String?
    @Option(
        name: .long,
        help: ArgumentHelp("A message that has to be one of those that the proof names.", valueName: "file"),
        completion: .file())
    var message: String?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(LedgerOptions(), output, pages: true)
        let trusted = try key.map(Self.verifier)
        let findings = try LedgerProof(parsing: try PortableFile.read(file)).verify(trusting: trusted)
        let proven = try message.map { ($0, try Self.message(in: $0, of: findings)) }
        let words = ProvenWords(findings)
        let text = ProofText(session: session, findings: findings, words: words, message: proven)
        try session.write(ProofFindingsForm(findings, words, proven)) { text.write() }
        if trusted == nil {
            throw Shortfall.partial("whose signature it is was not checked; say whom you trust by --key")
        }
    }

    private static func message(in path: String, of findings: ProofFindings) throws -> ProvenMessage {
        let bytes = try PortableFile.bytes(of: path)
        if let proven = findings.message(of: bytes) { return proven }
        let named = Set(findings.messageDigests.map(\.digest.description)).sorted()
        let rest = named.count > 3 ? " and \(named.count - 3) more" : ""
        let names =
            named.isEmpty
            ? "the proof shows no event that names a message's bytes"
            : "the proof names \(named.prefix(3).joined(separator: ", "))\(rest)"
        throw Shortfall.unverified(
            "\(path) is no message of this proof: its SHA-256 is \(SHA256Hasher.digest(of: bytes)), and \(names)")
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
