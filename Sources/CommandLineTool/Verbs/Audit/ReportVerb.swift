internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Reports

struct ReportVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a report of changes as one HTML file, with its proof.",
        examples: [
            CommandExample("mailledger report 3f2a --output invoice.html", "the history of a message"),
            CommandExample(
                "mailledger report --actor cleanup-script --output script.html", "what a script did, change by change"),
            CommandExample("mailledger report --operation 673acf52 --output op.html", "what one operation did"),
            CommandExample(
                "mailledger report --account mara@example.org --after 2026-02-11 --output week.html",
                "the changes in an account after that day"),
            CommandExample(
                "mailledger report --subject-address peter@example.net --output peter.html",
                "the mail from and to a person, and what was done to it"),
            CommandExample(
                "mailledger report subject:invoice --bundle case", "a folder with the messages and all proofs, too"),
        ],
        discussion: """
            The file opens in any browser, even without a network. It has a timeline of who did what, when and why, the
            mail as text, tables, charts, holds and erasures. Its button checks the whole file: each entry byte for
            byte, its path to the signed root, the text against the entries, and the signature. The reader must know the
            owner's key: send the verifier key or its fingerprint over another channel ('mailledger key show').
            'mailledger verify-proof FILE' does the same check.

            Without a name it covers all changes of the ledger. --after and --through limit the changes to those
            between two moments, in the form of --at. A date is the end of that day, so --after 2026-02-11 begins with
            the 12th.

            --bundle writes a folder with the file, the messages as they came, the proof of each entry, the
            checkpoint, the notes of witnesses, and SHA-256 sums. To check all of it, use 'mailledger verify-proof
            --bundle'. A report shows mail and names others as well: look through it before you pass it on.
            """)

    @Argument(
        help: ArgumentHelp(
            "Messages by their ids or by queries such as subject:invoice, deleted ones too.", valueName: "message"))
    var names: [String] = []
    @Option(
        name: .long, help: ArgumentHelp("The changes of the operation whose id begins with this.", valueName: "id"),
        completion: .names(.operation))
    var operation: String?
    @Option(name: .long, help: ArgumentHelp("The changes by this actor.", valueName: "name")) var actor: String?
    @Option(
        name: .shortAndLong, help: ArgumentHelp("The changes in this account.", valueName: "address"),
        completion: .names(.account))
    var account: String?
    @Option(
        name: .long,
        help: ArgumentHelp("All mail from and to a person, deleted mail too, with its history.", valueName: "address"))
    var subjectAddress: String?
    @Option(
        name: .long, help: ArgumentHelp("Only changes after this moment.", valueName: "moment"))
    var after: String?
    @Option(name: .long, help: ArgumentHelp("Only changes up to this moment.", valueName: "moment"))
    var through: String?
    @Option(name: .long, help: ArgumentHelp("Show at most N messages as text.", valueName: "n"))
    var mail: Int = 50
    @Option(
        name: .long,
        help: ArgumentHelp("Write a folder with the messages and all proofs, too.", valueName: "dir"),
        completion: .directory)
    var bundle: String?
    @OptionGroup var target: OutputFileOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        let subjects = [names.isEmpty ? nil : "", operation, actor, account, subjectAddress].compactMap(\.self)
        if subjects.count > 1 {
            throw ValidationError(
                "A report is of one thing: messages, --operation, --actor, --account or --subject-address")
        }
        try require("--mail", isCount: mail)
        if bundle != nil, target.output != nil {
            throw ValidationError("--bundle writes the file into its folder; leave out --output")
        }
        if bundle?.isEmpty == true { throw ValidationError("--bundle takes a folder; this one is empty") }
        if subjectAddress != nil, person == nil {
            throw ValidationError("--subject-address takes an address, such as peter@example.net")
        }
        if bundle == nil, !target.isFile, output.format != .text {
            throw ValidationError(
                "--format \(output.format) needs standard output, where the page goes; name a file with --output")
        }
    }

    private var person: EmailAddress? { subjectAddress.flatMap(EmailAddress.init(ofPerson:)) }

    func run() throws {
        let (after, through) = (try after.map(MomentOptions.moment), try through.map(MomentOptions.moment))
        let session = Session(ledger, output)
        if bundle == nil, target.output == nil, session.output.isTerminal {
            throw ValidationError("The report is a page for a browser: write it with --output FILE")
        }
        let ledger = try session.open(signing: passphrase)
        for moment in [after, through].compactMap(\.self) { session.tellRemark(try ledger.resolve(moment)) }
        let scope = ReportScope(try subject(in: ledger), names: names, after: after, through: through)
        let options = ReportGatherer.Options(mail: mail, now: Surroundings.current.now(), zone: .local)
        let report = try ReportGatherer(of: ledger, scope, options).gather()
        let page = try ReportPage(report).html { try ledger.proofs.sealReport($0, within: $1) }
        if let bundle { return try write(EvidenceBundle(report, page: page, of: ledger), to: bundle, ledger, session) }
        if target.isFile { return try target.write(page, session) }
        session.output.write(bytes: Array(page.utf8))
        try session.output.finish()
    }

    private func subject(in ledger: Ledger) throws -> ReportScope.Subject {
        if let operation { return .operation(operation) }
        if let actor { return .actor(actor) }
        if let account { return .account(account) }
        if let person { return .person(address: person.address) }
        guard !names.isEmpty else { return .everything }
        return .messages(try names.flatMap { try ShownName.ids(of: $0, in: ledger, includingDeleted: true) })
    }

    private func write(_ bundle: EvidenceBundle, to path: String, _ ledger: Ledger, _ session: Session) throws {
        let paths = try session.witnesses(of: ledger).paths()
        let witnesses = try paths.map { ($0, try WitnessFile.read($0)) }
        let written = try bundle.write(to: path, witnesses: witnesses)
        try session.write(EvidenceBundleForm(path: path, written)) {
            session.line(
                "Wrote \(path): the report, \(Counted.messages(written.messages)), the proofs and "
                    + "\(Counted.of(written.witnesses, "note of a witness", "notes of witnesses")).")
            session.line("Next: mailledger verify-proof --bundle \(path) --key KEY")
        }
        if written.missing > 0 {
            throw Shortfall.partial(
                "the bytes of \(Counted.messages(written.missing)) are not in the ledger any more")
        }
    }
}
