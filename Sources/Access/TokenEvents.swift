public import CivilTime
public import Cryptography
package import Domain
public import EventLog

/// A token was issued; the token itself is nowhere in the ledger.
public struct TokenIssued: Event, Hashable {
    public static let type = EventType("access.token-issued", schema: 1)

    public let id: TokenID
    public let name: String
    public let actor: String
    /// In the order of ``AccessScope``.
    public let scopes: [AccessScope]
    /// The accounts that it is for; nil for all.
    public let accounts: [AccountID]?
    public let expiresAt: Timestamp?
    /// SHA-256 of the token's text.
    public let secretDigest: SHA256Digest

    enum CodingKeys: String, CodingKey {
        case id, name, actor, scopes, accounts
        case expiresAt = "expires_at"
        case secretDigest = "secret_digest"
    }

    public init(id: TokenID, settings: TokenSettings, secretDigest: SHA256Digest) {
        self.id = id
        name = settings.name
        actor = settings.actor
        scopes = settings.scopeList
        accounts = settings.accounts
        expiresAt = settings.expiresAt
        self.secretDigest = secretDigest
    }

    public var settings: TokenSettings {
        TokenSettings(name: name, actor: actor, scopes: Set(scopes), accounts: accounts, expiresAt: expiresAt)
    }
}

/// A token means something else; each field that changed has its old and its new value.
public struct TokenChanged: Event, Hashable {
    public static let type = EventType("access.token-changed", schema: 1)

    /// The token's id, and not the token.
    public let tokenID: TokenID
    public package(set) var name: Change<String>?
    public package(set) var actor: Change<String>?
    public package(set) var scopes: Change<[AccessScope]>?
    public package(set) var accounts: Change<[AccountID]?>?
    public package(set) var expiresAt: Change<Timestamp?>?

    enum CodingKeys: String, CodingKey {
        case tokenID = "token_id"
        case name, actor, scopes, accounts
        case expiresAt = "expires_at"
    }

    /// With what the closure says; for events that no settings lead to.
    package init(tokenID: TokenID, _ say: (inout TokenChanged) throws -> Void) rethrows {
        self.tokenID = tokenID
        try say(&self)
    }

    /// What leads from some settings to others; nil where they are equal.
    public init?(tokenID: TokenID, from old: TokenSettings, to new: TokenSettings) {
        guard old != new else { return nil }
        self.tokenID = tokenID
        Self.fields.record(from: old, to: new, in: &self)
    }

    package static let fields: [FieldPair<TokenSettings, TokenChanged>] = [
        .init("name", \.name, \.name),
        .init("actor", \.actor, \.actor),
        .init("scopes", \.scopeList, \.scopes),
        .init("accounts", \.accounts, \.accounts),
        .init("expires_at", \.expiresAt, \.expiresAt),
    ]
}

/// A token is known no more.
public struct TokenRevoked: Event, Hashable {
    public static let type = EventType("access.token-revoked", schema: 1)

    /// The token's id, and not the token.
    public let tokenID: TokenID

    enum CodingKeys: String, CodingKey {
        case tokenID = "token_id"
    }

    public init(tokenID: TokenID) {
        self.tokenID = tokenID
    }
}
