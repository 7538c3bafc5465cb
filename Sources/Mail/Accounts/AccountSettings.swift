internal import Domain
internal import EventLog

/// What an account says of itself beside its id: what is shown, and what a command may change.
public struct AccountSettings: Hashable, Sendable {
    public var address: String
    public var displayName: String?
    public var provider: AccountProvider
    /// Where mail is read; nil where nothing is known.
    public var imap: MailServer?
    /// Where mail is sent; nil where nothing is known.
    public var smtp: MailServer?
    /// Ways to authenticate, the preferred one first.
    public var authTypes: [AuthType]
    /// Where the secret is to be found; never the secret.
    public var credentialRef: CredentialReference?
    /// Whether mail is brought in for it.
    public var isEnabled: Bool
    /// How many messages it keeps, the newest; nil for all.
    public var keepNewest: Int?
    /// Of how long a time it keeps messages; nil for all.
    public var keepFor: RetentionPeriod?

    public init(
        address: String, displayName: String? = nil, provider: AccountProvider = .custom, imap: MailServer? = nil,
        smtp: MailServer? = nil, authTypes: [AuthType] = [], credentialRef: CredentialReference? = nil,
        isEnabled: Bool = true, keepNewest: Int? = nil, keepFor: RetentionPeriod? = nil
    ) {
        self.address = address
        self.displayName = displayName
        self.provider = provider
        self.imap = imap
        self.smtp = smtp
        self.authTypes = authTypes
        self.credentialRef = credentialRef
        self.isEnabled = isEnabled
        self.keepNewest = keepNewest
        self.keepFor = keepFor
    }
}

extension AccountSettings {
    /// Returns the settings with a change taken back, and names the fields that are not any more what it made them.
    public func undoing(_ changed: AccountChanged) -> (settings: AccountSettings, stale: [String]) {
        let (settings, stale) = AccountChanged.fields.takingBack(changed, in: self)
        return (settings, stale)
    }

    fileprivate static func undoing(
        _ change: ServerChange?, in server: MailServer?, named name: String, _ stale: inout [String]
    ) -> MailServer? {
        guard let change else { return server }
        var fields = ServerFields(server)
        takeBack(change.host, in: &fields.host, named: name + ".host", &stale)
        takeBack(change.port, in: &fields.port, named: name + ".port", &stale)
        takeBack(change.security, in: &fields.security, named: name + ".security", &stale)
        takeBack(change.username, in: &fields.username, named: name + ".username", &stale)
        // What is left of a server that was changed otherwise since may be none.
        do {
            return try fields.server()
        } catch {
            stale.append(name)
            return server
        }
    }
}

extension FieldPair<AccountSettings, AccountChanged> {
    /// A server, whose fields are told one by one.
    init(
        server name: String, _ field: any WritableKeyPath<AccountSettings, MailServer?> & Sendable,
        _ change: any WritableKeyPath<AccountChanged, ServerChange?> & Sendable
    ) {
        self.init(
            ["host", "port", "security", "username"].map { "\(name).\($0)" },
            record: { old, new, changed in
                changed[keyPath: change] = ServerChange(from: old[keyPath: field], to: new[keyPath: field])
            },
            takeBack: { changed, settings, stale in
                settings[keyPath: field] = AccountSettings.undoing(
                    changed[keyPath: change], in: settings[keyPath: field], named: name, &stale)
            },
            encode: { settings, container in
                try container.encode(settings[keyPath: field], forKey: FieldName(stringValue: name))
            })
    }
}

/// The fields of a server one by one, all of them nil where there is no server.
struct ServerFields: Hashable {
    var host: String?
    var port: Int?
    var security: ConnectionSecurity?
    var username: String?

    init(_ server: MailServer?) {
        (host, port, security, username) = (server?.host, server?.port, server?.security, server?.username)
    }

    /// The server that the fields make; throws where some are there and not all that are needed.
    func server() throws(ValueError) -> MailServer? {
        if host == nil, port == nil, security == nil, username == nil { return nil }
        guard let host, let port, let security else { throw ValueError(field: "host", reason: .isMissing) }
        return try MailServer(host: host, port: port, security: security, username: username)
    }
}
