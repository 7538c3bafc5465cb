public import CivilTime
public import EventLog

/// Issues a token.
public struct IssueToken: Sendable {
    public var settings: TokenSettings

    public init(_ settings: TokenSettings) {
        self.settings = settings
    }

    /// Decides on the event that makes it known.
    ///
    /// - Parameters:
    ///   - others: The tokens that are not revoked.
    ///   - token: What only its owner gets; the event has its digest.
    public func decide(
        beside others: [TokenState], at now: Timestamp, _ token: TokenText, newID: () -> UniqueID
    ) throws -> [ProposedEvent] {
        let settings = try settings.checked()
        try settings.requireOwnName(beside: others)
        try settings.requireFuture(now)
        let issued = TokenIssued(id: TokenID(newID()), settings: settings, secretDigest: token.digest)
        return [ProposedEvent(issued, target: .noStream, account: .none)]
    }
}

/// The accounts that a token is for.
public enum TokenAccounts: Hashable, Sendable {
    case all
    case some([AccountID])

    /// Nil for all.
    fileprivate var list: [AccountID]? { if case .some(let accounts) = self { accounts } else { nil } }
}

/// Changes what a token means; what is nil stays.
public struct ChangeToken: Codable, Hashable, Sendable {
    public var name: String?
    public var actor: String?
    public var scopes: [AccessScope]?
    /// When it ends, as ISO 8601; an empty text for one that does not end by itself.
    public var expiresAt: String?

    enum CodingKeys: String, CodingKey {
        case name, actor, scopes
        case expiresAt = "expires_at"
    }

    public init(
        name: String? = nil, actor: String? = nil, scopes: [AccessScope]? = nil, expiresAt: String? = nil
    ) {
        self.name = name
        self.actor = actor
        self.scopes = scopes
        self.expiresAt = expiresAt
    }

    /// Decides on one event with every field that changes, and on none where all is so already.
    ///
    /// - Parameter accounts: The accounts that it is for from now on; nil for those that it is for already.
    public func decide(
        _ token: TokenState, for accounts: TokenAccounts? = nil, beside others: [TokenState], at now: Timestamp
    ) throws -> [ProposedEvent] {
        guard !token.isRevoked else {
            throw DomainError.conflict("the token \"\(token.settings.name)\" is revoked; issue another one")
        }
        var new = token.settings
        if let name { new.name = name }
        if let actor { new.actor = actor }
        if let scopes { new.scopes = Set(scopes) }
        if let accounts { new.accounts = accounts.list }
        if let expiresAt { new.expiresAt = try TokenSettings.expiry(expiresAt) }
        new = try new.checked()
        try new.requireOwnName(beside: others.filter { $0.id != token.id })
        if new.expiresAt != token.settings.expiresAt { try new.requireFuture(now) }
        return TokenChanged(tokenID: token.id, from: token.settings, to: new).map { [token.event($0)] } ?? []
    }
}

/// Revokes a token.
public struct RevokeToken: Hashable, Sendable {
    public init() {}

    public func decide(_ token: TokenState) -> [ProposedEvent] {
        token.isRevoked ? [] : [token.event(TokenRevoked(tokenID: token.id))]
    }
}

extension TokenSettings {
    /// Reads when a token ends; nil for an empty text.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:)`` for a text that is no time with a zone.
    public static func expiry(_ text: String) throws -> Timestamp? {
        guard !text.isEmpty else { return nil }
        guard let time = Timestamp(iso8601: text) else {
            throw DomainError.invalid(
                field: "expires_at", reason: "is not a time with a zone, as in 2027-01-31T00:00:00Z")
        }
        return time
    }

    fileprivate func requireOwnName(beside others: [TokenState]) throws {
        guard !others.contains(where: { $0.settings.name == name }) else {
            throw DomainError.alreadyExists(kind: "token", name: name)
        }
    }

    fileprivate func requireFuture(_ now: Timestamp) throws {
        if let expiresAt, expiresAt <= now {
            throw DomainError.invalid(field: "expires_at", reason: "is in the past")
        }
    }
}
