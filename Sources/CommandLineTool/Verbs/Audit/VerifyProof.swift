internal import ArgumentParsing
internal import Cryptography
internal import EventLog
internal import MailLedger
internal import Reports

struct VerifyProof: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-proof",
        abstract: "Check a proof, a report or a bundle without a ledger, and show what it proves.",
        examples: [
            CommandExample(
                "mailledger verify-proof invoice.proof --key ledger.key", "with the key that you were given"),
            CommandExample(
                "mailledger verify-proof invoice.proof --key ledger.key --message invoice.eml",
                "and that this file is the message which the proof is about"),
            CommandExample("mailledger verify-proof invoice.html --key ledger.key", "a report"),
            CommandExample("mailledger verify-proof --bundle case --key ledger.key", "a folder of 'report --bundle'"),
        ],
        discussion: """
            Every step is checked, from the bytes that the file shows to the signature; a step that fails is exit code
            6. Without --key nothing shows who signed, because anybody can make a key (exit code 5).

            It describes what each event did by names, such as: moved "Invoice 2025-117" from Receipts to Trash by
            cleanup-script. Each name comes from a proven event of the same file; a thing that no event names has the
            first digits of its id. With --message, the SHA-256 of the file's bytes has to be in a proven event. Line
            ends that a mail program changed do not count, and are reported; another message is exit code 6.

            A report is checked the same way: that its page says what its entries say, and that all of the page was
            signed. With --bundle a whole folder is checked: the digests of its files, the report, and each message
            against the entry that names it. It also checks that the log has only grown since each witness saw it.
            """)

    @Argument(help: "The proof file, or a report; - is standard input.", completion: .file()) var file: String?
    @Option(
        name: .long,
        help: ArgumentHelp("Check this folder, which 'report --bundle' wrote.", valueName: "dir"),
        completion: .directory)
    var bundle: String?
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The verifier key that you trust: the line itself, or a file that holds it.", valueName: "key"),
        completion: .file())
    var key: String?
    @Option(
        name: .long,
        help: ArgumentHelp("A message file; the proof must name it.", valueName: "file"),
        completion: .file())
    var message: String?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if file == nil, bundle == nil { throw ValidationError("Say what to check: a proof, a report, or --bundle DIR") }
        if bundle != nil, file != nil || message != nil {
            throw ValidationError("--bundle checks all that is in the folder; leave out the file and --message")
        }
    }

    func run() throws {
        let session = Session(LedgerOptions(), output, pages: true)
        let trusted = try key.map(Self.verifier)
        var lacks: [String] = []
        if let bundle {
            let found = try EvidenceBundle.check(bundle, trusting: trusted)
            try write(found.report, session, about: BundleText.lines(found))
            if found.absent > 0 {
                lacks.append("the folder has no bytes of \(Counted.messages(found.absent)) that its entries name")
            }
        } else if let file {
            let text =
                file == "-"
                ? String(decoding: try MessageInput.bytes(of: file), as: UTF8.self) : try PortableFile.read(file)
            if ReportFile.isReport(text) {
                let findings = try ReportFile(parsing: text).verify(trusting: trusted)
                try write(findings, session, about: ["The page says what these entries say, and all of it was signed."])
            } else {
                try write(try LedgerProof(parsing: text).verify(trusting: trusted), session)
            }
        }
        if trusted == nil {
            lacks.append("whose signature it is was not checked; say whom you trust by --key")
        }
        guard lacks.isEmpty else { throw Shortfall.partial(lacks.joined(separator: ", and ")) }
    }

    private func write(_ findings: ProofFindings, _ session: Session, about lines: [String] = []) throws {
        let proven = try message.map { ($0, try Self.message(in: $0, of: findings)) }
        let words = ProvenWords(findings)
        let text = ProofText(session: session, findings: findings, words: words, message: proven)
        try session.write(ProofFindingsForm(findings, words, proven)) {
            text.write()
            for line in lines { session.line(line) }
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
            "\(path) is not a message of this proof: its SHA-256 is \(SHA256Hasher.digest(of: bytes)), and \(names)")
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

/// What a bundle shows beside its entries.
private enum BundleText {
    static func lines(_ found: EvidenceBundle.Findings) -> [String] {
        var lines = [
            "All \(Counted.of(found.files, "file", "files")) of the folder have the digests that it lists.",
            "The page says what these entries say, and all of it was signed.",
            "\(Counted.messages(found.messages)) \(found.messages == 1 ? "is" : "are") what these entries name, to the last byte.",
        ]
        lines += found.witnesses.map { "A witness remembers \(Counted.events(Int($0))): the log has only grown since." }
        return lines
    }
}
