internal import ArgumentParsing
internal import EventLog
internal import MailLedger

struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Upgrade the read models to this version, or preview the differences.",
        examples: [
            CommandExample(
                "mailledger migrate --dry-run", "how many rows of each read model would differ, and some of them"),
            CommandExample("mailledger migrate", "build, check, and make it live"),
        ],
        discussion: """
            It builds all read models again from the log by the rules of this version, next to the live ones, and
            compares them row by row. After an update the live read models are still those of the older program, which
            keeps using them. Any other command builds what it needs without asking, so run this one first to see what
            an update changes. A dry run keeps what it has built for 'mailledger migrate'. Docs/Projections.md says
            more.
            """)

    @Option(name: .long, help: ArgumentHelp("Show N rows of each read model.", valueName: "n")) var samples = 3
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require("--samples", isCount: samples)
    }

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open()
        let progress = BuildProgress("Building", from: try ledger.maintenance.stoppedBuild())
        defer { progress.clear() }
        let migration = try ledger.maintenance.migrate(dryRun: dryRun.dryRun, sampling: samples) {
            progress.update(.views, $0, $1)
        }
        progress.clear()
        try session.write(MigrationForm(migration, isDryRun: dryRun.dryRun)) {
            MigrationText(migration, isDryRun: dryRun.dryRun, session).write()
        }
    }
}
