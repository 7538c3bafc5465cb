public import CivilTime
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
    /// Where the secret is to be found, as in `env:NAME`; never the secret.
    public let credentialRef: CredentialReference?
    public let isEnabled: Bool
    /// How many messages it keeps, the newest; nil for all.
    public let keepNewest: Int?
    /// Of how long a time it keeps messages; nil for all.
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
    public let address: Change<String>?
    public let displayName: Change<String?>?
    public let provider: Change<AccountProvider>?
    public let imap: ServerChange?
    public let smtp: ServerChange?
    public let authTypes: Change<[AuthType]>?
    public let credentialRef: Change<CredentialReference?>?
    public let isEnabled: Change<Bool>?
    /// How many messages it keeps, the newest; nil for all.
    public let keepNewest: Change<Int?>?
    /// Of how long a time it keeps messages; nil for all.
    public let keepFor: Change<RetentionPeriod?>?

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

    public init(
        account: AccountID, address: Change<String>? = nil, displayName: Change<String?>? = nil,
        provider: Change<AccountProvider>? = nil, imap: ServerChange? = nil, smtp: ServerChange? = nil,
        authTypes: Change<[AuthType]>? = nil, credentialRef: Change<CredentialReference?>? = nil,
        isEnabled: Change<Bool>? = nil, keepNewest: Change<Int?>? = nil, keepFor: Change<RetentionPeriod?>? = nil
    ) {
        self.account = account
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

    /// What leads from one set of settings to another; nil where they are equal.
    public init?(account: AccountID, from old: AccountSettings, to new: AccountSettings) {
        guard old != new else { return nil }
        self.init(
            account: account, address: Change(from: old.address, to: new.address),
            displayName: Change(from: old.displayName, to: new.displayName),
            provider: Change(from: old.provider, to: new.provider), imap: ServerChange(from: old.imap, to: new.imap),
            smtp: ServerChange(from: old.smtp, to: new.smtp), authTypes: Change(from: old.authTypes, to: new.authTypes),
            credentialRef: Change(from: old.credentialRef, to: new.credentialRef),
            isEnabled: Change(from: old.isEnabled, to: new.isEnabled),
            keepNewest: Change(from: old.keepNewest, to: new.keepNewest),
            keepFor: Change(from: old.keepFor, to: new.keepFor))
    }
}

/// What changed of a server; all fields are null on the side where there is none.
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

    /// What leads from one server to another; nil where they are equal.
    public init?(from old: MailServer?, to new: MailServer?) {
        guard old != new else { return nil }
        self.init(
            host: Change(from: old?.host, to: new?.host), port: Change(from: old?.port, to: new?.port),
            security: Change(from: old?.security, to: new?.security),
            username: Change(from: old?.username, to: new?.username))
    }
}

/// It became known how far an account has come with its server.
public struct AccountSyncChanged: Event, Hashable {
    public static let type = EventType("mail.account-sync-changed", schema: 1)

    public let account: AccountID
    public let historyID: Change<String?>?
    public let status: Change<AccountSyncStatus>?
    public let errorMessage: Change<String?>?
    public let lastFullSync: Change<Timestamp?>?
    public let lastIncrementalSync: Change<Timestamp?>?

    enum CodingKeys: String, CodingKey {
        case account
        case historyID = "history_id"
        case status
        case errorMessage = "error_message"
        case lastFullSync = "last_full_sync"
        case lastIncrementalSync = "last_incremental_sync"
    }

    public init(
        account: AccountID, historyID: Change<String?>? = nil, status: Change<AccountSyncStatus>? = nil,
        errorMessage: Change<String?>? = nil, lastFullSync: Change<Timestamp?>? = nil,
        lastIncrementalSync: Change<Timestamp?>? = nil
    ) {
        self.account = account
        self.historyID = historyID
        self.status = status
        self.errorMessage = errorMessage
        self.lastFullSync = lastFullSync
        self.lastIncrementalSync = lastIncrementalSync
    }

    /// What leads from one state to another; nil where they are equal.
    public init?(account: AccountID, from old: SyncState, to new: SyncState) {
        guard old != new else { return nil }
        self.init(
            account: account, historyID: Change(from: old.historyID, to: new.historyID),
            status: Change(from: old.status, to: new.status),
            errorMessage: Change(from: old.errorMessage, to: new.errorMessage),
            lastFullSync: Change(from: old.lastFullSync, to: new.lastFullSync),
            lastIncrementalSync: Change(from: old.lastIncrementalSync, to: new.lastIncrementalSync))
    }
}

/// An account ended, and with it all that it holds.
public struct AccountDeleted: Event, Hashable {
    public static let type = EventType("mail.account-deleted", schema: 1)

    public let account: AccountID

    public init(account: AccountID) {
        self.account = account
    }
}

/// A deleted account came back as it was.
public struct AccountRestored: Event, Hashable {
    public static let type = EventType("mail.account-restored", schema: 1)

    public let account: AccountID

    public init(account: AccountID) {
        self.account = account
    }
}
