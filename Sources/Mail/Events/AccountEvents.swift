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

    enum CodingKeys: String, CodingKey {
        case id, address
        case displayName = "display_name"
        case provider, imap, smtp
        case authTypes = "auth_types"
        case credentialRef = "credential_ref"
        case isEnabled = "is_enabled"
    }

    public init(
        id: AccountID, address: String, displayName: String?, provider: AccountProvider, imap: MailServer?,
        smtp: MailServer?, authTypes: [AuthType], credentialRef: CredentialReference?, isEnabled: Bool
    ) {
        self.id = id
        self.address = address
        self.displayName = displayName
        self.provider = provider
        self.imap = imap
        self.smtp = smtp
        self.authTypes = authTypes
        self.credentialRef = credentialRef
        self.isEnabled = isEnabled
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
