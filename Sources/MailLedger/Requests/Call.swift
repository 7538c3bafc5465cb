/// Who asks for a command, why, and how it is to be done: what the envelope says beside it.
public struct Call: Hashable, Sendable {
    /// Who does it; the environment's actor where nothing is said.
    public var actor: String?
    /// Why it is done.
    public var reason: String?
    /// The name by which the log knows the command; the request's own where nothing is said. It does not come from outside.
    public var command: String?
    /// A text of the caller's own by which the same command is known again, and not done twice.
    public var idempotencyKey: String?
    /// Whether it is only looked at.
    public var isDryRun: Bool
    /// Whether mail that a hold covers may be taken away, which needs a reason.
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

    // What is left out or null is as it is for a call of which nothing is said.
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
