internal import CivilTime
internal import EventLog
internal import Mail
package import Projections

/// A message in a list.
public struct MessageForm: Encodable, Sendable {
    package let row: MessageRow

    package init(_ row: MessageRow) {
        self.row = row
    }

    enum CodingKeys: CodingKey {
        case id, account, folders, thread, subject, from, to, date, receivedAt, keywords, isRead, isFlagged,
            isAnswered, isDraft, hasAttachments, hasBody, size, snippet, messageID, externalID,
            externalThread, draftID, kind
    }

    // What a message does not have is null, so that a program finds each key always.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row.id.description, forKey: .id)
        try container.encode(row.accountAddress, forKey: .account)
        try container.encode(row.folders, forKey: .folders)
        try container.encode(row.thread.description, forKey: .thread)
        try container.encode(row.subject, forKey: .subject)
        try container.encode(row.from.map(AddressForm.init), forKey: .from)
        try container.encode(row.to.map(AddressForm.init), forKey: .to)
        try container.encode(row.date?.iso8601, forKey: .date)
        try container.encode(row.receivedAt.iso8601, forKey: .receivedAt)
        try container.encode(row.keywords, forKey: .keywords)
        try container.encode(row.isRead, forKey: .isRead)
        try container.encode(row.isFlagged, forKey: .isFlagged)
        try container.encode(row.isAnswered, forKey: .isAnswered)
        try container.encode(row.isDraft, forKey: .isDraft)
        try container.encode(row.hasAttachments, forKey: .hasAttachments)
        try container.encode(row.hasBody, forKey: .hasBody)
        try container.encode(row.size, forKey: .size)
        try container.encode(row.snippet, forKey: .snippet)
        try container.encode(row.messageID, forKey: .messageID)
        try container.encode(row.external.id, forKey: .externalID)
        try container.encode(row.external.thread, forKey: .externalThread)
        try container.encode(row.external.draft, forKey: .draftID)
        try container.encode(row.kind.rawValue, forKey: .kind)
    }
}
