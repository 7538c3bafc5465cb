internal import ArgumentParsing
internal import MailLedger
internal import Projections

/// Writes chats for `export --chat`.
struct ChatExportSession {
    /// Where they go, as it was typed.
    let path: String
    let target: ExportTarget
    let dryRun: Bool
    let overwrites: Bool
    let session: Session

    func run(_ filter: MessageFilter, _ ledger: Ledger) throws {
        let export = try ledger.exchange.exportChats(filter, to: target, overwriting: overwrites, dryRun: dryRun)
        let without = export.withoutContent.map { "left out \($0.prefix(8)): its content is missing" }
        if path == "-", !dryRun {
            for line in without { StandardError.line(line) }
        } else {
            try session.write(ChatExportForm(to: path, export: export, isDryRun: dryRun)) {
                for line in without { session.line(line) }
                session.line(
                    "\(dryRun ? "Would write" : "Wrote") \(Counted.messages(export.messages)) of "
                        + "\(Counted.of(export.conversations, "conversation", "conversations")) to \(path).")
            }
        }
        if !export.withoutContent.isEmpty {
            throw Shortfall.partial(
                "\(Counted.of(export.withoutContent.count, "message was", "messages were")) left out")
        }
    }
}
