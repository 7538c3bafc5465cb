internal import CivilTime
internal import EventLog
package import LedgerKernel
internal import Mail
package import Projections

/// A thread in a list.
public struct ThreadForm: Encodable, Sendable {
    package let row: ThreadRow
    /// The end of its latest ended message; nil in a list of live ones.
    package let ending: MessageEnding?

    init(_ row: ThreadRow, ending: MessageEnding?) {
        self.row = row
        self.ending = ending
    }

    enum CodingKeys: CodingKey {
        case id, subject, participants, messageCount, unreadCount, lastDate, lastFrom, snippet, isRead,
            isFlagged, isPinned, isMuted, isArchived, messages, deleted
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row.id.description, forKey: .id)
        try container.encode(row.subject, forKey: .subject)
        try container.encode(row.participants.map(AddressForm.init), forKey: .participants)
        try container.encode(row.messageCount, forKey: .messageCount)
        try container.encode(row.unreadCount, forKey: .unreadCount)
        try container.encode(row.lastDate.iso8601, forKey: .lastDate)
        try container.encode(row.lastFrom.map(AddressForm.init), forKey: .lastFrom)
        try container.encode(row.snippet, forKey: .snippet)
        try container.encode(row.isRead, forKey: .isRead)
        try container.encode(row.isFlagged, forKey: .isFlagged)
        try container.encode(row.isPinned, forKey: .isPinned)
        try container.encode(row.isMuted, forKey: .isMuted)
        try container.encode(row.isArchived, forKey: .isArchived)
        try container.encode(row.messages.map(\.description), forKey: .messages)
        if let ending { try container.encode(EndingForm(ending), forKey: .deleted) }
    }
}
