internal import ArgumentParsing
internal import EventLog
internal import MailLedger

struct Collect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collect",
        abstract: "Remove stored messages that no event refers to (garbage collection).",
        examples: [
            CommandExample("mailledger collect --dry-run", "what would go"),
            CommandExample("mailledger collect", "after an import was killed"),
        ],
        discussion: """
            A message's bytes are stored before the event that names them, so an import that is killed may leave some
            that no event names. This verb removes such bytes, and the remains of half-written files. It waits for
            running imports to end.

            Deleted, pruned or undone mail stays: its events name it, and 'mailledger undo' brings it back.
            """)

    @Flag(name: .long, help: "Show the contents that would be removed, and remove nothing.")
    var dryRun = false

    @OptionGroup var quiet: QuietOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let collection = try session.open(.readWrite).maintenance.collectContent(dryRun: dryRun)
        try session.write(CollectionForm(collection, isDryRun: dryRun), isQuiet: quiet.quiet) {
            guard collection.contents > 0 || collection.leftovers > 0 else {
                return session.line("Every stored message is named by some event.")
            }
            let contents = Counted.of(collection.contents, "stored message", "stored messages")
            session.line(
                "\(dryRun ? "Would remove" : "Removed") \(contents) that no event names, "
                    + "\(Counted.bytes(collection.storedBytes)).")
            if collection.leftovers > 0 {
                session.line("Removed \(Counted.of(collection.leftovers, "half-written file", "half-written files")).")
            }
        }
    }
}
