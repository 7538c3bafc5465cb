package import EventLog
internal import Projections

/// Deciding and appending, for the commands of this package; programs perform requests.
package struct LedgerWriting {
    let ledger: Ledger

    /// The commands that are being decided as one; nil outside a unit of work.
    package var unit: UnitOfWork? { ledger.unit }

    /// Whether opening the ledger resumed an interrupted erasure.
    package var hasResumedErasure: Bool {
        get { ledger.hasResumedErasure }
        nonmutating set { ledger.hasResumedErasure = newValue }
    }

    /// Decides under the writer's lock by read models at the head, and appends the events as one transaction.
    ///
    /// A dry run only decides, by the views as they are. A decision that reads a filter with words is repeated after
    /// the full text is updated.
    ///
    /// - Returns: Nil if nothing had to change, and for a dry run.
    package func change(_ call: CommandCall, _ decide: (LedgerReader) throws -> Proposal) throws -> Receipt? {
        if call.isDryRun {
            try ledger.read { _ = try $0.guarding(decide($0).events, call) }
            return nil
        }
        if let unit { return try unit.take(call, decide) }
        try requireWritable()
        let receipt = try deciding { try decideAndAppend(call, by: $0, $1, decide) }
        // The log has it: if the views cannot follow now, they do so at the next question.
        if receipt != nil {
            ledger.environment.timed(.views, events: { _ in Int64(receipt?.eventCount ?? 0) }) {
                _ = try? ledger.catchUp(try ledger.views.current(progress: ledger.onRebuild))
            }
        }
        return receipt
    }

    /// Decides as ``change(_:_:)-(CommandCall,_)`` does, for work without a call.
    package func change(
        _ context: OperationContext, _ decide: (LedgerReader) throws -> [ProposedEvent]
    ) throws -> Receipt? {
        try change(CommandCall(context)) { Proposal(try decide($0)) }
    }

    /// Called under the writer's lock.
    private func decideAndAppend(
        _ call: CommandCall, by projector: Projector, _ fullText: FullText, _ decide: (LedgerReader) throws -> Proposal
    ) throws -> Receipt? {
        let head = try ledger.store.head().position
        let reader = try ledger.stores.reader(of: projector, fullText)
        try requireNew(call.idempotencyKey)
        try ledger.contentOfDecision?()
        let proposal = try ledger.environment.timed(.decide) {
            try reader.within(ledger.reach) { reader in
                var proposal = try decide(reader)
                proposal.events = try reader.guarding(proposal.events, call)
                return proposal
            }
        }
        guard !proposal.events.isEmpty else { return nil }
        return try ledger.environment.timed(.append, events: { Int64($0.eventCount) }) {
            try append(proposal, call, ifHead: head)
        }
    }

    /// Appends with the actor and the reason of a call, and its idempotency key.
    package func append(_ proposal: Proposal, _ call: CommandCall, ifHead head: Position) throws -> Receipt {
        try ledger.contexts.refuseSecrets(in: proposal.events)
        var context = call.context
        context.cause = proposal.cause ?? context.cause
        context.reason = proposal.reason ?? context.reason
        return try ledger.store.append(
            ProposedTransaction(proposal.events, context: context, idempotencyKey: call.idempotencyKey), ifHead: head)
    }

    /// Refuses to append if writing is not allowed, or to a log that was found damaged.
    package func requireWritable() throws {
        try requireWritableFolder()
        try ledger.store.requireSound()
    }

    /// Refuses to rebuild anything derived from the log if writing is not allowed.
    package func requireWritableFolder() throws {
        if let past = ledger.past { throw LedgerError.inThePast(past.moment.position) }
        guard !ledger.canWrite else { return }
        if let location = ledger.location, let moved = location.movedTo {
            throw EventLogError.movedAway(path: location.directory, to: moved)
        }
        if let location = ledger.location, let advice = location.adviceToOthers {
            throw LedgerError.ownedByAnother(path: location.directory, advice: advice)
        }
        throw EventLogError.readOnly(path: ledger.location?.directory ?? "the ledger")
    }

    package func newID() -> UniqueID { ledger.environment.newID() }
}

extension Ledger {
    /// Deciding and appending.
    package var writing: LedgerWriting { LedgerWriting(ledger: self) }
}
