import EventLog
import MailLedger

/// Commands as tests ask for them: with a context of their own, and the label that says so.
extension Ledger {
    @discardableResult
    func erase(
        _ target: ErasureTarget, includingSharedHeaders: Bool = false, newKey: Bool = false,
        context: OperationContext
    ) throws -> ErasureOutcome {
        try erase(
            target, includingSharedHeaders: includingSharedHeaders, newKey: newKey, CommandCall(context))
    }
}
