internal import EventLog
internal import LedgerKernel
internal import Mail
public import QueryLanguage

/// Moves all copies of messages to one folder, each within its account.
public struct MoveMessagesRequest: MessagesCommand {
    public static let name = "move-messages"
    public var filter: MessageQuery
    public var folder: String
    public var account: String?

    public init(filter: MessageQuery, folder: String, account: String? = nil) {
        self.filter = filter
        self.folder = folder
        self.account = account
    }

    func decide(_ messages: [MessageState], _ reader: LedgerReader) throws -> MessagesDecision {
        try reader.decide(on: messages, at: folder, in: account) { try MoveMessages().decide($0, to: $1, from: $2) }
    }
}

/// Puts messages into one more folder, each within its account; they stay where they are.
public struct FileMessagesRequest: MessagesCommand {
    public static let name = "file-messages"
    public var filter: MessageQuery
    public var folder: String
    public var account: String?

    public init(filter: MessageQuery, folder: String, account: String? = nil) {
        self.filter = filter
        self.folder = folder
        self.account = account
    }

    func decide(_ messages: [MessageState], _ reader: LedgerReader) throws -> MessagesDecision {
        try reader.decide(on: messages, at: folder, in: account) { try FileMessages().decide($0, to: $1, live: $2) }
    }
}

/// Removes messages from a folder, each within its account; it refuses if one of them is in no other folder.
public struct UnfileMessagesRequest: MessagesCommand {
    public static let name = "unfile-messages"
    public var filter: MessageQuery
    public var folder: String
    public var account: String?

    public init(filter: MessageQuery, folder: String, account: String? = nil) {
        self.filter = filter
        self.folder = folder
        self.account = account
    }

    func decide(_ messages: [MessageState], _ reader: LedgerReader) throws -> MessagesDecision {
        try reader.decide(on: messages, at: folder, in: account) { try UnfileMessages().decide($0, from: $1, live: $2) }
    }
}

/// Ends messages.
public struct DeleteMessagesRequest: MessagesCommand {
    public static let name = "delete-messages"
    public var filter: MessageQuery

    public init(filter: MessageQuery) {
        self.filter = filter
    }

    func decide(_ messages: [MessageState], _ reader: LedgerReader) throws -> MessagesDecision {
        MessagesDecision(events: DeleteMessages().decide(messages))
    }
}
