internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

/// Writes a conversation for people: who answered whom, then each text.
struct ConversationText {
    private let session: Session
    private let message: ShownMessageText

    init(_ session: Session, _ folding: FoldingOptions) {
        self.session = session
        message = ShownMessageText(session, folding)
    }

    func write(_ conversation: Conversation, withTexts: Bool, from reader: LedgerReader) throws {
        let thread = conversation.thread
        session.line(conversation.chatName ?? thread.subject ?? "(no subject)", .bold)
        // Those that are shown: of a chat, the thread may have more.
        let rows = conversation.tree.messages
        let unreadCount = rows.count(where: \.isUnread)
        let unread = unreadCount > 0 ? ", \(ProgressLine.grouped(unreadCount)) unread" : ""
        session.line(Counted.messages(rows.count) + unread)
        session.output.line()
        session.write(table(conversation.tree, subject: thread.subject))
        guard withTexts else { return }
        let texts = MessageTexts(of: rows, in: reader)
        for (number, row) in rows.enumerated() {
            guard session.output.isOpen else { return }
            session.rule()
            let place = "\(ProgressLine.grouped(number + 1)) of \(ProgressLine.grouped(rows.count))"
            try write(row, place, texts.next(), from: reader)
        }
    }

    private func write(_ row: MessageRow, _ place: String, _ text: String?, from reader: LedgerReader) throws {
        session.output.line(
            session.style.paint(String(row.id.description.prefix(8)), .yellow) + "  "
                + session.style.paint(place + (row.isUnread ? ", unread" : ""), .dim))
        message.header("From", row.from.map { message.list([$0]) })
        message.header("To", message.list(row.to))
        message.header("Date", session.times.full(row.shownDate.microseconds))
        message.header("Subject", row.subject)
        session.output.line()
        message.writeText(text)
        guard row.hasAttachments else { return }
        session.output.line()
        session.line("Attachments", .bold)
        session.write(ShownMessageText.table(of: try reader.attachments(of: row.stream)))
    }

    private func table(_ tree: ThreadTree, subject: String?) -> Table {
        var table = Table([
            .init(looks: [.yellow]), .init(alignment: .right, looks: [.dim]), .init(),
            .init(minimum: 12, isFlexible: true),
        ])
        var branches = Branches()
        var subject = Self.base(of: subject)
        // Half of a page is kept for ids and dates, a quarter for names: a level takes three columns.
        let deepest = session.output.columns.map { max(2, ($0 - 50) / 3) } ?? ThreadTree.deepest
        for node in tree.nodes(deepest: deepest) {
            let branch = branches.next(depth: node.depth, isLast: node.isLast)
            guard let row = node.row else {
                let words = if case .deleted = node.content { "(deleted)" } else { "(not in this ledger)" }
                table.append([.init(""), .init(""), .init(""), .init(branch + words, .dim)])
                continue
            }
            // A subject is told where it is another than that before.
            let base = Self.base(of: row.subject)
            let isNew = base != subject
            subject = base
            let line = branch + (row.from?.displayName ?? "–") + (isNew ? "  " + (row.subject ?? "(no subject)") : "")
            table.append([
                .init(String(row.id.description.prefix(8))), .init(session.times.listed(row.shownDate.microseconds)),
                .init((row.isUnread ? "●" : " ") + (row.hasAttachments ? "+" : " ")),
                row.isUnread ? .init(line, .bold) : .init(line),
            ])
        }
        return table
    }

    /// The subject without the marks that an answer puts before it (RFC 5322 section 3.6.5).
    private static func base(of subject: String?) -> String {
        var rest = (subject ?? "").lowercased()[...]
        while let mark = ["re:", "aw:", "sv:", "antw:", "fwd:", "fw:"].first(where: rest.hasPrefix) {
            rest = rest.dropFirst(mark.count).drop(while: \.isWhitespace)
        }
        return String(rest)
    }
}

/// Draws the branches of a tree before its lines, read from the first to the last.
struct Branches {
    /// Whether an answer of each depth above is still to come.
    private var isOpen: [Bool] = []

    /// Returns what stands before the next line.
    mutating func next(depth: Int, isLast: Bool) -> String {
        isOpen.removeSubrange(min(depth, isOpen.count)...)
        let above = isOpen.dropFirst().map { $0 ? "│  " : "   " }.joined()
        while isOpen.count < depth { isOpen.append(false) }
        isOpen.append(!isLast)
        return depth == 0 ? "" : above + (isLast ? "└─ " : "├─ ")
    }
}
