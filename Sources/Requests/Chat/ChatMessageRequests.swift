public import Chat
internal import CivilTime
internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Mail
internal import Projections
public import QueryLanguage

/// Writes a message to a conversation; it waits in the outbox.
public struct PostChatRequest: LedgerWork {
    public static let name = "post-chat"
    public typealias Answer = MessageForm
    public var conversation: String
    public var text: String
    /// The author, by an id at the source; the account's address if it is nil.
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

    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` for a text that is blank or too long.
    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try call.refuseDryRun()
        try ledger.writing.requireWritable()
        let (id, now) = (ledger.writing.newID().description, ledger.environment.log.now())
        func decide(_ reader: LedgerReader) throws -> ChatImportDecision {
            let conversation = try reader.conversation(conversation)
            let sender = sender ?? conversation.account
            var decision = try ChatImportDecision(
                account: conversation.account, options: ChatImportOptions(ownID: sender), reader: reader,
                ledger: ledger)
            decision.isPosting = true
            let line = try line(id, in: conversation, by: sender, at: now)
            try decision.record([ChatFile.Line(number: 1, line: line)], of: "-")
            return decision
        }
        var decision = try ledger.read(decide)
        let receipt = try ledger.exchange.record(&decision, call, decide)
        try ledger.stores.catchUpSearch()
        let row = try ledger.read { reader in
            try reader.messageStream(externalID: id, in: decision.accountStream).flatMap {
                try MessagesQuery(on: reader.connection).message($0)
            }
        }
        guard let receipt, let row else { throw DomainError.notFound(kind: "message", name: id) }
        return CommandResult(MessageForm(row), operation: receipt.operation)
    }

    private func line(
        _ id: String, in conversation: ConversationRow, by sender: String, at time: Timestamp
    ) throws -> ChatLine {
        let line = ChatLine.message(
            ChatLine.MessageLine(
                id: id, conversation: conversation.name, sender: sender, text: text, createdAt: time, status: .sending))
        try ChatRules.checkLength(ofNew: text)
        do throws(ValueError) {
            return try line.checked()
        } catch {
            throw DomainError.invalid(field: error.field, reason: error.reason.rawValue)
        }
    }
}

/// Notes that chat messages were sent, delivered or read; a message does not go back.
///
/// Where one has come further already, none is changed (``DomainError/conflict(_:hint:)``).
public struct AdvanceDeliveryRequest: LedgerCommand {
    public static let name = "advance-delivery"
    public typealias Answer = OutcomeForm
    public var filter: MessageQuery
    public var status: DeliveryStatus

    public init(filter: MessageQuery, status: DeliveryStatus) {
        self.filter = filter
        self.status = status
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let taken = try reader.filter(ofCommand: filter)
        return try Decision.chats(AdvanceDelivery(to: status).decide(reader.chatStates(matching: taken)))
            .because(reader.cause(of: filter, readAs: taken))
    }
}

/// Records the readers of chat messages.
public struct NoteReadersRequest: LedgerCommand {
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

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let taken = try reader.filter(ofCommand: filter)
        return try Decision.chats(NoteReaders(readers).decide(reader.chatStates(matching: taken)))
            .because(reader.cause(of: filter, readAs: taken))
    }
}

extension LedgerReader {
    /// The states of the chat messages that a filter takes; mail is skipped.
    fileprivate func chatStates(matching query: MessageFilter) throws -> [ChatMessageState] {
        let chats = ChatsQuery(on: connection)
        return try states(matching: .and([query, .kind(.chat)])).compactMap { try chats.messageState($0.stream) }
    }
}

extension Decision<OutcomeForm> {
    /// A change of conversations and their messages, in which only those that change count.
    static func chats(_ events: [ProposedEvent]) -> Decision {
        .outcome(of: events.count, changed: events.count, events)
    }
}
