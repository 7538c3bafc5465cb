public import EventLog

/// A command's decision: the events to record, and the answer once they are.
public struct Decision<Answer: Encodable & Sendable> {
    let proposal: Proposal
    /// Makes the answer, after the append or instead of it.
    let answer: (Decided) throws -> Answer

    init(_ proposal: Proposal, answer: @escaping (Decided) throws -> Answer) {
        self.proposal = proposal
        self.answer = answer
    }

    public init(_ events: [ProposedEvent], answer: @escaping (Decided) throws -> Answer) {
        self.init(Proposal(events), answer: answer)
    }
}

extension Decision {
    /// The same with what led to it; nil leaves the call's.
    func because(_ cause: Cause?) -> Decision {
        var proposal = proposal
        proposal.cause = cause?.text ?? proposal.cause
        return Decision(proposal, answer: answer)
    }
}

/// Events to record as one transaction.
struct Proposal {
    var events: [ProposedEvent]
    /// The cause to record, such as the undone operation; nil leaves the call's.
    var cause: String?
    /// The reason to record where it says more than the call's; nil leaves the call's.
    var reason: String?

    init(_ events: [ProposedEvent], cause: String? = nil, reason: String? = nil) {
        self.events = events
        self.cause = cause
        self.reason = reason
    }
}

/// The end of a decision, from which its answer is made.
public struct Decided {
    /// Nil where nothing had to change, and of a dry run.
    public let receipt: Receipt?
    public let isDryRun: Bool
    let ledger: Ledger

    /// Lends the read models with the change in them; those of before in a dry run.
    public func read<Output>(_ body: (LedgerReader) throws -> Output) throws -> Output {
        try ledger.read(body)
    }
}

extension Decision<SettingsChangeForm> {
    /// A change of settings, told field by field.
    ///
    /// - Parameter giver: The path of the folder that gives up its role; its event is the first one and is not told.
    static func settings(_ events: [ProposedEvent], roleTakenFrom giver: String? = nil) -> Decision {
        Decision(events) { done in
            let changes = try events.dropFirst(giver == nil ? 0 : 1).flatMap { try FieldChange.all(of: $0.event) }
            return SettingsChangeForm(
                SettingOutcome(changes: changes, receipt: done.receipt, roleTakenFrom: giver),
                folders: try done.read { try $0.folderPaths(namedIn: changes) }, isDryRun: done.isDryRun)
        }
    }
}

extension Decision<OutcomeForm> {
    /// A change that is told in two numbers.
    ///
    /// - Parameters:
    ///   - matched: How many things were meant, or go along.
    ///   - changed: How many of them change.
    ///   - told: What a person wants to know beside.
    static func outcome(
        of matched: Int, changed: Int = 1, _ events: [ProposedEvent], told: OutcomeForm.Told = .init()
    ) -> Decision {
        Decision(events) { done in
            OutcomeForm(
                matched: matched, changed: changed, operation: done.receipt?.operation.description,
                isDryRun: done.isDryRun, told: told)
        }
    }
}

extension Decision {
    /// A change that makes a thing, or several; a dry run says how many.
    static func made<Thing>(
        _ events: [ProposedEvent], count: Int = 1, _ form: @escaping (LedgerReader) throws -> Thing
    ) -> Decision where Answer == Made<Thing> {
        Decision(events) { done in
            if done.isDryRun {
                return .look(OutcomeForm(matched: 0, changed: count, operation: nil, isDryRun: true))
            }
            return .done(try done.read(form))
        }
    }

    /// A change of things that is answered by the things; a dry run says how many it would change.
    ///
    /// - Parameter matched: How many things are meant.
    static func changed<Thing>(
        _ events: [ProposedEvent], of matched: Int = 1, _ form: @escaping (LedgerReader) throws -> Thing
    ) -> Decision where Answer == Made<Thing> {
        let changed = Set(events.map(\.existingStream)).count
        return Decision(events) { done in
            if done.isDryRun {
                return .look(OutcomeForm(matched: matched, changed: changed, operation: nil, isDryRun: true))
            }
            return .done(try done.read(form))
        }
    }
}
