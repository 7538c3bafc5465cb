internal import EventLog
internal import Mail
internal import Projections

/// Takes back what an operation did, by events.
public struct UndoRequest: LedgerWork {
    public static let name = "undo"
    public typealias Answer = UndoForm
    /// The first digits of its id; nil for the latest that can be undone.
    public var undone: String?
    /// The first digits of another operation's id: all from the one to the other are undone.
    public var through: String?
    /// Whether what later changes stand in the way of is left out.
    public var partially: Bool?

    enum CodingKeys: String, CodingKey {
        case undone = "operation"
        case through
        case partially = "partial"
    }

    public init(operation: String? = nil, through: String? = nil, partially: Bool? = nil) {
        undone = operation
        self.through = through
        self.partially = partially
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let target = try Ledger.UndoTarget(requested: undone, through: through)
        guard !call.isDryRun else {
            let plan = try ledger.planUndo(target)
            let form = UndoForm(
                plan, try ledger.describe(plan).changes, nil, isDryRun: true, folders: try ledger.folderPaths())
            return CommandResult(form, operation: nil)
        }
        let (plan, receipt) = try ledger.undo(target, partially: partially ?? false, context: call.context)
        let form = UndoForm(plan, nil, receipt, isDryRun: false, folders: try ledger.folderPaths())
        return CommandResult(form, operation: receipt?.operation)
    }
}

extension Ledger.UndoTarget {
    /// An operation, those up to another one, or the latest.
    init(requested operation: String?, through last: String?) throws {
        switch (operation, last) {
        case (nil, nil): self = .latest
        case (let operation?, nil): self = .operation(prefix: operation)
        case (let operation?, let last?): self = .operations(from: operation, through: last)
        case (nil, .some): throw DomainError.invalid(field: "operation", reason: ValueError.Reason.isMissing.rawValue)
        }
    }
}
