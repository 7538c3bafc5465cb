internal import EventLog
public import LedgerKernel
internal import Mail
internal import Projections

/// All that is known of a message, with its text.
public struct ShowMessage: LedgerQuery {
    public static let name = "show-message"
    public typealias Answer = ShownMessageForm
    /// The first digits of its id.
    public var message: String
    /// How much of its history comes with it, the newest; nil for all.
    public var historyLimit: PageLimit?

    enum CodingKeys: String, CodingKey {
        case message
        case historyLimit = "history_limit"
    }

    public init(message: String, historyLimit: PageLimit? = nil) {
        self.message = message
        self.historyLimit = historyLimit
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        ShownMessageForm(try reader.show(message, historyLimit: historyLimit?.rows))
    }
}

/// The message that its server knows by an id, in one account.
public struct FindMessage: LedgerQuery {
    public static let name = "find-message"
    public typealias Answer = MessageForm
    public var externalID: String
    /// The address, or the first digits of the account's id.
    public var account: String

    enum CodingKeys: String, CodingKey {
        case externalID = "external_id"
        case account
    }

    public init(externalID: String, account: String) {
        self.externalID = externalID
        self.account = account
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        guard let row = try reader.fetch(externalID: externalID, in: reader.account(account).id) else {
            throw DomainError.notFound(kind: "message", name: "external:\(externalID)")
        }
        return MessageForm(row)
    }
}

/// The conversation that a message is part of: who answered whom.
public struct ShowThread: LedgerQuery {
    public static let name = "show-thread"
    public typealias Answer = ConversationForm
    public var message: String
    /// Whether each message comes with its text.
    public var withTexts: Bool?

    enum CodingKeys: String, CodingKey {
        case message
        case withTexts = "with_texts"
    }

    public init(message: String, withTexts: Bool? = nil) {
        self.message = message
        self.withTexts = withTexts
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try ConversationForm(reader.conversation(with: message), withTexts: withTexts ?? false, from: reader)
    }
}

/// The attachments of a message.
public struct ListAttachments: LedgerQuery {
    public static let name = "list-attachments"
    public typealias Answer = [AttachmentForm]
    public var message: String

    public init(message: String) {
        self.message = message
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.attachments(of: reader.message(message).stream).map(AttachmentForm.init)
    }
}
