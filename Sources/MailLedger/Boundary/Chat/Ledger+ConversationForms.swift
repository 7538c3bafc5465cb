internal import Assist
internal import Chat
internal import CivilTime
public import EventLog
internal import Mail
internal import Projections
public import WireModels

extension Ledger {
    /// Returns a live conversation with its latest messages, the earliest of them first.
    ///
    /// - Parameters:
    ///   - name: Its name at its source, or the first digits of its id.
    ///   - limit: At most so many messages; one whose content is missing is left out.
    /// - Complexity: O(messages of the conversation).
    public func conversationEntity(_ name: String, limit: Int = 100) throws -> ConversationEntity {
        try read { reader in
            let row = try reader.conversation(name)
            let life = try reader.life(of: row.stream)
            let latest = try ChatsQuery(on: reader.connection).messages(of: row.id)
                .compactMap { try reader.chat(of: $0) }
                .sorted { ($0.row.createdAt, $0.row.stream) > ($1.row.createdAt, $1.row.stream) }
                .prefix(max(0, limit))
            let claims = try latest.map { try reader.classification(of: $0.row.stream) }
            var entity = ConversationEntity(
                id: row.name, participantIDs: row.facts.participants, displayName: row.facts.displayName,
                avatarURL: row.facts.avatarURL, isGroup: row.facts.isGroup, createdAt: WireTime(life.began),
                isPinned: row.thread?.isPinned ?? false, isMuted: row.thread?.isMuted ?? false,
                isArchived: row.thread?.isArchived ?? false,
                supermemoryConversationID: claims.lazy.compactMap { $0?.memory.conversation }.first,
                messages: try zip(latest, claims).reversed().compactMap { try reader.entity($0, $1) })
            entity.updatedAt = max(entity.updatedAt, WireTime(life.changed))
            entity.unreadCount = row.thread?.unreadCount ?? 0
            return entity
        }
    }

    /// Brings in a conversation with its messages as a program has it; what is there already is not recorded twice.
    ///
    /// What follows from messages (unread, the last one) is not taken over, nor is what people decide by commands of their own: pins,
    /// archives, claims, and what became of a message on its way to the server.
    @discardableResult
    public func saveConversation(
        _ entity: ConversationEntity, account: String, options: ChatImportOptions = ChatImportOptions(),
        context: OperationContext
    ) throws -> ChatImportReport {
        try importChats(
            [entity.line] + entity.messages.map(\.line), account: account, options: options, context: context)
    }
}

extension ConversationEntity {
    /// The line that begins it; its messages have lines of their own.
    public var line: ChatLine {
        .conversation(
            ChatLine.ConversationLine(
                id: id,
                facts: ConversationFacts(
                    displayName: displayName, avatarURL: avatarURL, participants: participantIDs, isGroup: isGroup)))
    }
}

extension LedgerReader {
    /// The form of a message; nil where its content is missing.
    fileprivate func entity(_ facts: ChatFacts, _ claims: ClassificationRow?) throws -> MessageEntity? {
        let stream = facts.row.stream
        guard let row = try MessagesQuery(on: connection).message(stream), let text = try chatText(of: stream) else {
            return nil
        }
        return MessageEntity(row, facts, text: text, claims: claims, attachments: try attachments(of: stream))
    }

    /// When the first and the last event of a stream were recorded.
    fileprivate func life(of stream: StreamID) throws -> (began: Timestamp, changed: Timestamp) {
        func time(isBackward: Bool) throws -> Timestamp? {
            var number: Int64?
            try store.forEach(EventSelection(through: position, stream: stream, isBackward: isBackward)) { event in
                number = event.transaction
                return false
            }
            return try number.flatMap { try store.transaction($0) }?.recordedAt
        }
        guard let began = try time(isBackward: false), let changed = try time(isBackward: true) else {
            throw EventLogError.corrupt("a conversation has no events")
        }
        return (began, changed)
    }
}
