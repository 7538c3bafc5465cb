internal import ArgumentParsing
internal import CivilTime
internal import DiskFiles
internal import EventLog
internal import MailLedger
internal import Mailboxes
internal import Processes

/// An import of mail from files, with its progress line.
struct MailImport {
    let ledger: Ledger
    let account: String
    let options: ImportOptions
    let context: OperationContext

    /// What came of one.
    struct Outcome {
        let report: ImportReport
        /// What ended it before its end, when a part was recorded.
        let failure: ImportCutShort?
        let seconds: Double
        let isDryRun: Bool
        /// The paths as they were typed.
        let paths: [String]

        /// The paths below which there is no mail.
        var pathsWithoutMail: [String] { report.pathsWithoutMail.map { paths[$0] } }
    }

    /// Imports files, or standard input for `-`.
    func run(_ paths: [String]) throws -> Outcome {
        let readsInput = paths == ["-"]
        let progress = ImportProgress(readsInput ? [] : paths)
        let start = Timestamp.now
        let importer = Importer(into: ledger, account: account, options: options, context: context) { report in
            // Not before something may be recorded: until then Ctrl-C needs no care.
            Interruption.watch()
            progress.update(report)
            return !Interruption.isAsked
        }
        var failure: ImportCutShort?
        let report: ImportReport
        do {
            report = try readsInput ? importer.run(readingFrom: Surroundings.current.input) : importer.run(paths)
        } catch let error as ImportCutShort {
            (report, failure) = (error.report, error)
        }
        progress.clear()
        return Outcome(
            report: report, failure: failure,
            seconds: Double(Timestamp.now.microseconds - start.microseconds) / 1_000_000,
            isDryRun: options.dryRun, paths: paths)
    }
}

extension MailImport.Outcome {
    /// The same for programs.
    var form: ImportForm { ImportForm(report, seconds: seconds) }

    /// Whether nothing has to be said to somebody who wants to hear of trouble only.
    var isSmooth: Bool { failure == nil && !report.wasStopped && !report.isPartial && report.pathsWithoutMail.isEmpty }

    /// Says on standard error how fast it was.
    func tellRate() {
        let form = form
        StandardError.line("import: \(ProgressLine.grouped(Int(form.messagesPerSecond))) messages a second")
    }

    /// - Throws: ``Shortfall`` where it did not take all that it was to take, or what ended it.
    func requireWhole() throws {
        if let failure { throw failure }
        if report.wasStopped {
            let state = isDryRun ? "nothing is recorded" : "this much is recorded, and the same command goes on"
            throw Shortfall.interrupted("stopped; \(state)")
        }
        if report.isPartial {
            let unexpected = report.skipped.filter { !$0.isExpected }
            let entries = unexpected.count { $0.reason == .entryWithoutHeader }
            let files = unexpected.count - entries
            let parts = [
                files > 0 ? Counted.of(files, "file", "files") : nil,
                entries > 0 ? Counted.of(entries, "entry", "entries") + " of an mbox" : nil,
            ].compactMap(\.self)
            throw Shortfall.partial("\(parts.joined(separator: " and ")) could not be taken as mail")
        }
        let empty = pathsWithoutMail
        if !empty.isEmpty { throw Shortfall.partial("no mail found below \(empty.joined(separator: ", "))") }
    }
}
