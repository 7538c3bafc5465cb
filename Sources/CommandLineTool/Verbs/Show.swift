internal import ArgumentParser
internal import Content
internal import EventLog
internal import Glibc
internal import Mail
internal import MailLedger
internal import Projections

struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a message: headers, text, attachments, its thread and its history in short.",
        examples: [
            CommandExample("mailledger show 3f2a", "to read"),
            CommandExample("mailledger show 3f2a --raw > message.eml", "its own bytes, into a file"),
        ],
        discussion: """
            Any first digits of the id will do that name one message only.
            """)

    @Argument(help: "The first digits of the message's id.", completion: .names(.message)) var id: String
    @Flag(name: .long, help: "Write the message's own bytes and nothing else.") var raw = false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open()
        if raw {
            try session.output.finish()
            do {
                return try ledger.writeRawMessage(id, to: STDOUT_FILENO)
            } catch ContentError.system(_, _, EPIPE) {
                // Whoever reads has read enough, as `head` has.
                return
            }
        }
        let shown = try ledger.show(id)
        try session.write(ShownMessageForm(shown)) { write(shown, session) }
        session.noteIfBehind(ledger)
    }

    private func write(_ shown: ShownMessage, _ session: Session) {
        writeHeaders(shown, session)
        session.output.line()
        session.output.write(Sanitizer.text(shown.text ?? "(the content is missing; 'mailledger verify' tells more)"))
        session.output.line()
        if !shown.attachments.isEmpty {
            session.line("Attachments", .bold)
            var table = Table([.init(alignment: .right), .init(isFlexible: true), .init(), .init(alignment: .right)])
            for attachment in shown.attachments {
                table.append([
                    "\(attachment.number)", attachment.fileName ?? "(no name)", attachment.mimeType,
                    Counted.bytes(attachment.size),
                ])
            }
            session.write(table)
        }
        if shown.thread.count > 1 {
            session.line("Thread", .bold)
            var table = Table([
                .init(), .init(looks: [.yellow]), .init(alignment: .right, looks: [.dim]), .init(isFlexible: true),
            ])
            for row in shown.thread {
                table.append([
                    row.id == shown.row.id ? "▸" : " ", String(row.id.description.prefix(8)),
                    session.times.short(row.sortDate.microseconds), row.from?.displayName ?? "–",
                ])
            }
            session.write(table)
        }
        session.line("History", .bold)
        for entry in shown.history {
            session.line(
                "  \(session.times.full(entry.time.microseconds))  \(entry.actor ?? "(erased)")  \(entry.type.name)"
                    + (entry.reason.map { "  “\($0)”" } ?? ""))
        }
    }

    private func writeHeaders(_ shown: ShownMessage, _ session: Session) {
        func header(_ name: String, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            session.output.line(session.style.paint(name + ": ", .dim) + Sanitizer.line(value))
        }
        func list(_ addresses: [EmailAddress]) -> String {
            addresses.map { address in address.name.map { "\($0) <\(address.address)>" } ?? address.address }
                .joined(separator: ", ")
        }
        let headers = shown.headers
        header("Id", shown.row.id.description)
        header("Folders", shown.row.folders.joined(separator: ", "))
        header("Keywords", shown.row.keywords.joined(separator: " "))
        header("From", list(headers.from))
        header("Reply-To", list(headers.replyTo))
        header("To", list(headers.to))
        header("Cc", list(headers.cc))
        header("Bcc", list(headers.bcc))
        header("Date", headers.date.map { session.times.full($0.microseconds) })
        header("Subject", headers.subject)
        header("Message-ID", headers.messageID)
    }
}
