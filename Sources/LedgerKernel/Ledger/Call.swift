public import EventLog

/// The caller, the reason and the options of a command: the part of the envelope beside the command.
public struct Call: Hashable, Sendable {
    /// The actor; nil for the environment's actor.
    public var actor: String?
    /// Why it is done.
    public var reason: String?
    /// The name by which the log knows the command; nil for the request's own. It does not come from outside.
    public var command: String?
    /// The carrier, beside the actor; nil for the user of the system. It does not come from outside.
    package var carrier: String?
    /// The operation that it goes on with; nil for one of its own. It does not come from outside.
    package var operation: OperationID?
    /// The caller's own name for this command, so that a repetition is known and not done twice.
    public var idempotencyKey: String?
    /// Whether it is a dry run: it reports the changes, and makes none.
    public var isDryRun: Bool
    /// Whether it may remove mail that a hold covers, which requires a reason.
    public var overridesHolds: Bool

    public init(
        actor: String? = nil, reason: String? = nil, command: String? = nil, idempotencyKey: String? = nil,
        isDryRun: Bool = false, overridesHolds: Bool = false
    ) {
        self.actor = actor
        self.reason = reason
        self.command = command
        self.idempotencyKey = idempotencyKey
        self.isDryRun = isDryRun
        self.overridesHolds = overridesHolds
    }
}

extension Call: Codable {
    enum CodingKeys: String, CodingKey {
        case actor, reason
        case idempotencyKey = "idempotency_key"
        case isDryRun = "dry_run"
        case overridesHolds = "override_holds"
    }

    // A key that is missing or null has the default of the initialiser.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            actor: try container.decodeIfPresent(String.self, forKey: .actor),
            reason: try container.decodeIfPresent(String.self, forKey: .reason),
            idempotencyKey: try container.decodeIfPresent(String.self, forKey: .idempotencyKey),
            isDryRun: try container.decodeIfPresent(Bool.self, forKey: .isDryRun) ?? false,
            overridesHolds: try container.decodeIfPresent(Bool.self, forKey: .overridesHolds) ?? false)
    }
}

/// A call under way: ``Call`` with the operation that its transactions will carry.
public struct CommandCall: Sendable {
    /// The actor, the reason and the command.
    public var context: OperationContext
    /// Whether it is a dry run: it reports the changes, and makes none.
    public let isDryRun: Bool
    /// Whether it may remove mail that a hold covers.
    public let overridesHolds: Bool
    /// The key to record with the first transaction; nil once it is.
    package var idempotencyKey: String?

    public init(
        _ context: OperationContext, isDryRun: Bool = false, overridesHolds: Bool = false,
        idempotencyKey: String? = nil
    ) {
        self.context = context
        self.isDryRun = isDryRun
        self.overridesHolds = overridesHolds
        self.idempotencyKey = idempotencyKey
    }

    /// The reason; nil if none was given.
    public var reason: String? { context.reason }
}
