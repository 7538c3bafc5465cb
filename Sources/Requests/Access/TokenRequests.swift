public import Access
internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Projections

/// The tokens, in the order of recording.
public struct ListTokens: LedgerQuery {
    public static let name = "list-tokens"
    public typealias Answer = [TokenForm]
    /// Whether revoked ones are listed, too.
    public var includeRevoked: Bool?

    enum CodingKeys: String, CodingKey {
        case includeRevoked = "include_revoked"
    }

    public init(includeRevoked: Bool? = nil) {
        self.includeRevoked = includeRevoked
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.tokens(includingRevoked: includeRevoked ?? false).map(TokenForm.init)
    }
}

/// Issues a token, which is in the answer and nowhere else.
public struct IssueTokenRequest: LedgerCommand {
    public static let name = "issue-token"
    public static let isForReaders = false
    public typealias Answer = Made<IssuedTokenForm>
    public var name: String
    /// The actor of the commands that use it.
    public var actor: String
    public var scopes: [AccessScope]
    /// The addresses of the accounts that it is for; nil for all.
    public var accounts: [String]?
    /// When it ends, as ISO 8601; nil for one that does not end by itself.
    public var expiresAt: String?

    enum CodingKeys: String, CodingKey {
        case name, actor, scopes, accounts
        case expiresAt = "expires_at"
    }

    public init(
        name: String, actor: String, scopes: [AccessScope], accounts: [String]? = nil, expiresAt: String? = nil
    ) {
        self.name = name
        self.actor = actor
        self.scopes = scopes
        self.accounts = accounts
        self.expiresAt = expiresAt
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        guard let token = TokenText(bytes: reader.environment.log.randomBytes(TokenText.byteCount)) else {
            preconditionFailure("a token is made of as much chance as was asked for")
        }
        let settings = TokenSettings(
            name: name, actor: actor, scopes: Set(scopes), accounts: try accounts?.map { try reader.account($0).id },
            expiresAt: try TokenSettings.expiry(expiresAt ?? ""))
        let events = try IssueToken(settings).decide(
            beside: reader.tokens().map(\.state), at: reader.environment.log.now(), token,
            newID: reader.environment.newID)
        return .made(events) { IssuedTokenForm(token.text, TokenForm(try $0.token(settings.name))) }
    }
}

/// Changes the scopes, the actor or the expiry of a token; omitted values stay unchanged.
public struct ChangeTokenRequest: LedgerCommand {
    public static let name = "change-token"
    public static let isForReaders = false
    public typealias Answer = SettingsChangeForm
    /// Its name, or the first digits of its id.
    public var name: String
    public var changes: ChangeToken
    /// The addresses of the accounts that it is for from now on.
    public var accounts: [String]?
    /// Whether it is for all accounts from now on.
    public var allAccounts: Bool?

    enum CodingKeys: String, CodingKey {
        case name, changes, accounts
        case allAccounts = "all_accounts"
    }

    public init(name: String, changes: ChangeToken, accounts: [String]? = nil, allAccounts: Bool? = nil) {
        self.name = name
        self.changes = changes
        self.accounts = accounts
        self.allAccounts = allAccounts
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        var chosen: TokenAccounts?
        if let accounts {
            guard allAccounts != true else {
                throw DomainError.invalid(field: "accounts", reason: "and all_accounts say two things")
            }
            chosen = TokenAccounts.some(try accounts.map { try reader.account($0).id })
        } else if allAccounts == true {
            chosen = .all
        }
        return .settings(
            try changes.decide(
                reader.token(name).state, for: chosen, beside: reader.tokens().map(\.state),
                at: reader.environment.log.now()))
    }
}

/// Revokes a token: from the next request on it is known no more.
public struct RevokeTokenRequest: LedgerCommand {
    public static let name = "revoke-token"
    public static let isForReaders = false
    public typealias Answer = OutcomeForm
    /// Its name, or the first digits of its id.
    public var name: String

    public init(name: String) {
        self.name = name
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let token = try reader.token(name)
        return .outcome(of: 1, RevokeToken().decide(token.state), told: .init(subject: token.settings.name))
    }
}
