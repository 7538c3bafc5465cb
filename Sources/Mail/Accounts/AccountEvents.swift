internal import CivilTime
package import Domain
public import EventLog

/// An account came into being, with its settings; secrets are never among them.
public struct AccountCreated: Event, Hashable {
    public static let type = EventType("mail.account-created", schema: 1)

    public let id: AccountID
    public let address: String
    public let displayName: String?
    public let provider: AccountProvider
    public let imap: MailServer?
    public let smtp: MailServer?
    /// Ways to authenticate, the preferred one first.
    public let authTypes: [AuthType]
    /// The place of the secret, as in `env:NAME`; never the secret itself.
    public let credentialRef: CredentialReference?
    public let isEnabled: Bool
    /// The number of messages to keep, the newest; nil for all.
    public let keepNewest: Int?
    /// The age up to which messages are kept; nil for any age.
    public let keepFor: RetentionPeriod?

    enum CodingKeys: String, CodingKey {
        case id, address
        case displayName = "display_name"
        case provider, imap, smtp
        case authTypes = "auth_types"
        case credentialRef = "credential_ref"
        case isEnabled = "is_enabled"
        case keepNewest = "keep_newest"
        case keepFor = "keep_for"
    }

    public init(id: AccountID, settings: AccountSettings) {
        self.id = id
        address = settings.address
        displayName = settings.displayName
        provider = settings.provider
        imap = settings.imap
        smtp = settings.smtp
        authTypes = settings.authTypes
        credentialRef = settings.credentialRef
        isEnabled = settings.isEnabled
        keepNewest = settings.keepNewest
        keepFor = settings.keepFor
    }
}

/// Settings of an account changed; each field that did has its old and its new value, and no other is there.
public struct AccountChanged: Event, Hashable {
    public static let type = EventType("mail.account-changed", schema: 1)

    public let account: AccountID
    public package(set) var address: Change<String>?
    public package(set) var displayName: Change<String?>?
    public package(set) var provider: Change<AccountProvider>?
    public package(set) var imap: ServerChange?
    public package(set) var smtp: ServerChange?
    public package(set) var authTypes: Change<[AuthType]>?
    public package(set) var credentialRef: Change<CredentialReference?>?
    public package(set) var isEnabled: Change<Bool>?
    /// The number of messages to keep, the newest; nil for all.
    public package(set) var keepNewest: Change<Int?>?
    /// The age up to which messages are kept; nil for any age.
    public package(set) var keepFor: Change<RetentionPeriod?>?

    enum CodingKeys: String, CodingKey {
        case account, address
        case displayName = "display_name"
        case provider, imap, smtp
        case authTypes = "auth_types"
        case credentialRef = "credential_ref"
        case isEnabled = "is_enabled"
        case keepNewest = "keep_newest"
        case keepFor = "keep_for"
    }

    /// Makes an event whose fields the closure sets, for events that no settings lead to.
    package init(account: AccountID, _ say: (inout AccountChanged) throws -> Void) rethrows {
        self.account = account
        try say(&self)
    }

    /// The change that leads from one set of settings to another; nil if they are equal.
    public init?(account: AccountID, from old: AccountSettings, to new: AccountSettings) {
        guard old != new else { return nil }
        self.account = account
        Self.fields.record(from: old, to: new, in: &self)
    }

    package static let fields: [FieldPair<AccountSettings, AccountChanged>] = [
        .init("address", \.address, \.address),
        .init("provider", \.provider, \.provider),
        .init("auth_types", \.authTypes, \.authTypes),
        .init("is_enabled", \.isEnabled, \.isEnabled),
        .init("display_name", \.displayName, \.displayName),
        .init(server: "imap", \.imap, \.imap),
        .init(server: "smtp", \.smtp, \.smtp),
        .init("credential_ref", \.credentialRef, \.credentialRef),
        .init("keep_newest", \.keepNewest, \.keepNewest),
        .init("keep_for", \.keepFor, \.keepFor),
    ]
}

/// The changed fields of a server; all fields are null on a side without a server.
public struct ServerChange: Codable, Hashable, Sendable {
    public let host: Change<String?>?
    public let port: Change<Int?>?
    public let security: Change<ConnectionSecurity?>?
    public let username: Change<String?>?

    public init(
        host: Change<String?>? = nil, port: Change<Int?>? = nil, security: Change<ConnectionSecurity?>? = nil,
        username: Change<String?>? = nil
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.username = username
    }

    /// The change that leads from one server to another; nil if they are equal.
    public init?(from old: MailServer?, to new: MailServer?) {
        guard old != new else { return nil }
        self.init(
            host: Change(from: old?.host, to: new?.host), port: Change(from: old?.port, to: new?.port),
            security: Change(from: old?.security, to: new?.security),
            username: Change(from: old?.username, to: new?.username))
    }
}

/// An account was deleted, with all that it contains.
public struct AccountDeleted: Event, Hashable {
    public static let type = EventType("mail.account-deleted", schema: 1)

    public let account: AccountID

    public init(account: AccountID) {
        self.account = account
    }
}

/// A deleted account was restored.
public struct AccountRestored: Event, Hashable {
    public static let type = EventType("mail.account-restored", schema: 1)

    public let account: AccountID

    public init(account: AccountID) {
        self.account = account
    }
}
