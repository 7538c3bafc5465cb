internal import Content
internal import Cryptography
public import EventLog
public import LedgerKernel
internal import Mail

/// The log was blanked, but a later step of the erasure failed: the next command continues it.
public struct UnfinishedErasure: Error {
    public let remaining: ErasureSteps
    public let cause: any Error
}

extension LedgerErasure {
    /// Plans an erasure without carrying it out.
    public func plan(of target: ErasureTarget, includingSharedHeaders: Bool = false) throws -> ErasurePlan {
        return try ledger.read { reader in
            let selection = try ErasureSelection(of: target, in: ledger, reader: reader)
            // The plan is the same with any key: only an erasure makes a permanent one.
            let events = selection.erasingEvents(key: .random()) { $0.identities }
            return try selection.plan(
                includingSharedHeaders: includingSharedHeaders, holds: reader.holdsInTheWay(of: events))
        }
    }

    /// Erases permanently: blanks the log's payloads, and removes content, views, full text and freed pages.
    ///
    /// An event for each message, and one for an account, records the erasure; entries, leaves and proofs stay as they
    /// are. One atomic step blanks the log and notes the remaining steps in it. If it is killed after that, the next
    /// ``Ledger/open(at:access:environment:)`` continues.
    ///
    /// ```swift
    /// let context = ledger.context(command: "erase", reason: "left us")
    /// try ledger.erasure.erase(.account("ada@example.org"), CommandCall(context))
    /// ```
    ///
    /// - Parameters:
    ///   - includingSharedHeaders: Whether to blank the headers of transactions that other events share.
    ///   - call: Its reason is required; the reason is not erased, and should name nobody.
    ///   - newKey: Whether to make a new key if that of earlier erasures cannot be read. Mail that those erased is then
    ///     no longer recognised.
    ///   - progress: Called with the progress of the views' build.
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` without a reason; ``DomainError/blocked(_:by:)`` if a hold
    ///   covers some of it; ``EventLogError/busy(holder:)`` while another process erases or builds.
    ///   ``UnfinishedErasure`` means that the log is blank and the rest failed, ``ErasureKeyFault`` that the key cannot
    ///   be used and `newKey` is false.
    /// - Complexity: Linear in the ledger: log, content database and views are rewritten.
    public func erase(
        _ target: ErasureTarget, includingSharedHeaders: Bool = false, newKey: Bool = false,
        _ call: CommandCall, progress: @escaping Views.Progress = { _, _ in true }
    ) throws -> ErasureOutcome {
        try ledger.audience.requireReachOfAll()
        try ledger.writing.requireWritable()
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        try call.context.requireReason(for: "an erasure")
        try ledger.writing.requireNew(call.idempotencyKey)
        _ = try ledger.stores.views.current(progress: progress)
        return try withErasureLock {
            // Another machine may have erased meanwhile. A reader forgets that first, and locks builds out for it, as
            // `blank` does, too.
            try ledger.read { _ in }
            let (plan, receipt) = try blank(
                target, includingSharedHeaders: includingSharedHeaders, newKey: newKey, call)
            guard receipt != nil else { return ErasureOutcome(plan: plan, receipt: nil, remaining: []) }
            do {
                // An idle server lets go of what it has open within a second or two.
                let remaining = try finishErasure(tries: 30, progress: progress)
                return ErasureOutcome(plan: plan, receipt: receipt, remaining: remaining)
            } catch {
                throw UnfinishedErasure(remaining: (try? pending()) ?? .all, cause: error)
            }
        }
    }

    /// The one atomic step: erasing events, blank payloads and headers, and the list of remaining steps.
    private func blank(
        _ target: ErasureTarget, includingSharedHeaders: Bool, newKey: Bool, _ call: CommandCall
    ) throws -> (ErasurePlan, Receipt?) {
        // Nor may anything that an import looked up before reappear after it.
        try keepingBuildsOut {
            try ledger.writing.collecting(patience: LedgerMaintenance.contentPatience) {
                try ledger.writing.deciding { projector, fullText in
                    let reader = try ledger.stores.reader(of: projector, fullText)
                    if case .query(let filter) = target { _ = try reader.prepared(filter) }
                    let selection = try ErasureSelection(of: target, in: ledger, reader: reader)
                    let plan = try selection.plan(includingSharedHeaders: includingSharedHeaders, holds: [])
                    guard !plan.isEmpty else { return (plan, nil) }
                    let events = try reader.guarding(
                        selection.erasingEvents(
                            key: ledger.writing.makeErasureKey(reader, newKey: newKey),
                            readings: selection.readings(of:)),
                        call)
                    let receipt = try blank(
                        selection.scopes, contents: selection.contents, events: events,
                        includingSharedHeaders: includingSharedHeaders, call)
                    return (plan, receipt)
                }
            }
        }
    }

    /// Keeps builds of views and index out while the log is blanked: otherwise text that they read before could
    /// reappear.
    package func keepingBuildsOut<Output>(_ body: () throws -> Output) throws -> Output {
        try ledger.stores.search.keepingBuildsOut { try ledger.stores.views.keepingBuildsOut(body) }
    }

    /// Called under the writer's lock.
    func blank(
        _ scopes: [ErasureScope], contents: Set<SHA256Digest>, events: [ProposedEvent],
        includingSharedHeaders: Bool, _ call: CommandCall
    ) throws -> Receipt {
        let head = try ledger.store.head().position
        let receipt = try ledger.writing.append(Proposal(events), call, ifHead: head)
        _ = try ledger.store.blank(
            scopes, before: receipt.firstPosition, includingSharedHeaders: includingSharedHeaders)
        try ledger.store.beginErasureWork(
            contents: contents, viewsGeneration: ledger.stores.register.latestGeneration())
        return receipt
    }
}
