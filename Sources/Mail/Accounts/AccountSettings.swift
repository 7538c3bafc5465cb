internal import Domain
internal import EventLog

/// The settings of an account beside its id: those that are shown, and that a command may change.
public struct AccountSettings: Hashable, Sendable {
    public var address: String
    public var displayName: String?
    public var provider: AccountProvider
    /// The server for reading mail; nil if it is unknown.
    public var imap: MailServer?
    /// The server for sending mail; nil if it is unknown.
    public var smtp: MailServer?
    /// Ways to authenticate, the preferred one first.
    public var authTypes: [AuthType]
    /// The place of the secret; never the secret itself.
    public var credentialRef: CredentialReference?
    /// Whether mail is imported for it.
    public var isEnabled: Bool
    /// The number of messages to keep, the newest; nil for all.
    public var keepNewest: Int?
    /// The age up to which messages are kept; nil for any age.
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
    /// Returns the settings with a change undone, and names the fields that no longer have the value it gave them.
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
        // If the server was changed otherwise since, the remaining fields may not make a server.
        do {
            return try fields.server()
        } catch {
            stale.append(name)
            return server
        }
    }
}

extension FieldPair<AccountSettings, AccountChanged> {
    /// A server, whose fields are recorded one by one.
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

/// The fields of a server one by one; all nil if there is no server.
struct ServerFields: Hashable {
    var host: String?
    var port: Int?
    var security: ConnectionSecurity?
    var username: String?

    init(_ server: MailServer?) {
        (host, port, security, username) = (server?.host, server?.port, server?.security, server?.username)
    }

    /// The server that the fields make; throws if only some of the required fields are there.
    func server() throws(ValueError) -> MailServer? {
        if host == nil, port == nil, security == nil, username == nil { return nil }
        guard let host, let port, let security else { throw ValueError(field: "host", reason: .isMissing) }
        return try MailServer(host: host, port: port, security: security, username: username)
    }
}
