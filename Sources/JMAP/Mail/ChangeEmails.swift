internal import Domain
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

/// Changes messages, each in its own way, and ends others; what cannot be done to one is left out.
struct ChangeEmails: LedgerCommand {
    static let name = "change-emails"

    struct Answer: Encodable, Sendable {
        /// The messages that stay as they are, and why.
        let refused: [EmailID: SetError]
        /// What became of the messages that came in, in their order.
        let arrived: [Arrival]
        /// The states right before and behind this commit.
        let oldState: JMAPState
        let newState: JMAPState
    }

    /// What became of a message that came in.
    enum Arrival: Encodable, Sendable {
        case email(ArrivedEmail)
        case refused(SetError)
    }

    let account: AccountID
    var arrivals: [PlacedMessage] = []
    var patches: [EmailID: EmailPatch] = [:]
    var ends: [EmailID] = []
    let ifInState: String?

    init(account: AccountID, ifInState: String?) {
        self.account = account
        self.ifInState = ifInState
    }

    var isEmpty: Bool { patches.isEmpty && ends.isEmpty && arrivals.isEmpty }

    func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        guard let account = try reader.accounts().first(where: { $0.id == account }) else {
            throw MethodError.accountNotFound
        }
        let before = try JMAPState.current(Entity.message, account, reader)
        // Another process may have been first.
        if let ifInState, before.text != ifInState { throw MethodError.stateMismatch }
        let decider = try Decider(account, reader)
        let kept = try messagesMadeAnew(account, reader, call)
        var refused: [EmailID: SetError] = [:]
        var events: [(StreamID, [ProposedEvent])] = []
        for id in ends + patches.keys {
            do {
                guard let message = try decider.message(id) else { throw SetError.notFound }
                guard patches[id] != nil || !kept.contains(id.message) else {
                    throw SetError.forbidden("this call would make it anew, by the same bytes")
                }
                let decided =
                    try patches[id].map { try decider.decide(message, by: $0) } ?? DeleteMessages().decide([message])
                try reader.holdsInTheWay(of: decided).refuse()
                events.append((message.stream, decided))
            } catch let error as SetError {
                refused[id] = error
            } catch let error as DomainError {
                refused[id] = .forbidden("\(error)")
            }
        }
        var decided = events.sorted { $0.0 < $1.0 }.flatMap(\.1)
        var placed: [Result<MessageID, SetError>] = []
        if !arrivals.isEmpty {
            var placing = try PlacementDecision(account, reader, call, behind: decided)
            placed = try arrivals.map { try place($0, by: &placing, account, reader) }
            decided = placing.events
        }
        return Decision(decided) { [refused, placed] done in
            try done.read { reader in
                let emails = try EmailsQuery(on: reader.connection, account: account.stream)
                let arrived = try zip(placed, arrivals).map { try Self.arrival($0, of: $1, among: emails) }
                let after = try before.behind(done.receipt, Entity.message, account, reader)
                return Answer(refused: refused, arrived: arrived, oldState: before, newState: after)
            }
        }
    }

    /// Returns the messages that those which come in would be, by their bytes: to end one beside that would leave none.
    private func messagesMadeAnew(
        _ account: AccountRow, _ reader: LedgerReader, _ call: CommandCall
    ) throws -> Set<MessageID> {
        guard !arrivals.isEmpty, !ends.isEmpty else { return [] }
        var trial = try PlacementDecision(account, reader, call)
        var found: Set<MessageID> = []
        for arrival in arrivals {
            do {
                _ = try trial.record(arrival)
            } catch let error as AlreadyThere {
                found.insert(error.message)
            } catch is DomainError {}
        }
        return found
    }

    private func place(
        _ message: PlacedMessage, by placing: inout PlacementDecision, _ account: AccountRow, _ reader: LedgerReader
    ) throws -> Result<MessageID, SetError> {
        do {
            return .success(try placing.record(message))
        } catch let error as AlreadyThere {
            let emails = try EmailsQuery(on: reader.connection, account: account.stream)
            let id = error.isOfThisCall ? EmailID(error.message, renewals: 0) : try emails.email(error.message)?.id
            return .failure(
                id.map { .alreadyExists(JMAPID.text(of: $0)) } ?? .forbidden("a conversation has this message"))
        } catch let error as DomainError {
            return .failure(.forbidden("\(error)"))
        }
    }

    private static func arrival(
        _ placed: Result<MessageID, SetError>, of message: PlacedMessage, among emails: EmailsQuery
    ) throws -> Arrival {
        switch placed {
        case .failure(let error): return .refused(error)
        case .success(let id):
            if message.isEnded { return .email(ArrivedEmail(ended: id, message)) }
            guard let row = try emails.email(id) else { throw MethodError.serverFail }
            return .email(ArrivedEmail(row))
        }
    }

    /// What decisions on the messages of an account ask for.
    private struct Decider {
        private let states: MessageStates
        private let labels: LabelsQuery
        private let emails: EmailsQuery
        private let mailboxes: [FolderID: FolderState]
        private let live: Set<FolderID>

        init(_ account: AccountRow, _ reader: LedgerReader) throws {
            states = try MessageStates(on: reader.connection)
            labels = LabelsQuery(on: reader.connection)
            emails = try EmailsQuery(on: reader.connection, account: account.stream)
            mailboxes = Dictionary(
                uniqueKeysWithValues: try MailboxMethods.mailboxes(of: account, reader).map { ($0.id, $0.state) })
            live = Set(try reader.folders(of: account.stream).map(\.id))
        }

        /// Nil for a message that ended meanwhile, or is another email by now.
        func message(_ id: EmailID) throws -> MessageState? {
            try emails.email(id).flatMap { try states.state(of: $0.stream) }
        }

        func decide(_ message: MessageState, by patch: EmailPatch) throws -> [ProposedEvent] {
            let current = Set(try emails.folders(of: message.stream)).filter { mailboxes[$0] != nil }
            let wanted = patch.mailboxes(from: current)
            guard !wanted.isEmpty || wanted == current else {
                throw SetError.invalidProperties("a message is in one mailbox at least", ["mailboxIds"])
            }
            for id in wanted where mailboxes[id] == nil {
                throw SetError.invalidProperties("there is no mailbox \(JMAPID.text(of: id))", ["mailboxIds"])
            }
            let placed = try PlaceMessages().decide(
                message, from: folders(current.subtracting(wanted)), to: folders(wanted.subtracting(current)),
                live: live)
            let now = placed.reduce(message) { $0.applying($1.event) }
            let keywords = try patch.applied(to: now.keywords) { try labels.spelling(of: $0) ?? $0 }
            return placed + [now.marked(keywords)].compactMap { $0 }
        }

        private func folders(_ ids: Set<FolderID>) -> [FolderState] {
            ids.compactMap { mailboxes[$0] }.sorted { $0.stream < $1.stream }
        }
    }
}
