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
        try ledger.change(call, decide)
    }

    /// Decides as ``change(_:_:)-(CommandCall,_)`` does, for work without a call.
    package func change(
        _ context: OperationContext, _ decide: (LedgerReader) throws -> [ProposedEvent]
    ) throws -> Receipt? {
        try change(CommandCall(context)) { Proposal(try decide($0)) }
    }

    /// Keeps other writers out while the closure decides, by read models at the log's head.
    package func deciding<Output>(_ body: (Projector, FullText) throws -> Output) throws -> Output {
        try ledger.deciding(body)
    }

    /// Appends with the actor and the reason of a call, and its idempotency key.
    package func append(_ proposal: Proposal, _ call: CommandCall, ifHead head: Position) throws -> Receipt {
        try ledger.append(proposal, call, ifHead: head)
    }

    /// Runs commands as one for a call, with its idempotency key.
    package func transaction<Output>(
        _ call: CommandCall, _ body: (UnitOfWork) throws -> Output
    ) throws -> UnitOutcome<Output> {
        try ledger.transaction(call, body)
    }

    /// Refuses to append if writing is not allowed, or to a log that was found damaged.
    package func requireWritable() throws { try ledger.requireWritable() }

    /// Refuses to rebuild anything derived from the log if writing is not allowed.
    package func requireWritableFolder() throws { try ledger.requireWritableFolder() }

    /// Refuses a request whose key is in the log already.
    package func requireNew(_ idempotencyKey: String?) throws { try ledger.requireNew(idempotencyKey) }

    package func newID() -> UniqueID { ledger.newID() }
}

extension Ledger {
    /// Deciding and appending.
    package var writing: LedgerWriting { LedgerWriting(ledger: self) }
}
