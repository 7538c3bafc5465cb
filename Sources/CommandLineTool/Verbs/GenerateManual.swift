internal import ArgumentParser
internal import CivilTime
internal import EventLog
internal import Glibc
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

    @Argument(help: "The folder, which is made where it is not there.", completion: .directory) var directory: String

    func run() throws {
        let pages = ManualPages(tool: CommandInfo(MailLedgerTool.self), date: Self.day()).all()
        if unsafe mkdir(directory, 0o755) != 0, errno != EEXIST {
            throw LedgerError.io(path: directory, reason: unsafe String(cString: strerror(errno)))
        }
        for page in pages {
            let path = directory + "/" + page.name
            let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else {
                throw LedgerError.io(path: path, reason: unsafe String(cString: strerror(errno)))
            }
            defer { close(descriptor) }
            let output = Output(descriptor: descriptor)
            output.write(page.text)
            try output.finish()
        }
        let output = Output()
        output.line("Wrote \(pages.count) pages to \(Sanitizer.line(directory)).")
        try output.finish()
    }

    // The same sources make the same pages (reproducible-builds.org/specs/source-date-epoch).
    private static func day() -> String {
        let epoch = Terminal.environment("SOURCE_DATE_EPOCH").flatMap { Int64($0) }
        let time = Timestamp(microseconds: epoch.map { $0 * 1_000_000 } ?? Timestamp.now.microseconds)
        return String(time.description.prefix(10))
    }
}
