internal import Access
internal import CivilTime
internal import EventLog
package import Projections

/// A token that was issued; what only its owner has is not in it.
public struct TokenForm: Encodable, Sendable {
    package let row: TokenRow

    package init(_ row: TokenRow) {
        self.row = row
    }

    enum CodingKeys: CodingKey {
        case id, name, actor, scopes, accounts, expiresAt, isRevoked, createdAt, updatedAt
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row.id.description, forKey: .id)
        try container.encode(row.settings.name, forKey: .name)
        try container.encode(row.settings.actor, forKey: .actor)
        try container.encode(row.settings.scopeList.map(\.rawValue), forKey: .scopes)
        try container.encode(row.settings.accounts.map { $0.map(\.description) }, forKey: .accounts)
        try container.encode(row.settings.expiresAt?.iso8601, forKey: .expiresAt)
        try container.encode(row.isRevoked, forKey: .isRevoked)
        try container.encode(row.createdAt.iso8601, forKey: .createdAt)
        try container.encode(row.updatedAt.iso8601, forKey: .updatedAt)
    }
}

/// A token that was just issued: the only answer that has it.
public struct IssuedTokenForm: Encodable, Sendable {
    /// The token for the program that is to use it, shown here and never again.
    package let text: String
    package let token: TokenForm

    package init(_ text: String, _ token: TokenForm) {
        self.text = text
        self.token = token
    }

    enum CodingKeys: String, CodingKey {
        case text = "token"
        case token = "issued"
    }
}
