internal import CivilTime
internal import EventLog
internal import Mail
internal import Projections

/// Deletes what is older than a rule keeps, in one transaction with an event for each message; an undo brings it back.
///
/// The rule is the newest *n*, an age, or those that accounts and folders have of their own. It is recorded as the operation's
/// reason, before that of the call, and in each event.
public struct PruneRequest: LedgerCommand {
    public static let name = "prune"
    public typealias Answer = PruningForm
    public var account: String?
    public var folder: String?
    /// How many of the newest are kept.
    public var keep: Int?
    /// `90d`, `18m`, `7y` or a date; what is older goes.
    public var olderThan: String?
    /// A rule that was read already.
    private var rule: Retention?

    enum CodingKeys: String, CodingKey {
        case account, folder, keep
        case olderThan = "older_than"
    }

    public init(account: String? = nil, folder: String? = nil, keep: Int? = nil, olderThan: String? = nil) {
        self.account = account
        self.folder = folder
        self.keep = keep
        self.olderThan = olderThan
    }

    /// Prunes by a rule, or by those that are stored where it is nil.
    public init(by rule: Retention?, account: String? = nil, folder: String? = nil) {
        self.init(account: account, folder: folder)
        switch rule {
        case .newest(let count): keep = count
        case .since(let time): olderThan = time.iso8601
        case nil: break
        }
        self.rule = rule
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let pruning =
            if let rule = try rule(reader) {
                try Pruning(by: rule, account: account, folder: folder, reader)
            } else {
                try Pruning(byStoredRulesOf: account, folder: folder, leavingHeld: false, reader)
            }
        return Decision(try pruning.proposal(reader, call)) { done in
            PruningForm(
                pruning.places, operation: done.receipt?.operation.description, isDryRun: done.isDryRun)
        }
    }

    private func rule(_ reader: LedgerReader) throws -> Retention? {
        if let rule { return rule }
        guard keep == nil || olderThan == nil else {
            throw DomainError.invalid(field: "keep", reason: "is one rule and older_than another; say one")
        }
        if let keep { return .newest(keep) }
        return try olderThan.map { try .since(query: $0, in: reader.environment.queryContext) }
    }
}

/// What a hold covers.
public enum RequestedTarget: String, Codable, Hashable, Sendable {
    case message
    case account
    case query
}

/// Keeps mail from being deleted, pruned or erased; needs a reason.
public struct AddHoldRequest: LedgerWork {
    public static let name = "add-hold"
    public typealias Answer = HoldForm
    public var hold: String
    public var kind: RequestedTarget
    /// The id of a message, the address of an account, or a query.
    public var target: String

    public init(hold: String, kind: RequestedTarget, target: String) {
        self.hold = hold
        self.kind = kind
        self.target = target
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try call.refuseDryRun()
        let target: HoldTarget =
            switch kind {
            case .message: .message(prefix: target)
            case .account: .account(target)
            case .query: .query(try TypedQuery(target, in: ledger.queryContext()).withoutIDs)
            }
        let row = try ledger.addHold(hold, on: target, context: call.context)
        return CommandResult(try ledger.read { try HoldForm(row, $0) }, operation: call.context.operation)
    }
}

/// Ends a hold; needs a reason.
public struct RemoveHoldRequest: LedgerWork {
    public static let name = "remove-hold"
    public typealias Answer = HoldForm
    public var hold: String

    public init(hold: String) {
        self.hold = hold
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try call.refuseDryRun()
        let row = try ledger.removeHold(hold, context: call.context)
        return CommandResult(try ledger.read { try HoldForm(row, $0) }, operation: call.context.operation)
    }
}

extension CommandCall {
    /// Refuses to look at what has no look.
    func refuseDryRun() throws {
        guard isDryRun else { return }
        throw DomainError.invalid(field: "dry_run", reason: "is not known of this command")
    }
}
