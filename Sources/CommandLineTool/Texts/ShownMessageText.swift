internal import Chat
internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Outbox
internal import Projections

/// Writes a message for people.
struct ShownMessageText {
    let session: Session
    private let folding: FoldingOptions

    init(_ session: Session, _ folding: FoldingOptions) {
        self.session = session
        self.folding = folding
    }

    func write(_ shown: ShownMessage) {
        writeHeaders(shown)
        session.output.line()
        writeText(shown.text)
        session.output.line()
        if !shown.attachments.isEmpty {
            session.line("Attachments", .bold)
            session.write(Self.table(of: shown.attachments))
        }
        if shown.thread.count > 1 { writeThread(shown) }
        if !shown.notes.isEmpty {
            session.line("Notes", .bold)
            NoteText(session).write(shown.notes)
        }
        if !shown.actions.isEmpty {
            session.line("Actions", .bold)
            NoteText(session).write(shown.actions)
        }
        if let classification = shown.classification { write(classification) }
        session.line("History", .bold)
        for entry in shown.history {
            session.line(
                "  \(session.times.full(entry.time.microseconds))  \(entry.actor ?? "(erased)")  \(entry.type.name)"
                    + (entry.reason.map { "  “\($0)”" } ?? ""))
        }
    }

    /// Writes a text, or why there is none.
    func writeText(_ text: String?) {
        if let text {
            if text.isEmpty { session.line("(no text)", .dim) } else { session.writeBody(text, folding) }
        } else {
            session.line("(the content is missing; 'mailledger verify' tells more)")
        }
    }

    static func table(of attachments: [AttachmentRow]) -> Table {
        let tellsWay = attachments.contains { $0.transfer.status != nil }
        var table = Table(
            [.init(alignment: .right), .init(isFlexible: true), .init(), .init(alignment: .right)]
                + (tellsWay ? [.init()] : []))
        for attachment in attachments {
            table.append(
                [
                    "\(attachment.number)", attachment.fileName ?? "(no name)", attachment.mimeType,
                    Counted.bytes(attachment.size),
                ] + (tellsWay ? [way(of: attachment)] : []))
        }
        return table
    }

    // How far it has come on its way to a server.
    private static func way(of attachment: AttachmentRow) -> String {
        guard let status = attachment.transfer.status else { return "" }
        switch status {
        case .pending: return "pending"
        case .uploading: return "uploading, \(Int((attachment.progress?.fraction ?? 0) * 100)) %"
        case .completed: return ["completed", attachment.transfer.url].compactMap(\.self).joined(separator: ": ")
        case .failed: return ["failed", attachment.transfer.error].compactMap(\.self).joined(separator: ": ")
        }
    }

    private func writeThread(_ shown: ShownMessage) {
        session.line("Thread", .bold)
        var table = Table([
            .init(), .init(looks: [.yellow]), .init(alignment: .right, looks: [.dim]), .init(isFlexible: true),
        ])
        for row in shown.thread {
            table.append([
                row.id == shown.row.id ? "▸" : " ", String(row.id.description.prefix(8)),
                session.times.listed(row.shownDate.microseconds), row.from?.displayName ?? "–",
            ])
        }
        session.write(table)
    }

    private func writeHeaders(_ shown: ShownMessage) {
        let headers = shown.headers
        header("Id", shown.row.id.description)
        header("Folders", shown.row.folders.joined(separator: ", "))
        header("Keywords", shown.row.keywords.map(\.quotedIfBlank).joined(separator: " "))
        header("From", list(headers.from))
        header("Reply-To", list(headers.replyTo))
        header("To", list(headers.to))
        header("Cc", list(headers.cc))
        header("Bcc", list(headers.bcc))
        header("Date", headers.date.map { session.times.sent($0.microseconds, offset: shown.dateOffset) })
        header("Subject", headers.subject)
        header("Message-ID", headers.messageID)
        if let chat = shown.chat { writeChat(chat) }
    }

    private func writeChat(_ chat: ChatFacts) {
        header("Conversation", chat.row.conversationName ?? chat.row.conversation.description)
        header("Status", chat.row.status?.rawValue)
        header("Read by", chat.row.readBy.joined(separator: ", "))
        guard let status = chat.sync.status else { return }
        header("Sync", status.rawValue + (chat.sync.error.map { ": \($0)" } ?? ""))
    }

    /// Writes a field of the header, unless it is empty.
    func header(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        session.line(painted: session.style.paint(name + ": ", .dim) + Sanitizer.line(value))
    }

    func list(_ addresses: [EmailAddress]) -> String {
        addresses.map(\.shownText).joined(separator: ", ")
    }
}

extension Session {
    /// Writes a line across the page between two messages.
    func rule() {
        output.line()
        output.line(style.paint(String(repeating: "─", count: min(output.columns ?? 72, 72)), .dim))
        output.line()
    }
}
