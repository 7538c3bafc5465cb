internal import ArgumentParsing
internal import EventLog
internal import MailLedger

/// Takes in chats for `import --chat`.
struct ChatImportSession {
    let paths: [String]
    let ledger: Ledger
    let account: String
    let options: ChatImportOptions
    let context: OperationContext
    let isQuiet: Bool
    let session: Session

    func run() throws {
        guard let path = paths.first, paths.count == 1 else {
            throw ValidationError("--chat takes one file, or - for standard input")
        }
        let report = try ledger.exchange.importChats(path, account: account, options: options, context: context)
        try session.write(report, isQuiet: isQuiet) {
            let verb = options.dryRun ? "Would add" : "Added"
            session.line(
                "\(verb) \(Counted.messages(report.added)); \(ProgressLine.grouped(report.existing)) there already, "
                    + "\(ProgressLine.grouped(report.changed)) with a new status, "
                    + "\(ProgressLine.grouped(report.conversations)) \(report.conversations == 1 ? "conversation" : "conversations") new or changed."
            )
            if report.deleted > 0 {
                session.line(
                    "Left out \(Counted.messages(report.deleted)) that \(report.deleted == 1 ? "is" : "are") deleted here."
                )
            }
            if report.erased > 0 {
                session.line(
                    "Left out \(Counted.messages(report.erased)) that \(report.erased == 1 ? "was" : "were") erased before; "
                        + "--allow-erased lets them in.")
            }
        }
    }
}
