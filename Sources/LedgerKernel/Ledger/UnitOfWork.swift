public import EventLog
internal import Mail

/// Commands that are decided in turn, each after the effects of those before it, and recorded as one transaction.
///
/// Lent by ``Ledger/transaction(_:_:)``; it must not be kept.
public final class UnitOfWork {
    let projector: Projector
    /// The log as the unit's commands see it: with the events that they decided on.
    let log: RehearsedLog
    private let ledger: Ledger
    private let start: LogHead
    private let operation: OperationID
    private let reason: String?
    private(set) var events: [ProposedEvent] = []
    /// The causes and reasons of the commands that changed something, where they say more than the call.
    private var causes: Set<String> = []
    private var reasons: Set<String> = []
    /// The reason why the unit cannot be recorded: views that an event failed to reach would mislead the next decision.
    private(set) var failure: (any Error)?

    init(of ledger: Ledger, at start: LogHead, context: OperationContext, projector: Projector) throws {
        self.ledger = ledger
        self.start = start
        operation = context.operation
        reason = context.reason
        self.projector = projector
        log = try RehearsedLog(ledger.store, environment: ledger.environment.log)
    }

    /// Whether a command has decided on an event yet.
    public var hasChanges: Bool { !events.isEmpty }
    /// The number of events in the transaction so far.
    public var eventCount: Int { events.count }
    /// Whether some of them add mail.
    var bringsMail: Bool { events.contains { $0.event is MessageAdded } }

    /// All decided events, with the one cause and the one reason that any of them has, because a transaction has one header.
    var proposal: Proposal {
        Proposal(
            events, cause: causes.count == 1 ? causes.first : nil, reason: reasons.count == 1 ? reasons.first : nil)
    }

    /// Adds the events of a command; its receipt is that of the future transaction.
    func take(_ call: CommandCall, _ decide: (LedgerReader) throws -> Proposal) throws -> Receipt? {
        if let failure { throw failure }
        let reader = try ledger.stores.reader(of: projector, .broughtUp(ledger.requireSearchAtHead))
        var call = call
        call.context.reason = call.context.reason ?? reason
        let (proposal, decided) = try reader.within(ledger.reach) { reader in
            let proposal = try decide(reader)
            return (proposal, try reader.guarding(proposal.events, call))
        }
        guard !decided.isEmpty else { return nil }
        do {
            // A trial: the positions are those that the events will have, because nobody else can append meanwhile.
            try log.append(ProposedTransaction(decided, context: ledger.context(command: "")))
            try ledger.catchUp(projector, with: log)
        } catch {
            failure = error
            throw error
        }
        if let cause = proposal.cause { causes.insert(cause) }
        if let reason = proposal.reason { reasons.insert(reason) }
        let before = events.count
        events += decided.map { $0.advanced(by: before) }
        return Receipt(
            transaction: start.transaction + 1, operation: operation,
            firstPosition: start.position.advanced(by: before + 1), eventCount: decided.count, isRepeat: false)
    }
}

/// The result of a unit of work.
public struct UnitOutcome<Output> {
    /// The result of its closure.
    public let output: Output
    /// Nil when no command changed anything.
    public let receipt: Receipt?
}

extension UnitOutcome: Sendable where Output: Sendable {}

extension Ledger {
    /// Runs commands as one: all their events become one transaction, or nothing is recorded if an error leaves the
    /// closure.
    ///
    /// ```swift
    /// try ledger.transaction(ledger.context(command: "tidy")) { _ in
    ///     _ = try ledger.perform(AddFolderRequest(account: "ada@example.org", path: "2024"))
    ///     _ = try ledger.perform(MoveMessagesRequest(filter: "is:read", folder: "2024"))
    /// }
    /// ```
    ///
    /// Each command sees the effects of those before it, and so does ``read(_:)``. The transaction has `context`,
    /// whatever contexts the commands get. A refusal that the closure catches leaves no trace, and the other commands
    /// stay. The writer's lock is held all the while. A unit within a unit is part of it, and has no receipt of its
    /// own.
    ///
    /// - Throws: What the closure throws; ``LedgerError/insideUnitOfWork`` if it rebuilds the views or searches for
    ///   words in mail that the unit itself added.
    /// - Complexity: Events are encoded twice, once on trial in memory.
    @discardableResult
    public func transaction<Output>(
        _ context: OperationContext, _ body: (UnitOfWork) throws -> Output
    ) throws -> UnitOutcome<Output> {
        try writing.transaction(CommandCall(context), body)
    }

    /// Refuses to search for words in mail that is not recorded yet, which the index does not contain.
    func requireNoMail(in unit: UnitOfWork) throws {
        guard !unit.bringsMail else { throw LedgerError.insideUnitOfWork }
        if searchIsBehind { throw EventLogError.busy(holder: nil) }
    }
}

extension LedgerWriting {
    /// Runs commands as one for a call, with its idempotency key.
    package func transaction<Output>(
        _ call: CommandCall, _ body: (UnitOfWork) throws -> Output
    ) throws -> UnitOutcome<Output> {
        if let unit { return UnitOutcome(output: try body(unit), receipt: nil) }
        try requireWritable()
        try ledger.stores.openSearch()
        try ledger.stores.catchUpSearch()
        let outcome = try deciding { projector, _ in try runUnit(call, by: projector, body) }
        // The log has it: if the views cannot follow now, they do so at the next question.
        if outcome.receipt != nil { _ = try? ledger.catchUp(try ledger.views.current(progress: ledger.onRebuild)) }
        return outcome
    }

    private func runUnit<Output>(
        _ call: CommandCall, by projector: Projector, _ body: (UnitOfWork) throws -> Output
    ) throws -> UnitOutcome<Output> {
        try requireNew(call.idempotencyKey)
        try ledger.contentOfDecision?()
        try ledger.requireSearchNear()
        try ledger.stores.catchUpSearch()
        let head = try ledger.store.head()
        let unit = try UnitOfWork(of: ledger, at: head, context: call.context, projector: projector)
        ledger.unit = unit
        defer { ledger.unit = nil }
        let output = try rehearsing(projector) {
            let output = try body(unit)
            if let failure = unit.failure { throw failure }
            return output
        }
        guard unit.hasChanges else { return UnitOutcome(output: output, receipt: nil) }
        let receipt = try append(unit.proposal, call, ifHead: head.position)
        return UnitOutcome(output: output, receipt: receipt)
    }

    private func rehearsing<Output>(_ projector: Projector, _ body: () throws -> Output) throws -> Output {
        do {
            return try projector.rehearse(body)
        } catch let error where StorageCondition(error) == .busy {
            throw EventLogError.busy(holder: nil)
        }
    }
}

extension ProposedEvent {
    /// The event in a transaction where `count` other events precede those of its decision.
    fileprivate func advanced(by count: Int) -> ProposedEvent {
        func advanced(_ reference: StreamReference) -> StreamReference {
            guard case .started(let offset) = reference else { return reference }
            return .started(offset + count)
        }
        let target: Target =
            switch target {
            case .noStream: .noStream
            case .any(let reference): .any(advanced(reference))
            case .exact(let reference, let version): .exact(advanced(reference), version: version)
            }
        let account: AccountReference =
            switch account {
            case .none: .none
            case .own: .own
            case .stream(let reference): .stream(advanced(reference))
            }
        return ProposedEvent(event, target: target, account: account)
    }
}
