internal import Chat
internal import Content
internal import Domain
internal import EventLog
internal import JSONCoding
public import LedgerKernel
internal import Mail
internal import Mailboxes
public import Projections

/// The result of an export of chats, or of a dry run.
public struct ChatExport: Sendable, Hashable {
    public var conversations = 0
    public var messages = 0
    /// Messages that were left out, because their content is missing.
    public var withoutContent: [String] = []

    public init() {}
}

extension LedgerExchange {
    /// Writes the chat messages that match a filter in the form that ``importChats(_:account:options:context:)`` reads.
    ///
    /// Each conversation precedes its messages, the earliest first. Without a filter all conversations are written,
    /// even those without messages.
    public func exportChats(
        _ filter: MessageFilter = .all, to target: ExportTarget, overwriting: Bool = false, dryRun: Bool = false
    ) throws -> ChatExport {
        try target.requireOutsideLedgers(on: ledger.files)
        do {
            return try ledger.read { reader in
                guard !dryRun else { return try reader.forEachChatLine(filter) { _ in } }
                let file = try target.stagedFile(overwriting: overwriting, on: ledger.files)
                let export = try reader.forEachChatLine(filter) { line in
                    try file.output.write(String(decoding: JSONBytesEncoder().encode(line), as: UTF8.self) + "\n")
                }
                try file.publish()
                return export
            }
        } catch let failure as WriteFailure where !failure.isReaderGone {
            throw LedgerError.io(path: failure.path, reason: failure.reason)
        } catch let refusal as WriteRefusal {
            throw refusal.conflict
        }
    }
}

extension LedgerReader {
    fileprivate func forEachChatLine(
        _ filter: MessageFilter, _ body: (ChatLine) throws -> Void
    ) throws -> ChatExport {
        var export = ChatExport()
        let query = ChatsQuery(on: connection)
        var rows: [ConversationID: [(row: MessageRow, chat: ChatMessageRow)]] = [:]
        try forEachMessage(matching: .and([filter, .kind(.chat)]), order: .oldestFirst) { row in
            if let chat = try query.message(row.stream) { rows[chat.conversation, default: []].append((row, chat)) }
            return true
        }
        for conversation in try query.conversations().sorted(by: { $0.stream < $1.stream }) {
            let messages = rows[conversation.id] ?? []
            guard !messages.isEmpty || filter == .all else { continue }
            export.conversations += 1
            try body(.conversation(ChatLine.ConversationLine(id: conversation.name, facts: conversation.facts)))
            var contents = ContentsAhead(messages.map(\.row.content), of: content)
            for (row, chat) in messages {
                guard let text = try chatText(in: row.content, by: { try contents.read($0) }) else {
                    export.withoutContent.append(row.id.description)
                    continue
                }
                export.messages += 1
                try body(
                    .message(
                        ChatLine.MessageLine(
                            id: row.external.id ?? row.id.description, conversation: conversation.name,
                            sender: chat.sender, senderName: row.from?.name, text: text, createdAt: chat.createdAt,
                            updatedAt: chat.updatedAt == chat.createdAt ? nil : chat.updatedAt, status: chat.status,
                            readBy: chat.readBy, isRead: row.isRead)))
            }
        }
        return export
    }
}
