internal import Cryptography
public import EventLog
public import LedgerHistory
internal import LedgerKernel
internal import Mail
internal import Projections

extension LedgerErasure {
    /// Repeats erasures that a newer log of this ledger recorded, as far as this log still has the erased things.
    ///
    /// New events of this log record each erasure. Things that the log never had, or has erased, are skipped, so that
    /// the same records may be given again. A hold in this log does not prevent them: when they were decided, it was
    /// over or overridden.
    ///
    /// - Parameter context: It has the reason, one for all erasures.
    /// - Returns: The outcomes, one for each account and one for everything else.
    public func reapply(
        _ records: [ErasureRecord], context: OperationContext,
        progress: @escaping Views.Progress = { _, _ in true }
    ) throws -> [ErasureOutcome] {
        let call = CommandCall(context, overridesHolds: true)
        let pending = try records.filter(stillHas)
        var outcomes: [ErasureOutcome] = []
        for record in pending where record.kind == AccountErased.kind {
            let account = try ledger.read { reader in
                try reader.accounts(includingDeleted: true).first { $0.stream.rawValue == record.stream }
            }
            guard let account else { continue }
            outcomes.append(
                try erase(.account(account.id.description), newKey: true, call, progress: progress))
        }
        let others = try pending.filter { $0.kind != AccountErased.kind }.filter(stillHas)
        guard !others.isEmpty else { return outcomes }
        let streams = others.map { StreamID($0.stream) }
        return outcomes + [try erase(.streams(streams), newKey: true, call, progress: progress)]
    }

    private func stillHas(_ record: ErasureRecord) throws -> Bool {
        let first = Position(record.stream)
        guard try ledger.store.recordedLeaf(at: first) == record.leaf else { return false }
        let selection = EventSelection(after: Position(record.stream - 1), through: first)
        return try ledger.store.events(selection).first?.payload != nil
    }
}
