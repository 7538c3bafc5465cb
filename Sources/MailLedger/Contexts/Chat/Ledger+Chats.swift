public import Chat
internal import Domain
public import EventLog
internal import Mail
public import Projections

extension Ledger {
    /// Begins a conversation that no message has to be in yet.
    ///
    /// - Parameter name: By what its source knows it; nil for its id.
    /// - Throws: ``DomainError/alreadyExists(kind:name:)`` where the account has one of that name.
    @discardableResult
    public func openConversation(
        _ name: String? = nil, facts: ConversationFacts, account: String, context: OperationContext
    ) throws -> ConversationRow {
        let id = ConversationID(newID())
        let name = name ?? id.description
        var opened = StreamID.none
        let receipt = try change(context) { reader in
            let account = try reader.account(account)
            let known = try ChatsQuery(on: reader.connection).state(named: name, in: account.stream)
            opened = known?.stream ?? .none
            return try OpenConversation(name: name, facts: facts).decide(
                id: id, account: account.id, accountStream: account.stream, known: known)
        }
        if opened == .none, let receipt { opened = StreamID(receipt.firstPosition.rawValue) }
        guard let row = try read({ try ChatsQuery(on: $0.connection).conversation(opened) }) else {
            throw DomainError.notFound(kind: "conversation", name: name)
        }
        return row
    }

    /// Changes what is said of a conversation; what is so already is not recorded.
    @discardableResult
    public func changeConversation(
        _ name: String, _ command: ChangeConversation, context: OperationContext, dryRun: Bool = false
    ) throws -> MessagesOutcome {
        try changeChats(context, dryRun) { try command.decide($0.conversationState(name)) }
    }

    /// Ends a conversation with its messages.
    @discardableResult
    public func deleteConversation(
        _ name: String, context: OperationContext, dryRun: Bool = false
    ) throws -> MessagesOutcome {
        try changeChats(context, dryRun) { reader in
            let conversation = try reader.conversationState(name)
            let states = try MessageStates(on: reader.connection)
            let messages = try ChatsQuery(on: reader.connection).messages(of: conversation.id)
                .compactMap { try states.state(of: $0) }
            // Their ends stand first, so that an undo from behind brings back the conversation before them.
            return DeleteMessages().decide(messages) + DeleteConversation().decide(conversation)
        }
    }

    /// Writes a message to a conversation: it is on its way to its server, and waits in the outbox.
    ///
    /// - Parameter sender: By which id of the source the account's owner writes; nil for the account's address.
    /// - Throws: ``DomainError/invalid(field:reason:)`` for a text that is blank.
    public func postChat(
        _ text: String, to name: String, sender: String? = nil, context: OperationContext
    ) throws -> MessageRow {
        try requireWritable()
        let id = newID().description
        let now = environment.log.now()
        func decide(_ reader: LedgerReader) throws -> ChatImportDecision {
            let conversation = try reader.conversation(name)
            let sender = sender ?? conversation.account
            let line = ChatLine.message(
                ChatLine.MessageLine(
                    id: id, conversation: conversation.name, sender: sender, text: text, createdAt: now,
                    status: .sending))
            let checked: ChatLine
            do throws(ValueError) {
                checked = try line.checked()
            } catch {
                throw DomainError.invalid(field: error.field, reason: error.reason.rawValue)
            }
            var decision = try ChatImportDecision(
                account: conversation.account, options: ChatImportOptions(ownID: sender), reader: reader, ledger: self)
            decision.isPosting = true
            try decision.record([ChatFile.Line(number: 1, line: checked)], of: "-")
            return decision
        }
        var decision = try read(decide)
        let receipt = try record(&decision, context, decide)
        try catchUpSearch()
        guard receipt != nil, let row = try read({ try $0.messagePosted(id, in: decision.accountStream) }) else {
            throw DomainError.notFound(kind: "message", name: id)
        }
        return row
    }

    /// Notes that chat messages came further to those that they were written to.
    ///
    /// - Throws: ``DomainError/conflict(_:)`` where one has come further already, with none of them changed.
    @discardableResult
    public func advanceDelivery(
        of filter: MessageFilter, _ command: AdvanceDelivery, context: OperationContext, dryRun: Bool = false
    ) throws -> MessagesOutcome {
        try changeChatMessages(filter, context, dryRun, command.decide)
    }

    /// Notes who has read chat messages.
    @discardableResult
    public func noteReaders(
        of filter: MessageFilter, _ command: NoteReaders, context: OperationContext, dryRun: Bool = false
    ) throws -> MessagesOutcome {
        try changeChatMessages(filter, context, dryRun, command.decide)
    }

    private func changeChatMessages(
        _ filter: MessageFilter, _ context: OperationContext, _ dryRun: Bool,
        _ decide: ([ChatMessageState]) throws -> [ProposedEvent]
    ) throws -> MessagesOutcome {
        try prepareSearch(for: filter)
        return try changeChats(context, dryRun) { reader in
            if !dryRun, filter.readsFullText { try self.requireSearchAtHead() }
            let query = ChatsQuery(on: reader.connection)
            return try decide(
                reader.states(matching: .and([filter, .kind(.chat)])).compactMap { try query.messageState($0.stream) })
        }
    }

    private func changeChats(
        _ context: OperationContext, _ dryRun: Bool, _ decide: (LedgerReader) throws -> [ProposedEvent]
    ) throws -> MessagesOutcome {
        var changed = 0
        func decideOnce(_ reader: LedgerReader) throws -> [ProposedEvent] {
            let events = try decide(reader)
            changed = events.count
            return events
        }
        let receipt = try change(context, dryRun: dryRun, decideOnce)
        return MessagesOutcome(matched: changed, changed: changed, receipt: receipt)
    }
}

extension LedgerReader {
    fileprivate func messagePosted(_ id: String, in account: StreamID) throws -> MessageRow? {
        try messageStream(externalID: id, in: account).flatMap { try MessagesQuery(on: connection).message($0) }
    }
}
