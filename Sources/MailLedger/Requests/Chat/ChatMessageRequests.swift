public import Chat
internal import EventLog
internal import Mail
internal import Projections

/// Writes a message to a conversation; it waits in the outbox.
public struct PostChatRequest: LedgerCommand {
    public static let name = "post-chat"
    public var conversation: String
    public var text: String
    /// Who writes, by an id at the source; the account's address where nothing is said.
    public var sender: String?

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case conversation, text
        case sender = "sender_id"
    }

    public init(conversation: String, text: String, sender: String? = nil) {
        self.conversation = conversation
        self.text = text
        self.sender = sender
    }

    public func perform(on ledger: Ledger, in call: CommandCall) throws -> CommandResult {
        try call.refuseDryRun()
        let row = try ledger.postChat(text, to: conversation, sender: sender, context: call.context)
        return CommandResult(MessageForm(row), operation: call.context.operation)
    }
}

/// Notes that chat messages were sent, delivered or read; a message does not go back.
public struct AdvanceDeliveryRequest: LedgerCommand {
    public static let name = "advance-delivery"
    public var filter: String
    public var status: DeliveryStatus

    public enum CodingKeys: CodingKey, CaseIterable { case filter, status }

    public init(filter: String, status: DeliveryStatus) {
        self.filter = filter
        self.status = status
    }

    public func perform(on ledger: Ledger, in call: CommandCall) throws -> CommandResult {
        CommandResult(
            try ledger.advanceDelivery(
                of: ledger.filter(ofCommand: filter), AdvanceDelivery(to: status), context: call.context,
                dryRun: call.isDryRun),
            in: call)
    }
}

/// Notes who has read chat messages.
public struct NoteReadersRequest: LedgerCommand {
    public static let name = "note-readers"
    public var filter: String
    /// By their ids at the source.
    public var readers: [String]

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case filter
        case readers = "read_by"
    }

    public init(filter: String, readers: [String]) {
        self.filter = filter
        self.readers = readers
    }

    public func perform(on ledger: Ledger, in call: CommandCall) throws -> CommandResult {
        CommandResult(
            try ledger.noteReaders(
                of: ledger.filter(ofCommand: filter), NoteReaders(readers), context: call.context,
                dryRun: call.isDryRun),
            in: call)
    }
}
