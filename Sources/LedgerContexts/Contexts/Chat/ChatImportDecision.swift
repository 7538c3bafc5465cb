internal import Chat
internal import Domain
package import EventLog
package import LedgerKernel
internal import MIME
internal import Mail
internal import Mailboxes
internal import Outbox
internal import Projections

/// Decides what of some lines of chats is new, against the read models.
package struct ChatImportDecision {
    private let reader: LedgerReader
    private let ledger: Ledger
    private let query: ChatsQuery
    private let account: AccountRow
    package var accountStream: StreamID { account.stream }
    private let folder: FolderRow
    private let options: ChatImportOptions
    private let erased: ErasedMail?
    private(set) var report = ChatImportReport()
    private(set) var events: [ProposedEvent] = []
    /// The stored forms of new messages, to be stored before the events are recorded.
    private(set) var coming: [Arrival] = []
    /// The conversations of the lines, by their names at the source.
    private var conversations: [String: ConversationID] = [:]
    /// The conversations of the messages that were erased and stay out, by the ids of these messages.
    private var leftOut: [String: String] = [:]

    /// What the whole import says of conversations, by their names at the source; the lines may be a part of it.
    var said: [String: ConversationFacts] = [:]
    /// Whether new messages wait to be carried to their server.
    package var isPosting = false

    package init(account: String, options: ChatImportOptions, reader: LedgerReader, ledger: Ledger) throws {
        self.reader = reader
        self.ledger = ledger
        self.options = options
        query = ChatsQuery(on: reader.connection)
        self.account = try reader.account(account)
        folder = try reader.folder(options.folder ?? FolderName.inbox.text, in: self.account.stream)
        erased = try ledger.mail.erased(reader, unless: options.allowsErased)
    }

    /// The effect of a message's line here.
    private struct Plan {
        let line: ChatLine.MessageLine
        /// The message, if it existed before, deleted or not.
        let known: ChatMessageState?
        /// The stored form of the message, if it is new.
        let arrival: Arrival?
    }

    /// Decides on the lines; called once.
    package mutating func record(_ lines: some Sequence<ChatFile.Line>, of path: String) throws {
        var wanted: [(name: String, facts: ConversationFacts)] = []
        var plans: [Plan] = []
        for numbered in lines {
            try naming(numbered.number, path) {
                switch numbered.line {
                case .conversation(let line): wanted.append((line.id, line.facts))
                case .message(let line): try plan(line).map { plans.append($0) }
                }
            }
        }
        let comingBack = Set(plans.filter { $0.arrival != nil }.map(\.line.conversation))
        let withErased = Set(leftOut.values)
        for (name, facts) in wanted {
            try settle(name, facts, isNeeded: comingBack.contains(name), isErased: withErased.contains(name))
        }
        for numbered in lines {
            guard case .message(let line) = numbered.line, leftOut[line.id] == nil else { continue }
            try naming(numbered.number, path) { try requireConversation(line.conversation, comingBack) }
        }
        var saving = try SaveDecision(
            reader: reader, ledger: ledger, behind: events, allowsErased: options.allowsErased)
        var claims: [ProposedEvent] = []
        for plan in plans { try record(plan, &saving, &claims) }
        events = saving.events + claims
    }

    private func naming(_ number: Int, _ path: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as DomainError {
            let kind: RefusedLine.Kind =
                switch error {
                case .invalid: .invalid
                case .notFound: .malformed
                default: .conflicting
                }
            throw RefusedLine(
                kind: kind, path: path == "-" ? MailboxWalk.pipeName : path, line: number,
                reason: error.description)
        }
    }

    // MARK: Conversations

    /// Begins a conversation or changes it; one that was deleted comes back with a message only, and so does one of
    /// which messages were erased.
    private mutating func settle(
        _ name: String, _ facts: ConversationFacts, isNeeded: Bool, isErased: Bool
    ) throws {
        let known = try query.state(named: name, in: account.stream)
        let decided: [ProposedEvent] =
            if let known, !known.isDeleted {
                try ChangeConversation.decide(known, becoming: facts)
            } else if known == nil && !isErased || isNeeded {
                try open(name, facts, known)
            } else {
                []
            }
        if let known { conversations[name] = known.id }
        if !decided.isEmpty { report.conversations += 1 }
        events += decided
    }

    private mutating func open(
        _ name: String, _ facts: ConversationFacts, _ known: ConversationState?
    ) throws -> [ProposedEvent] {
        let id = known?.id ?? ConversationID(ledger.writing.newID())
        conversations[name] = id
        return try OpenConversation(name: name, facts: facts).decide(
            id: id, account: account.id, accountStream: account.stream, known: known)
    }

    /// Finds the conversation of a message, and restores it if it was deleted and a message comes.
    ///
    /// It begins one that was left out so far, with its erased messages.
    private mutating func requireConversation(_ name: String, _ comingBack: Set<String>) throws {
        guard conversations[name] == nil else { return }
        guard let known = try query.state(named: name, in: account.stream) else {
            guard let facts = said[name] else {
                throw DomainError.notFound(
                    kind: "conversation", name: name,
                    place: "the ledger or in these lines; a line of type \"conversation\" begins it")
            }
            events += try open(name, facts, nil)
            report.conversations += 1
            return
        }
        conversations[name] = known.id
        guard known.isDeleted, comingBack.contains(name) else { return }
        events += try open(name, known.facts, known)
        report.conversations += 1
    }

    // MARK: Messages

    /// Plans a line; nil for a message that was erased.
    private mutating func plan(_ line: ChatLine.MessageLine) throws -> Plan? {
        let stream = try reader.messageStream(externalID: line.id, in: account.stream)
        guard let stream else {
            let arrival = try arrival(of: line)
            guard try !isErased(line, arrival) else {
                report.erased += 1
                leftOut[line.id] = line.conversation
                return nil
            }
            try ChatRules.checkLength(ofNew: line.text)
            return Plan(line: line, known: nil, arrival: arrival)
        }
        guard let known = try query.messageState(stream),
            let state = try MessageStates(on: reader.connection).state(of: stream)
        else { throw DomainError.conflict("a message of the account has the id \"\(line.id)\" at its server") }
        guard !state.isDeleted else {
            report.deleted += 1
            return nil
        }
        try requireSame(line, stream)
        // Without copies since its import was undone, it comes back in the form that it has.
        return Plan(
            line: line, known: known, arrival: state.copies.isEmpty ? try arrival(of: stored(line, stream)) : nil)
    }

    /// The line with the line ends with which its message is stored, so that the message is found by its bytes.
    ///
    /// They may differ from those of the line: once they were not kept.
    private func stored(_ line: ChatLine.MessageLine, _ stream: StreamID) throws -> ChatLine.MessageLine {
        let canonical = ChatRules.canonical(line.text)
        let known = try reader.chatText(of: stream).flatMap { ChatRules.canonical($0) == canonical ? $0 : nil }
        for text in [line.text, canonical, known ?? canonical] {
            var form = line
            form.text = text
            if try isStored(form, stream) { return form }
        }
        return line
    }

    /// Whether a message is stored in the very form of a line.
    private func isStored(_ line: ChatLine.MessageLine, _ stream: StreamID) throws -> Bool {
        let same = SameMessage(connection: reader.connection, content: ledger.content)
        return try same.stream(of: MessageDigests(of: mail(of: line).bytes), in: account.stream) == stream
    }

    /// Whether a message was erased, as it would be stored today or with the line ends of mail, as all were once.
    private func isErased(_ line: ChatLine.MessageLine, _ arrival: Arrival) throws -> Bool {
        guard let erased else { return false }
        if try erased.contains(arrival.digests) { return true }
        var plain = line
        plain.text = ChatRules.canonical(line.text)
        return try plain.text != line.text && erased.contains(MessageDigests(of: mail(of: plain).bytes))
    }

    /// Refuses a line that has another conversation or another text than the message that is there.
    ///
    /// Other line ends make no other text: once they were not kept.
    private func requireSame(_ line: ChatLine.MessageLine, _ stream: StreamID) throws {
        guard let row = try query.message(stream) else { return }
        guard row.conversationName == nil || row.conversationName == line.conversation else {
            throw DomainError.conflict(
                "message \"\(line.id)\" is one of the conversation \"\(row.conversationName ?? "")\" here")
        }
        if try isStored(line, stream) { return }
        let known = try reader.chatText(of: stream).map(ChatRules.canonical)
        guard known == nil || known == ChatRules.canonical(line.text) else {
            throw DomainError.conflict("message \"\(line.id)\" says something else here, and what a message says stays")
        }
    }

    private func isOwn(_ sender: String) -> Bool {
        sender == options.ownID || AddAccount.sameAddress(sender, account.address)
    }

    private func mail(of line: ChatLine.MessageLine) -> ChatMail {
        ChatMail(line: line, ownAddress: isOwn(line.sender) ? account.address : nil)
    }

    private func arrival(of line: ChatLine.MessageLine) throws -> Arrival {
        let isRead = line.isRead ?? (isOwn(line.sender) || line.readBy.contains(where: isOwn))
        var arrival = try Arrival(
            IncomingMessage(
                account: account.id, folder: folder.id, bytes: mail(of: line).bytes, keywords: isRead ? [.seen] : [],
                receivedAt: line.createdAt, external: ExternalIDs(id: line.id, thread: line.conversation)))
        arrival.snippet = Snippet.ofWhole(line.text)
        return arrival
    }

    private mutating func record(
        _ plan: Plan, _ saving: inout SaveDecision, _ claims: inout [ProposedEvent]
    ) throws {
        let offset = saving.events.count
        if let arrival = plan.arrival {
            coming.append(arrival)
            try saving.record(arrival)
            report.added += 1
        }
        guard let known = plan.known else {
            guard let message = saving.ids.last else { return }
            return join(plan.line, message, offset, &claims)
        }
        var decided: [ProposedEvent] = []
        if let status = plan.line.status, known.status.map({ $0 < status }) ?? true {
            decided += try AdvanceDelivery(to: status).decide([known])
        }
        decided += try NoteReaders(plan.line.readBy).decide([known])
        if plan.arrival == nil { report.existing += 1 }
        if !decided.isEmpty { report.changed += 1 }
        claims += decided
    }

    private func join(
        _ line: ChatLine.MessageLine, _ message: MessageID, _ offset: Int, _ claims: inout [ProposedEvent]
    ) {
        guard let conversation = conversations[line.conversation] else { return }
        let joined = ChatMessageJoined(
            message: message, conversation: conversation, sender: line.sender, createdAt: line.createdAt,
            updatedAt: line.updatedAt ?? line.createdAt, status: line.status, readBy: line.readBy)
        var said: [any Event] = [joined]
        if isPosting {
            let pending = OutboxStateChanged(
                entity: MessageErased.kind, id: message.uniqueID, from: OutboxState(), to: OutboxState(status: .pending)
            )
            if let pending { said.append(pending) }
        }
        claims += said.map {
            ProposedEvent($0, target: .any(.started(offset)), account: .stream(.existing(account.stream)))
        }
    }
}
