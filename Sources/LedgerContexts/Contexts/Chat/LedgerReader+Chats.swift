package import Chat
public import CivilTime
internal import Content
internal import Cryptography
internal import Domain
public import EventLog
public import LedgerKernel
package import Mail
public import Outbox
public import Projections
internal import SQLiteDatabase

/// The facts about a message of a conversation, and its delivery status.
public struct ChatFacts: Sendable, Hashable {
    public let row: ChatMessageRow
    /// The time of its last change, at its source or in this ledger.
    public let updatedAt: Timestamp
    public let sync: OutboxState
}

extension LedgerReader {
    /// Returns the live conversations: pinned ones first, then that with the latest message.
    ///
    /// - Parameter account: The address of an account; nil for all.
    public func conversations(of account: String? = nil) throws -> [ConversationRow] {
        try ChatsQuery(on: connection).conversations(of: account.map { try self.account($0).stream })
    }

    /// Returns the names of the conversations whose messages form these threads.
    package func chatNames(ofThreads threads: [StreamID]) throws -> [StreamID: String] {
        try ChatsQuery(on: connection).names(ofThreads: threads)
    }

    /// Returns the live conversation with a name at its source or a prefix of its id.
    public func conversation(_ name: String) throws -> ConversationRow {
        guard let row = try ChatsQuery(on: connection).conversation(conversationState(name).stream) else {
            throw DomainError.notFound(kind: "conversation", name: name)
        }
        return row
    }

    /// Returns the id of an account's live conversation with exactly this name at its source; nil if it has none.
    package func conversationID(named name: String, in account: AccountRow) throws -> String? {
        guard let state = try ChatsQuery(on: connection).state(named: name, in: account.stream), !state.isDeleted else {
            return nil
        }
        return state.id.description
    }

    /// Finds the state of the one live conversation with a name at its source or a prefix of its id.
    package func conversationState(_ name: String) throws -> ConversationState {
        let found = try ChatsQuery(on: connection).live(named: name)
        guard let first = found.first else { throw DomainError.notFound(kind: "conversation", name: name) }
        guard found.count == 1 else {
            throw DomainError.ambiguous(kind: "conversation", name: name, count: found.count)
        }
        return first
    }

    /// The streams of a conversation, deleted or not, and of its messages.
    func streamsOfConversation(_ name: String) throws -> [StreamID] {
        let found = try ChatsQuery(on: connection).every(named: name)
        guard let first = found.first else { throw DomainError.notFound(kind: "conversation", name: name) }
        guard found.count == 1 else {
            throw DomainError.ambiguous(kind: "conversation", name: name, count: found.count)
        }
        return try [first.stream]
            + ChatsQuery(on: connection).messages(of: first.id, includingDeleted: true)
    }

    /// Returns the facts about a message of a conversation; nil for mail.
    public func chat(of message: StreamID) throws -> ChatFacts? {
        guard let row = try ChatsQuery(on: connection).message(message) else { return nil }
        return ChatFacts(row: row, updatedAt: try updated(row), sync: try outboxState(of: message))
    }

    /// The time of the source's last change, or of the last event since the message came.
    private func updated(_ row: ChatMessageRow) throws -> Timestamp {
        var number: Int64?
        try store.forEach(EventSelection(through: position, stream: row.stream, isBackward: true)) { event in
            number = event.transaction
            return false
        }
        guard let number, number > row.transaction, let transaction = try store.transaction(number) else {
            return row.updatedAt
        }
        return max(row.updatedAt, transaction.recordedAt)
    }

    /// Refuses an answer that goes only to addresses that were made of ids in a chat: it could never be sent.
    package func requireRecipient(of answer: DraftMessage, to message: MessageRow) throws {
        guard !answer.to.isEmpty, answer.to.allSatisfy(ChatMail.isInvented) else { return }
        let conversation = try ChatsQuery(on: connection).message(message.stream)?.conversationName
        throw DomainError.conflict(
            "the message has no mail address to answer to: its writer has only an id in a chat",
            hint: conversation.map { .answerInConversation($0) })
    }

    /// The text of a chat message as its line had it; nil if its content is missing.
    package func chatText(of message: StreamID) throws -> String? {
        let digest = try connection.first("SELECT content FROM message WHERE id = \(bind: message.rawValue)") {
            try $0.next(SHA256Digest.self)
        }
        return try digest.flatMap { try chatText(in: $0, by: content.read) }
    }

    /// The text of a chat message's content, as `read` gives it; nil if that is missing.
    func chatText(in digest: SHA256Digest, by read: (SHA256Digest) throws -> StoredContent) throws -> String? {
        do {
            return try ChatMail.text(of: read(digest))
        } catch ContentError.missing {
            return nil
        }
    }
}
