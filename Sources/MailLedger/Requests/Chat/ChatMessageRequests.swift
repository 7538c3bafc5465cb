public import Chat
internal import EventLog
internal import Mail
internal import Projections

/// Writes a message to a conversation; it waits in the outbox.
public struct PostChatRequest: LedgerWork {
    public static let name = "post-chat"
    public typealias Answer = MessageForm
    public var conversation: String
    public var text: String
    /// Who writes, by an id at the source; the account's address where nothing is said.
    public var sender: String?

    enum CodingKeys: String, CodingKey {
        case conversation, text
        case sender = "sender_id"
    }

    public init(conversation: String, text: String, sender: String? = nil) {
        self.conversation = conversation
        self.text = text
        self.sender = sender
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try call.refuseDryRun()
        let row = try ledger.postChat(text, to: conversation, sender: sender, context: call.context)
        return CommandResult(MessageForm(row), operation: call.context.operation)
    }
}

/// Notes that chat messages were sent, delivered or read; a message does not go back.
public struct AdvanceDeliveryRequest: LedgerWork {
    public static let name = "advance-delivery"
    public typealias Answer = OutcomeForm
    public var filter: MessageQuery
    public var status: DeliveryStatus

    public init(filter: MessageQuery, status: DeliveryStatus) {
        self.filter = filter
        self.status = status
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        CommandResult(
            try ledger.advanceDelivery(
                of: ledger.filter(ofCommand: filter), AdvanceDelivery(to: status), context: call.context,
                dryRun: call.isDryRun),
            in: call)
    }
}

/// Notes who has read chat messages.
public struct NoteReadersRequest: LedgerWork {
    public static let name = "note-readers"
    public typealias Answer = OutcomeForm
    public var filter: MessageQuery
    /// By their ids at the source.
    public var readers: [String]

    enum CodingKeys: String, CodingKey {
        case filter
        case readers = "read_by"
    }

    public init(filter: MessageQuery, readers: [String]) {
        self.filter = filter
        self.readers = readers
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        CommandResult(
            try ledger.noteReaders(
                of: ledger.filter(ofCommand: filter), NoteReaders(readers), context: call.context,
                dryRun: call.isDryRun),
            in: call)
    }
}
