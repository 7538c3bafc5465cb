internal import CivilTime
internal import EventLog
package import LedgerKernel
internal import Mail
package import Projections

/// A message in a list.
public struct MessageForm: Encodable, Sendable {
    package let row: MessageRow
    /// Its end; nil for a live message.
    package let ending: MessageEnding?

    package init(_ row: MessageRow) {
        self.init(row, ending: nil)
    }

    package init(_ row: MessageRow, ending: MessageEnding?) {
        self.row = row
        self.ending = ending
    }

    enum CodingKeys: CodingKey {
        case id, account, folders, thread, subject, from, to, date, receivedAt, keywords, isRead, isFlagged,
            isAnswered, isDraft, hasAttachments, hasBody, size, snippet, messageID, externalID,
            externalThread, draftID, kind, deleted
    }

    // Missing values are null, so that a program always finds each key. Only deleted messages have the key about their
    // deletion, and lists contain them only on request.
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
        if let ending { try container.encode(EndingForm(ending), forKey: .deleted) }
    }
}

/// The end of a message.
struct EndingForm: Encodable {
    private let position: Int64
    private let time: String
    private let actor: String?
    private let osUser: String?
    private let host: String?
    private let reason: String?
    private let command: String?
    private let operation: String

    init(_ ending: MessageEnding) {
        position = ending.position.rawValue
        time = ending.time.iso8601
        actor = ending.actor
        osUser = ending.osUser
        host = ending.host
        reason = ending.reason
        command = ending.command
        operation = ending.operation.description
    }
}

/// A row of a list of messages: a message, or the remains of an erased one.
public enum ListedMessageForm: Encodable, Sendable {
    case message(MessageForm)
    case erased(ErasedForm)

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .message(let form): try form.encode(to: encoder)
        case .erased(let form): try form.encode(to: encoder)
        }
    }
}
