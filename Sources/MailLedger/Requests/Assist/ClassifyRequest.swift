internal import Assist
internal import EventLog

/// Records what a model or a person claims of messages.
public struct ClassifyRequest: LedgerWork {
    public static let name = "classify"
    public typealias Answer = OutcomeForm
    /// One for each message, checked all before any is recorded.
    public var claims: [ClassificationLine]
    /// Who says so, in claims that do not tell; the actor where nothing is said.
    public var by: String?

    public init(claims: [ClassificationLine], by claimant: String? = nil) {
        self.claims = claims
        by = claimant
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        CommandResult(
            try ledger.classify(claims, by: by ?? call.context.actor, context: call.context, dryRun: call.isDryRun),
            in: call)
    }
}
