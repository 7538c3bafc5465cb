internal import Chat
internal import EventLog
internal import LedgerKernel
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// Undoes changes of conversations and their messages, as long as nothing has changed them since.
///
/// The membership of a message in its conversation is never undone: the message is deleted, and restored as a member.
struct ChatUndoing: ContextUndoing {
    private let query: ChatsQuery
    private let connection: Connection
    // The states after the events planned so far.
    private var conversations: [StreamID: ConversationState] = [:]
    private var messages: [StreamID: ChatMessageState] = [:]
    /// The messages that the plan deletes, whatever copies they have.
    private var deleted: Set<StreamID> = []
    /// The messages that joined a conversation by what is undone.
    private var joined: Set<StreamID> = []
    /// The numbers of the copies that the plan takes away.
    private var leavingCopies: [StreamID: Set<Int>] = [:]
    private var ends: LastEnds

    init(reader: LedgerReader) {
        ends = LastEnds(reader)
        connection = reader.connection
        query = ChatsQuery(on: connection)
    }

    mutating func objection(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer? {
        switch event {
        case is MessageRestored:
            deleted.insert(recorded.stream)
            return nil
        case let added as MessageAdded:
            leavingCopies[recorded.stream, default: []].insert(added.copy.number)
            return nil
        case let copied as MessageCopied:
            leavingCopies[recorded.stream, default: []].insert(copied.copy.number)
            return nil
        case is MessageDeleted, is CopyRemoved: return try hindrance(to: recorded)
        default: return nil
        }
    }

    mutating func answer(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer {
        let stream = recorded.stream
        switch event {
        case is ChatMessageJoined:
            joined.insert(stream)
            return .events([])
        case is ConversationOpened, is ConversationRestored: return try end(stream)
        case is ConversationDeleted: return try restore(stream)
        case let changed as ConversationChanged: return try undo(changed, stream)
        case let changed as ChatDeliveryChanged:
            return try undo(stream, "is delivered otherwise since") { $0.undoing(changed) }
        case let changed as ChatReadersChanged:
            return try undo(stream, "has other readers since") { $0.undoing(changed) }
        default: return .events([])
        }
    }

    private mutating func conversation(_ stream: StreamID) throws -> ConversationState? {
        try conversations[stream] ?? query.state(of: stream)
    }

    /// The reason that prevents a message's return: its conversation was deleted since, so it would stay hidden.
    private mutating func hindrance(to recorded: RecordedEvent) throws -> UndoAnswer? {
        guard let id = try query.messageState(recorded.stream)?.conversation, let stored = try query.state(of: id)
        else { return nil }
        let state = conversations[stored.stream] ?? stored
        guard state.isDeleted, try ends.has(state.stream, endedSince: recorded.position) else { return nil }
        return .obstacle(
            "the conversation \(state.name) has been deleted since", changeOf: state.stream, fields: [ChangedField.end])
    }

    private mutating func end(_ stream: StreamID) throws -> UndoAnswer {
        guard let state = try conversation(stream), !state.isDeleted else { return .events([]) }
        guard try query.messages(of: state.id).allSatisfy(isLeaving) else {
            return .obstacle("the conversation \(state.name) holds messages that came there otherwise")
        }
        conversations[stream] = state.with(isDeleted: true)
        return .events(DeleteConversation().decide(state))
    }

    /// Whether a message is gone with the plan: a copy that came otherwise, and is shown, keeps it.
    private func isLeaving(_ message: StreamID) throws -> Bool {
        if deleted.contains(message) { return true }
        guard let numbers = leavingCopies[message] else { return joined.contains(message) }
        let copies = try MessageStates(on: connection).state(of: message)?.copies ?? []
        return copies.allSatisfy { numbers.contains($0.number) || MessageCopy.isHidden(flags: $0.flags) }
    }

    private mutating func restore(_ stream: StreamID) throws -> UndoAnswer {
        guard let state = try conversation(stream), state.isDeleted else { return .events([]) }
        conversations[stream] = state.with(isDeleted: false)
        return .events([state.event(ConversationRestored(conversation: state.id))])
    }

    private mutating func undo(_ changed: ConversationChanged, _ stream: StreamID) throws -> UndoAnswer {
        guard let state = try conversation(stream) else { return .events([]) }
        let (facts, stale) = state.facts.undoing(changed)
        guard stale.isEmpty else {
            let fields = stale.joined(separator: ", ")
            return .obstacle(
                "the conversation \(state.name) has another \(fields) since", changeOf: stream, fields: stale)
        }
        conversations[stream] = state.with(facts: facts)
        let event = ConversationChanged(conversation: state.id, from: state.facts, to: facts)
        return .events(event.map { [state.event($0)] } ?? [])
    }

    private mutating func undo(
        _ stream: StreamID, _ obstacle: String, _ body: (ChatMessageState) -> ChatMessageState?
    ) throws -> UndoAnswer {
        guard let now = try messages[stream] ?? query.messageState(stream) else { return .events([]) }
        guard let then = body(now) else {
            return .obstacle("message \(now.message) \(obstacle)", changeOf: stream)
        }
        messages[stream] = then
        var events: [ProposedEvent] = []
        if let change = Change(from: now.status, to: then.status) {
            events.append(now.event(ChatDeliveryChanged(message: now.message, status: change)))
        }
        if let change = ListChange(from: now.readBy, to: then.readBy) {
            events.append(now.event(ChatReadersChanged(message: now.message, readBy: change)))
        }
        return .events(events)
    }
}
