internal import EventLog
public import LedgerContexts
public import LedgerKernel
internal import Mail
internal import Projections

/// Reverts an operation by new events.
///
/// A dry run returns the plan and its obstacles.
///
/// - Throws: ``DomainError/conflict(_:hint:)`` if later changes prevent it, unless `partially`.
public struct UndoRequest: LedgerCommand {
    public static let name = "undo"
    public typealias Answer = UndoForm
    /// The first digits of its id; nil for the latest that can be undone.
    public var undone: String?
    /// The first digits of another operation's id: all operations between the two are undone.
    public var through: String?
    /// A transaction by its number, instead of an operation.
    public var transaction: Int64?
    /// The number of another transaction: all transactions between the two are undone.
    public var throughTransaction: Int64?
    /// Whether to skip the parts that later changes prevent.
    public var partially: Bool?

    enum CodingKeys: String, CodingKey {
        case undone = "operation"
        case through, transaction
        case throughTransaction = "through_transaction"
        case partially = "partial"
    }

    public init(operation: String? = nil, through: String? = nil, partially: Bool? = nil) {
        undone = operation
        self.through = through
        self.partially = partially
    }

    public init(_ target: UndoTarget, partially: Bool? = nil) {
        (undone, through, transaction, throughTransaction) = target.requested
        self.partially = partially
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let plan = try reader.planUndo(
            UndoTarget(undone, through: through, transaction, throughTransaction: throughTransaction))
        let folders = try reader.folderPaths()
        guard !call.isDryRun else {
            if !call.overridesHolds, plan.obstacles.isEmpty || partially == true {
                try reader.holdsInTheWay(of: plan.events).refuse()
            }
            let changes = try reader.describe(plan).changes
            return Decision([]) { _ in UndoForm(plan, changes, nil, isDryRun: true, folders: folders) }
        }
        if let obstacle = plan.obstacles.first, partially != true {
            let more = plan.obstacles.count > 1 ? ", and \(plan.obstacles.count - 1) more" : ""
            throw DomainError.conflict("\(obstacle)\(more)", hint: plan.count > 0 ? .doPart : nil)
        }
        return Decision(Proposal(plan.events, cause: plan.cause)) { done in
            UndoForm(plan, nil, done.receipt, isDryRun: false, folders: try done.read { try $0.folderPaths() })
        }
    }
}

/// The plan of undoing an operation.
public struct PlanUndo: LedgerQuery {
    public static let name = "plan-undo"
    public typealias Answer = UndoForm
    /// The first digits of its id; nil for the latest that can be undone.
    public var operation: String?
    /// The first digits of another operation's id: the plan covers all operations between the two.
    public var through: String?
    /// A transaction by its number, instead of an operation.
    public var transaction: Int64?
    /// The number of another transaction: the plan covers all transactions between the two.
    public var throughTransaction: Int64?
    /// The greatest number of changed things in the answer; nil for all.
    public var limit: PageLimit?

    enum CodingKeys: String, CodingKey {
        case operation, through, transaction
        case throughTransaction = "through_transaction"
        case limit
    }

    public init(operation: String? = nil, through: String? = nil) {
        self.operation = operation
        self.through = through
    }

    public init(_ target: UndoTarget, limit: Int? = nil) {
        (operation, through, transaction, throughTransaction) = target.requested
        self.limit = PageLimit(limit)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let plan = try reader.planUndo(
            UndoTarget(operation, through: through, transaction, throughTransaction: throughTransaction))
        let (changes, count) = try reader.describe(plan, limit: limit?.rows)
        return UndoForm(plan, changes, of: count, nil, isDryRun: true, folders: try reader.folderPaths())
    }
}

extension UndoTarget {
    fileprivate typealias Requested = (
        operation: String?, through: String?, transaction: Int64?, throughTransaction: Int64?
    )

    /// The same target as parameters.
    fileprivate var requested: Requested {
        switch self {
        case .latest: (nil, nil, nil, nil)
        case .operation(let prefix): (prefix, nil, nil, nil)
        case .operations(let from, let through): (from, through, nil, nil)
        case .transaction(let number): (nil, nil, number, nil)
        case .transactions(let range): (nil, nil, range.lowerBound, range.upperBound)
        }
    }

    /// Reads parameters: an operation or a transaction, a range of them, or the latest operation.
    fileprivate init(
        _ operation: String?, through last: String?, _ transaction: Int64?, throughTransaction end: Int64?
    ) throws {
        switch (operation, last, transaction, end) {
        case (nil, nil, nil, nil): self = .latest
        case (let operation?, nil, nil, nil): self = .operation(prefix: operation)
        case (let operation?, let last?, nil, nil): self = .operations(from: operation, through: last)
        case (nil, nil, let number?, nil): self = .transaction(number)
        case (nil, nil, let first?, let end?):
            guard first <= end else {
                throw DomainError.invalid(field: "through_transaction", reason: "is before the first one")
            }
            self = .transactions(first...end)
        case (nil, .some, nil, nil):
            throw DomainError.invalid(field: "operation", reason: ValueError.Reason.isMissing.rawValue)
        case (nil, nil, nil, .some):
            throw DomainError.invalid(field: "transaction", reason: ValueError.Reason.isMissing.rawValue)
        default:
            throw DomainError.invalid(field: "transaction", reason: "and an operation name two things")
        }
    }
}
