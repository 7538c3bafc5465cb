public import CivilTime
public import EventLog

/// What is said of a token beside its id: what is shown, and what a command may change.
///
/// The secret is not among it.
public struct TokenSettings: Hashable, Sendable {
    /// What people know it by; of the tokens that are not revoked no two have the same.
    public var name: String
    /// Who does what is done with it.
    public var actor: String
    /// What it may do.
    public var scopes: Set<AccessScope>
    /// The accounts that it may see; nil for all.
    public var accounts: [AccountID]?
    /// When it ends; nil for one that does not end by itself.
    public var expiresAt: Timestamp?

    public init(
        name: String, actor: String, scopes: Set<AccessScope>, accounts: [AccountID]? = nil, expiresAt: Timestamp? = nil
    ) {
        self.name = name
        self.actor = actor
        self.scopes = scopes
        self.accounts = accounts
        self.expiresAt = expiresAt
    }

    /// The scopes as they are stored, in the order of ``AccessScope``.
    package var scopeList: [AccessScope] {
        get { AccessScope.allCases.filter(scopes.contains) }
        set { scopes = Set(newValue) }
    }

    /// The actor and the name as they may be stored, the scopes as they are given.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:)``.
    func checked() throws -> TokenSettings {
        try Self.check("name", name)
        try Self.check("actor", actor)
        guard !scopes.isEmpty else { throw DomainError.invalid(field: "scopes", reason: "is empty") }
        guard let accounts else { return self }
        guard !accounts.isEmpty else { throw DomainError.invalid(field: "accounts", reason: "is empty") }
        if let scope = scopeList.first(where: Self.ofAllAccounts.contains) {
            throw DomainError.invalid(field: "scopes", reason: "\(scope.rawValue) is for all accounts alone")
        }
        var settings = self
        // In one order and each once, so that the same ones are no change.
        settings.accounts = Set(accounts).sorted { $0.description < $1.description }
        return settings
    }

    /// What concerns a ledger as a whole.
    private static let ofAllAccounts: Set<AccessScope> = [.erase, .admin]

    private static func check(_ field: String, _ text: String) throws {
        if let fault = TextRule.fault(ofLine: text, maximum: 100) {
            throw DomainError.invalid(field: field, reason: fault.rawValue)
        }
    }
}

/// A token as a decision sees it.
public struct TokenState: Hashable, Sendable {
    public let id: TokenID
    public let stream: StreamID
    public var settings: TokenSettings
    public var isRevoked: Bool

    public init(id: TokenID, stream: StreamID, settings: TokenSettings, isRevoked: Bool = false) {
        self.id = id
        self.stream = stream
        self.settings = settings
        self.isRevoked = isRevoked
    }

    /// An event at the end of the token's stream.
    func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .none)
    }
}
