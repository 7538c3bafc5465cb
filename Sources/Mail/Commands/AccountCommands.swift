public import EventLog

/// Adds an account, with the folders that every account has.
public struct AddAccount: Codable, Hashable, Sendable {
    public var address: String
    public var displayName: String?
    public var provider: AccountProvider?
    public var imap = ServerChoice()
    public var smtp = ServerChoice()
    public var credentialRef: CredentialReference?

    /// What a person says of a server; the provider's defaults fill in the rest.
    public struct ServerChoice: Codable, Hashable, Sendable {
        public var host: String?
        public var port: Int?
        public var security: ConnectionSecurity?
        public var username: String?

        public init(
            host: String? = nil, port: Int? = nil, security: ConnectionSecurity? = nil, username: String? = nil
        ) {
            self.host = host
            self.port = port
            self.security = security
            self.username = username
        }
    }

    public init(address: String, displayName: String? = nil, provider: AccountProvider? = nil) {
        self.address = address
        self.displayName = displayName
        self.provider = provider
    }

    /// The roles of the folders that are made with an account.
    public static let roles: [FolderRole] = [.inbox, .archive, .drafts, .sent, .spam, .trash]

    /// Fills in what the provider is known to want, and refuses an address that a live account has.
    public func decide(existing: [AccountState], newID: () -> UniqueID) throws -> [ProposedEvent] {
        let address = try validAddress()
        guard !existing.contains(where: { !$0.isDeleted && Self.sameAddress($0.address, address.address) }) else {
            throw MailError.alreadyExists(kind: "account", name: address.address)
        }
        let provider = provider ?? .detect(address: address)
        let defaults = provider.defaults(for: address)
        let account = AccountID(newID())
        let created = AccountCreated(
            id: account, address: address.address, displayName: displayName, provider: provider,
            imap: try server(imap, defaults.imap), smtp: try server(smtp, defaults.smtp),
            authTypes: defaults.imap.authTypes, credentialRef: credentialRef, isEnabled: true)
        var events = [ProposedEvent(created, target: .noStream, account: .own)]
        for role in Self.roles {
            let folder = FolderCreated(
                id: FolderID(newID()), account: account, parent: nil,
                name: role == .inbox ? FolderName.inbox.text : role.displayName, kind: .folder, role: role,
                sortOrder: role.defaultSortOrder)
            events.append(ProposedEvent(folder, target: .noStream, account: .stream(.started(0))))
        }
        return events
    }

    private func validAddress() throws -> EmailAddress {
        guard let parsed = EmailAddress(parsing: address), parsed.name == nil, parsed.domain != nil else {
            throw MailError.invalid(field: "address", reason: "\"\(address)\" is no e-mail address")
        }
        return parsed
    }

    // A custom provider's host cannot be guessed: an account for an archive of files needs none.
    private func server(_ choice: ServerChoice, _ defaults: ServerDefaults) throws -> MailServer? {
        guard choice.host != nil || defaults.host != nil else { return nil }
        do {
            return try defaults.server(
                host: choice.host, port: choice.port, security: choice.security, username: choice.username)
        } catch {
            throw MailError.invalid(field: error.field, reason: error.reason.rawValue)
        }
    }

    /// Whether two addresses are one: domains are compared without regard to case (RFC 5321 section 2.4).
    public static func sameAddress(_ left: String, _ right: String) -> Bool {
        EmailAddress(address: left) == EmailAddress(address: right)
    }
}

/// Ends an account and all that it holds by one event.
public struct DeleteAccount: Codable, Hashable, Sendable {
    public init() {}

    public func decide(_ account: AccountState) throws -> [ProposedEvent] {
        guard !account.isDeleted else { return [] }
        return [
            ProposedEvent(
                AccountDeleted(account: account.id), target: .any(.existing(account.stream)),
                account: .stream(.existing(account.stream)))
        ]
    }
}

/// Brings a deleted account back as it was.
public struct RestoreAccount: Codable, Hashable, Sendable {
    public init() {}

    public func decide(_ account: AccountState, existing: [AccountState]) throws -> [ProposedEvent] {
        guard account.isDeleted else { return [] }
        if existing.contains(where: { !$0.isDeleted && AddAccount.sameAddress($0.address, account.address) }) {
            throw MailError.conflict("another account has taken the address \(account.address)")
        }
        return [
            ProposedEvent(
                AccountRestored(account: account.id), target: .any(.existing(account.stream)),
                account: .stream(.existing(account.stream)))
        ]
    }
}
