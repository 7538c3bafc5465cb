internal import Cryptography
internal import EventLog
internal import MailLedger
internal import Mailboxes

/// Writes the events of the log for `export --events`.
struct EventExportSession {
    let path: String
    let target: ExportTarget
    let place: any LedgerPlace
    let options: EventExportOptions
    let session: Session

    func run() throws {
        let progress = Progress("Exporting", unit: "events")
        let report: EventExportReport
        do {
            defer { progress.finish() }
            report = try EventExporter(
                at: place, environment: Surroundings.current.environment(), options: options
            ) { done, end in
                progress.update(
                    done: Int(done.rawValue - options.after.rawValue),
                    total: Int(end.rawValue - options.after.rawValue))
            }.run(to: target)
        }
        for digest in report.leftOut { StandardError.line("left out content \(digest): it is missing or damaged") }
        if target != .standardOutput || options.dryRun {
            try session.write(EventExportForm(to: path, report: report, isDryRun: options.dryRun)) {
                let contents =
                    options.withContents
                    ? " and \(Counted.of(report.contents, "content", "contents")) (\(Counted.bytes(report.contentBytes)))"
                    : ""
                session.line(
                    "\(options.dryRun ? "Would export" : "Exported") \(Counted.events(Int(report.events)))\(contents) to \(path)."
                )
                session.line("root \(report.root)")
            }
        }
        if report.isPartial {
            throw Shortfall.partial("\(Counted.of(report.leftOut.count, "content was", "contents were")) left out")
        }
    }
}
