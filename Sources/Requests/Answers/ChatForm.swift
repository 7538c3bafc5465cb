internal import Chat
internal import CivilTime
internal import EventLog
internal import Mail
package import Projections

/// A conversation.
public struct ChatForm: Encodable, Sendable {
    package let row: ConversationRow

    package init(_ row: ConversationRow) {
        self.row = row
    }

    enum CodingKeys: String, CodingKey {
        case id, account, name, displayName, avatarURL
        case participants = "participant_ids"
        case isGroup, thread, messageCount, unreadCount, isPinned, isMuted, isArchived, lastMessageText, lastMessageAt
        case lastMessageSender = "last_message_sender_id"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row.id.description, forKey: .id)
        try container.encode(row.account, forKey: .account)
        try container.encode(row.name, forKey: .name)
        try container.encode(row.facts.displayName, forKey: .displayName)
        try container.encode(row.facts.avatarURL, forKey: .avatarURL)
        try container.encode(row.facts.participants, forKey: .participants)
        try container.encode(row.facts.isGroup, forKey: .isGroup)
        try container.encode(row.thread?.id.description, forKey: .thread)
        try container.encode(row.messageCount, forKey: .messageCount)
        try container.encode(row.unreadCount, forKey: .unreadCount)
        try container.encode(row.thread?.isPinned ?? false, forKey: .isPinned)
        try container.encode(row.thread?.isMuted ?? false, forKey: .isMuted)
        try container.encode(row.thread?.isArchived ?? false, forKey: .isArchived)
        try container.encode(row.last?.snippet, forKey: .lastMessageText)
        try container.encode(row.last?.createdAt.iso8601, forKey: .lastMessageAt)
        try container.encode(row.last?.sender, forKey: .lastMessageSender)
    }
}
