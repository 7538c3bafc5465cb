internal import ArgumentParsing
internal import CivilTime
internal import DiskFiles
internal import EventLog
internal import MailLedger

/// Writes the manual, for those who build and package the tool.
struct GenerateManual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate-manual", abstract: "Write the manual pages into a folder.",
        examples: [CommandExample("mailledger generate-manual man", "man/mailledger.1 and the others")],
        discussion: """
            The pages bear the day of $SOURCE_DATE_EPOCH, else today.
            """,
        shouldDisplay: false)

    @Argument(help: "The folder; it is made if it does not exist.", completion: .directory) var directory: String

    func run() throws {
        let pages = ManualPages(tool: CommandInfo(Surroundings.current.program), date: Self.day()).all()
        let files = KernelFiles.shared
        if try files.makeFolderIfMissing(directory) { try files.setPermissions(0o755, of: directory) }
        for page in pages {
            let path = directory + "/" + page.name
            try files.replace(path, with: Array(page.text.utf8), aside: path + ".new")
            try files.setPermissions(0o644, of: path)
        }
        let output = Output()
        output.line("Wrote \(pages.count) pages to \(Sanitizer.line(directory)).")
        try output.finish()
    }

    // The same sources make the same pages (reproducible-builds.org/specs/source-date-epoch).
    private static func day() -> String {
        let epoch = Surroundings.current.variable("SOURCE_DATE_EPOCH").flatMap { Int64($0) }
        let time = Timestamp(microseconds: epoch.map { $0 * 1_000_000 } ?? Timestamp.now.microseconds)
        return String(time.description.prefix(10))
    }
}
