public import EventLog

/// A command's decision: the events to record, and the answer once they are.
public struct Decision<Answer: Encodable & Sendable> {
    let proposal: Proposal
    /// Makes the answer, after the append or instead of it.
    let answer: (Decided) throws -> Answer

    package init(_ proposal: Proposal, answer: @escaping (Decided) throws -> Answer) {
        self.proposal = proposal
        self.answer = answer
    }

    public init(_ events: [ProposedEvent], answer: @escaping (Decided) throws -> Answer) {
        self.init(Proposal(events), answer: answer)
    }
}

extension Decision {
    /// The same with what led to it; nil leaves the call's.
    package func because(_ cause: Cause?) -> Decision {
        var proposal = proposal
        proposal.cause = cause?.text ?? proposal.cause
        return Decision(proposal, answer: answer)
    }
}

/// Events to record as one transaction.
package struct Proposal {
    package var events: [ProposedEvent]
    /// The cause to record, such as the undone operation; nil leaves the call's.
    var cause: String?
    /// The reason to record where it says more than the call's; nil leaves the call's.
    var reason: String?

    package init(_ events: [ProposedEvent], cause: String? = nil, reason: String? = nil) {
        self.events = events
        self.cause = cause
        self.reason = reason
    }
}

/// The end of a decision, from which its answer is made.
public struct Decided {
    /// Nil if nothing had to change, and for a dry run.
    public let receipt: Receipt?
    public let isDryRun: Bool
    let ledger: Ledger

    /// Lends the read models with the change in them; those of before in a dry run.
    public func read<Output>(_ body: (LedgerReader) throws -> Output) throws -> Output {
        try ledger.read(body)
    }
}
