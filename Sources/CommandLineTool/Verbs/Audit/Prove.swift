internal import ArgumentParsing
internal import EventLog
internal import JSONCoding
internal import MailLedger

struct Prove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prove",
        abstract: "Write a file that proves to anyone which events are in the log.",
        examples: [
            CommandExample("mailledger prove 3f2a --output invoice.proof", "that this message came in, and how"),
            CommandExample("mailledger prove mid:survey-40117@shaving.example.com", "the message of this Message-ID"),
            CommandExample("mailledger prove 3f2a --all --output history.proof", "its whole history"),
            CommandExample(
                "mailledger prove event:150 --without-payload", "that the event exists, without its content"),
            CommandExample("mailledger prove --since monday.checkpoint", "that the log has only grown since"),
        ],
        discussion: """
            The file is complete: it has the content of the event, who, when and why, the salts, the path through the
            Merkle tree, and a signed checkpoint. To check it without a ledger, use 'mailledger verify-proof' or
            another program: Docs/Proofs.md describes the file byte by byte. For erased content it proves only that it
            was there.

            A message is proved by the event that it came with. mid: names it by its Message-ID, and any other query
            names all messages that it finds, deleted ones included. An event is named by its position, as in
            event:17; a plain number is enough if no id begins with it. With --all the file also has the events that
            name the account and the folders, so that a reader sees names instead of ids; --without-payload leaves the
            names out. With --since, an event that changed the key shows the keys in any case: the check needs them.
            """)

    @Argument(
        help: ArgumentHelp(
            "Messages by their ids or by queries such as subject:invoice, deleted ones too, or events by their positions.",
            valueName: "message | event:position"))
    var names: [String] = []
    @Flag(name: .long, help: "Prove all that happened to the messages, not only how they came in.") var all = false
    @Option(
        name: .long,
        help: ArgumentHelp("Prove that the log has only grown since this checkpoint.", valueName: "file"),
        completion: .file())
    var since: String?
    @Flag(name: .long, help: "Leave out the content of the events.") var withoutPayload = false
    @Flag(name: .long, help: "Leave out the actor, the reason and the program.") var withoutHeader = false
    @OptionGroup var live: LiveOptions
    @OptionGroup var target: OutputFileOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if names.isEmpty, since == nil {
            throw ValidationError("Say what to prove: a message, event:POSITION, or --since FILE")
        }
        if names.isEmpty, all || withoutPayload || withoutHeader {
            throw ValidationError("Say of which message or event")
        }
    }

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(signing: passphrase)
        var positions: [Position] = []
        let names = try names.flatMap { name in
            name.hasPrefix("event:")
                ? [name] : try ShownName.ids(of: name, in: ledger, includingDeleted: true, onlyLive: live.live)
        }
        for name in names {
            for position in try ledger.proofs.events(named: name, wholeHistory: all) where !positions.contains(position)
            {
                positions.append(position)
            }
        }
        if all, !withoutPayload {
            for position in try ledger.proofs.events(naming: positions) where !positions.contains(position) {
                positions.append(position)
            }
        }
        var omissions: ProofOmissions = []
        if withoutPayload { omissions.insert(.payload) }
        if withoutHeader { omissions.insert(.header) }
        let proof = try ledger.proofs.prove(
            positions.sorted(), since: try since.map(Self.checkpoint), leavingOut: omissions)
        if target.isFile {
            let text = JSONBytesEncoder.terminalSafe(Array(try proof.text().utf8))
            return try target.write(String(decoding: text, as: UTF8.self), session)
        }
        try session.write(proof) {
            session.output.write(bytes: JSONBytesEncoder.terminalSafe(Array(try proof.text().utf8)))
        }
    }

    private static func checkpoint(_ path: String) throws -> SignedCheckpoint {
        guard let signed = SignedCheckpoint(try PortableFile.read(path)) else {
            throw ValidationError("\(path) is not a signed checkpoint")
        }
        return signed
    }
}
