internal import EventLog
internal import JSONCoding
internal import MailLedger

/// Writes all mail of a person for `export --subject-address`.
struct SubjectExportSession {
    let path: String
    let address: String
    let dryRun: Bool
    let session: Session

    func run(_ ledger: Ledger) throws {
        let progress = SubjectProgress()
        let report: SubjectReport
        do {
            defer { progress.finish() }
            report = try PersonalDataExporter(of: ledger, address: address, dryRun: dryRun) { part, done, total in
                progress.update(part, done: done, total: total)
                return true
            }.run(to: path) { line in
                func json(_ form: some Encodable, pretty: Bool = false) throws -> [UInt8] {
                    var layout = JSONBytesEncoder.Options.answer(pretty: pretty, version: session.version)
                    // What is handed to a person is read in no terminal first.
                    layout.terminalSafe = pretty
                    return try JSONBytesEncoder(layout).encode(form)
                }
                return switch line {
                case .message(let message, let folders): try json(SubjectMessageForm(message, folders: folders))
                case .erasure(let row, let header): try json(ErasedForm(row, header: header))
                case .about(let report): try json(SubjectExportForm(report, isDryRun: false), pretty: true)
                }
            }
        }
        try session.write(SubjectExportForm(report, isDryRun: dryRun)) { show(report) }
        if report.isPartial {
            throw Shortfall.partial("\(Counted.of(report.leftOut.count, "file was", "files were")) left out")
        }
    }

    private func show(_ report: SubjectReport) {
        for left in report.leftOut {
            session.line("left out bytes of \(left.message.description.prefix(8)): \(left.reason.description)")
        }
        let deleted = report.deleted > 0 ? ", \(ProgressLine.grouped(report.deleted)) of them deleted," : ""
        let files = "\(Counted.of(report.files, "file", "files")), \(Counted.bytes(report.bytes))"
        session.line(
            "\(dryRun ? "Would export" : "Exported") \(Counted.messages(report.messages)) of \(address)\(deleted) to "
                + "\(path) (\(files)).")
        if report.erasures > 0 {
            session.line(
                "\(Counted.of(report.erasures, "message or account was", "messages and accounts were")) erased; "
                    + "the ledger does not know any more whose they were.")
        }
        session.line("position \(report.position), root \(report.root)")
    }
}

/// The line that shows how far the export is: first events, then messages.
private struct SubjectProgress {
    private let search = Progress("Searching", unit: "events")
    private let messages = Progress("Exporting", unit: "messages")

    func update(_ part: PersonalDataExporter.Part, done: Int, total: Int) {
        if part == .messages { search.finish() }
        (part == .search ? search : messages).update(done: done, total: total)
    }

    func finish() {
        search.finish()
        messages.finish()
    }
}
