internal import CivilTime
internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Mail
internal import Projections
public import QueryLanguage

/// Deletes mail that a rule no longer keeps, in one transaction with an event for each message; an undo brings it back.
///
/// The rule is the newest *n*, an age, or the own rules of accounts and folders. It is recorded in the operation's
/// reason, before that of the call, and in each event.
public struct PruneRequest: LedgerCommand {
    public static let name = "prune"
    public typealias Answer = PruningForm
    public var account: String?
    public var folder: String?
    /// The number of messages to keep, the newest.
    public var keep: Int?
    /// `90d`, `18m`, `7y` or a date; older mail is deleted.
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

    /// Prunes by a rule, or by the stored rules if it is nil.
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

/// The kind of thing that a hold covers.
public enum RequestedTarget: String, Codable, Hashable, Sendable {
    case message
    case account
    case query
}

/// Keeps mail from being deleted, pruned and erased until the hold is removed; needs a reason.
///
/// A name that a hold in force has is refused (``DomainError/alreadyExists(kind:name:)``), and so is a query that cannot be read.
public struct AddHoldRequest: LedgerCommand {
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

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        try call.refuseDryRun()
        try call.context.requireReason(for: "a hold")
        let name = hold.trimmingBlanks
        guard !name.isEmpty else { throw DomainError.invalid(field: "name", reason: "the hold's name is empty") }
        let target = try target(reader)
        guard try !reader.holds().contains(where: { $0.name == name }) else {
            throw DomainError.alreadyExists(kind: "hold", name: name)
        }
        let id = HoldID(reader.environment.newID())
        return Decision([try reader.proposeHold(id, name, on: target)]) { done in
            try done.read { try HoldForm($0.hold(id.description), $0) }
        }
    }

    private func target(_ reader: LedgerReader) throws -> HoldTarget {
        switch kind {
        case .message: return .message(prefix: target)
        case .account: return .account(target)
        case .query:
            var context = reader.environment.queryContext
            context.savedQueries = {
                throw SavedQueriesRefused(reason: "a hold names no saved query, because its meaning could change")
            }
            let query = try TypedQuery(target, in: context).withoutIDs
            _ = try reader.admitted(MessageFilter(query: query, in: context))
            return .query(query)
        }
    }
}

/// Removes a hold, by its name or the first digits of its id; needs a reason.
public struct RemoveHoldRequest: LedgerCommand {
    public static let name = "remove-hold"
    public typealias Answer = HoldForm
    public var hold: String

    public init(hold: String) {
        self.hold = hold
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        try call.refuseDryRun()
        try call.context.requireReason(for: "the end of a hold")
        let hold = try reader.hold(hold)
        return Decision([hold.event(HoldRemoved(hold: hold.id))]) { done in
            try done.read { reader in
                try HoldForm(reader.holds(includingRemoved: true).first { $0.id == hold.id } ?? hold, reader)
            }
        }
    }
}

extension LedgerReader {
    /// Returns the hold in force with a name or a prefix of its id.
    fileprivate func hold(_ name: String) throws -> HoldRow {
        let all = try holds()
        let named = all.filter { $0.name == name }
        let found =
            named.isEmpty ? all.filter { name.count >= 4 && $0.id.description.hasPrefix(name.lowercased()) } : named
        guard let first = found.first else { throw DomainError.notFound(kind: "hold", name: name) }
        guard found.count == 1 else { throw DomainError.ambiguous(kind: "hold", name: name, count: found.count) }
        return first
    }
}
