internal import Cryptography
internal import EventLog
internal import MailLedger

/// Makes a ledger of exported events, or continues one, for `import --events`.
struct EventImportSession {
    let path: String
    let site: any LedgerSite
    let isDryRun: Bool
    let isQuiet: Bool
    let session: Session

    func run() throws {
        let progress = Progress("Importing", unit: "events")
        let report: EventImportReport
        do {
            defer { progress.finish() }
            report = try EventImporter(
                at: site, environment: Surroundings.current.environment(), dryRun: isDryRun
            ) { progress.update(done: Int($0.rawValue)) }.run(path)
        }
        // The views follow now, while a person sees how far they are.
        if !isDryRun { try session.open().read { _ in } }
        try session.write(
            EventImportForm(at: site.name, report: report, isDryRun: isDryRun), isQuiet: isQuiet
        ) {
            let added = Counted.events(Int(report.added))
            let place = report.isNew ? " to a new ledger in \(site.name)" : ""
            let present = report.present > 0 ? "; \(ProgressLine.grouped(Int(report.present))) were there already" : ""
            session.line("\(isDryRun ? "Would add" : "Added") \(added)\(place)\(present).")
            if report.erased > 0 {
                let erased = Counted.of(report.erased, "event that was", "events that were")
                session.line("\(isDryRun ? "Would erase" : "Erased") \(erased) here still.")
            }
            if report.contents > 0 {
                session.line(
                    "\(isDryRun ? "Would add" : "Added") \(Counted.of(report.contents, "stored message", "stored messages"))."
                )
            }
            if report.missing > 0 {
                session.line(
                    "\(Counted.of(report.missing, "content is", "contents are")) not among the lines; 'mailledger verify"
                        + " --content' names what is missing, and 'export --events --content' takes it along.")
            }
            session.line("root \(report.root)")
        }
        if !report.remaining.isEmpty { throw Shortfall.unfinishedErasure(report.remaining) }
    }
}
