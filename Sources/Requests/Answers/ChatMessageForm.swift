internal import Chat
internal import CivilTime
internal import EventLog
package import LedgerContexts
internal import Mail
internal import Outbox
internal import Projections

/// The facts about a message of a conversation beside those of all messages.
public struct ChatMessageForm: Encodable, Sendable {
    let facts: ChatFacts

    package init(_ facts: ChatFacts) {
        self.facts = facts
    }

    enum CodingKeys: String, CodingKey {
        case conversation = "conversation_id"
        case sender = "sender_id"
        case createdAt, updatedAt, status, readBy, syncStatus, retryCount, lastSyncAttempt, syncError
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(facts.row.conversation.description, forKey: .conversation)
        try container.encode(facts.row.sender, forKey: .sender)
        try container.encode(facts.row.createdAt.iso8601, forKey: .createdAt)
        try container.encode(facts.updatedAt.iso8601, forKey: .updatedAt)
        try container.encode(facts.row.status?.rawValue, forKey: .status)
        try container.encode(facts.row.readBy, forKey: .readBy)
        try container.encode(facts.sync.status?.rawValue, forKey: .syncStatus)
        try container.encode(facts.sync.retryCount, forKey: .retryCount)
        try container.encode(facts.sync.lastAttempt?.iso8601, forKey: .lastSyncAttempt)
        try container.encode(facts.sync.error, forKey: .syncError)
    }
}
