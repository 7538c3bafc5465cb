internal import EventLog
package import LedgerContexts
package import LedgerKernel

/// An erasure that was looked at, and is not carried out yet: the verb and the request have the same answers.
package struct PlannedErasure {
    package let plan: ErasurePlan
    private let target: ErasureTarget
    private let ledger: Ledger
    private let includesSharedHeaders: Bool
    private let newKey: Bool
    private let call: CommandCall

    package init(
        of target: ErasureTarget, in ledger: Ledger, includingSharedHeaders: Bool, newKey: Bool, _ call: CommandCall
    ) throws {
        (self.target, self.ledger, self.newKey, self.call) = (target, ledger, newKey, call)
        includesSharedHeaders = includingSharedHeaders
        plan = try ledger.erasure.plan(of: target, includingSharedHeaders: includingSharedHeaders)
    }

    /// Refuses what a hold covers, and an erasure without the key of earlier ones.
    ///
    /// A dry run is refused where the erasure would be.
    package func check() throws {
        if !call.overridesHolds { try plan.holds.refuse() }
        if !newKey { try ledger.erasure.requireKey() }
    }

    /// The answer of a dry run, and of an erasure of nothing.
    package var look: ErasureForm {
        ErasureForm(plan: plan, operation: nil, remaining: [], isDryRun: call.isDryRun)
    }

    /// Erases, and returns the answer.
    package func carryOut() throws -> CommandResult<ErasureForm> {
        let outcome = try ledger.erasure.erase(
            target, includingSharedHeaders: includesSharedHeaders, newKey: newKey, call, progress: ledger.onRebuild)
        let operation = outcome.receipt?.operation
        return CommandResult(
            ErasureForm(
                plan: outcome.plan, operation: operation?.description, remaining: outcome.remaining, isDryRun: false,
                elsewhere: try ledger.erasure.copiesElsewhere()),
            operation: operation)
    }
}
