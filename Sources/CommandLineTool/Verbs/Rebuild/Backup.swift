internal import ArgumentParsing
internal import Content
internal import Cryptography
internal import EventLog
internal import MailLedger
internal import SystemIdentity

struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the ledger, or its new part, into a folder.",
        examples: [
            CommandExample("mailledger backup ~/ledger-backup", "everything the first time, later only the new part"),
            CommandExample(
                "mailledger backup ~/ledger-backup --format json", "the same, for a script that keeps the root"),
        ],
        discussion: """
            Other commands can run meanwhile. If the backup is killed, the folder has the former backup or the new one,
            and the next run continues from there. Every event and every new message is compared with its digest. A log
            with a fault is not backed up (exit code 6), so the former backup remains. Damaged messages are named and
            left out (5). A folder with other files is refused (exit code 4); so is a backup with events that the ledger
            does not have (6).

            Earlier copies are read again: messages that are damaged there are copied again, and a damaged log is
            reported (6), so that another folder is needed; --only-new skips this. Mail that was erased since the last
            backup is removed from the folder, too. The backup leaves out the views and the search index, which can be
            built again, and your configuration file, which has settings and saved queries. It has the signing key and
            the key of erasures only with --with-keys. 'restore' makes a ledger from a backup.
            """)

    @Argument(
        help: ArgumentHelp("The folder: new, empty, or with a backup of this ledger.", valueName: "dir"),
        completion: .directory)
    var path: String
    @Flag(
        name: .long,
        help: "Put the keys into the backup, too: with them anyone can sign for the ledger, and recognise erased mail.")
    var withKeys = false
    @Flag(name: .long, help: "Trust the earlier copies, and read only the new part.") var onlyNew = false
    @OptionGroup var quiet: QuietOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    private static let isLocked = "the key is under a passphrase, which --passphrase-file gives"

    func validate() throws {
        if path.isEmpty { throw ValidationError("Name the folder of the backup") }
    }

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(signing: passphrase)
        let progress = CopyProgress("Backing up")
        let report: BackupReport
        do {
            defer { progress.finish() }
            report = try WorkingUser.asItself {
                try ledger.maintenance.backUp(
                    to: FolderArgument.path(path), withKeys: withKeys, onlyNew: onlyNew, progress: progress.update)
            }
        }
        LastBackup.note(report, of: ledger, to: path)
        if report.repaired > 0 {
            StandardError.line(
                "\(Counted.of(report.repaired, "message", "messages")) in \(path) had gone bad there and came anew: check the"
                    + " disk that it lies on")
        }
        let form = BackupForm(to: path, report: report)
        try session.write(form, isQuiet: quiet.quiet && !report.isPartial) {
            for fault in form.faults { session.line("left out: \(fault)") }
            session.line(
                "Backed up \(Counted.events(Int(report.events))) and "
                    + "\(Counted.of(report.contents, "stored message", "stored messages")) (\(Counted.bytes(report.storedBytes))) to \(path)"
                    + "\(report.isFirst ? "" : "; the rest was there already").")
            if report.erased > 0 {
                session.line("\(Counted.events(report.erased)) that the ledger has erased went from the backup, too.")
            }
            let signature =
                report.isSigned ? "" : ", not signed: \(report.isKeyLocked ? Self.isLocked : "the key is not here")"
            session.line("position \(report.manifest.position), root \(report.manifest.root)\(signature)")
        }
        if report.isPartial {
            throw Shortfall.partial("\(Counted.of(report.faults.count, "message was", "messages were")) left out")
        }
    }
}

/// What a backup did.
private struct BackupForm: Encodable {
    let to: String
    let ledger: String
    let isFirst: Bool
    let events: Int64
    let contents: Int
    let storedBytes: Int64
    let erased: Int
    let repaired: Int
    let position: Int64
    let root: String
    let isSigned: Bool
    let hasKeys: Bool
    let faults: [String]

    init(to path: String, report: BackupReport) {
        to = path
        ledger = report.manifest.ledger.description
        isFirst = report.isFirst
        events = report.events
        contents = report.contents
        storedBytes = report.storedBytes
        erased = report.erased
        repaired = report.repaired
        position = report.manifest.position.rawValue
        root = report.manifest.root.hex
        isSigned = report.isSigned
        hasKeys = report.manifest.hasKeys
        faults = report.faults.compactMap(ContentProblem.describe)
    }
}
