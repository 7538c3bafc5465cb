internal import CivilTime
public import EventLog

/// Adds an account, with the folders that every account has.
public struct AddAccount: Codable, Hashable, Sendable {

    public var address: String
    public var displayName: String?
    public var provider: AccountProvider?
    public var imap = ServerChoice()
    public var smtp = ServerChoice()
    /// Ways to authenticate, the preferred one first; nil for those of the provider.
    public var authTypes: [AuthType]?
    public var credentialRef: CredentialReference?
    public var isEnabled = true
    /// The number of messages to keep, the newest; nil and 0 for all.
    public var keepNewest: Int?
    /// The age up to which messages are kept, as in `7y`; nil for any age.
    public var keepFor: String?

    public init(address: String, displayName: String? = nil, provider: AccountProvider? = nil) {
        self.address = address
        self.displayName = displayName
        self.provider = provider
    }

    /// The roles of the folders that are made with an account.
    public static let roles = FolderRole.ofEveryAccount

    /// Fills in the known requirements of the provider.
    public func settings() throws -> AccountSettings {
        let address = try accountAddress(address)
        let provider = provider ?? .detect(address: address)
        let defaults = provider.defaults(for: address)
        return AccountSettings(
            address: address.address, displayName: try accountDisplayName(displayName), provider: provider,
            imap: try imap.server(defaults: defaults.imap, named: "imap"),
            smtp: try smtp.server(defaults: defaults.smtp, named: "smtp"),
            authTypes: try accountAuthTypes(authTypes) ?? defaults.imap.authTypes, credentialRef: credentialRef,
            isEnabled: isEnabled, keepNewest: try RetentionRule.newest(keepNewest, changing: nil),
            keepFor: try RetentionRule.period(keepFor, changing: nil))
    }

    /// Refuses an address that a live account has.
    public func decide(existing: [AccountState], newID: () -> UniqueID) throws -> [ProposedEvent] {
        let settings = try settings()
        try requireUnused(settings.address, among: existing)
        return Self.events(adding: AccountID(newID()), settings, newID: newID)
    }

    fileprivate static func events(
        adding account: AccountID, _ settings: AccountSettings, newID: () -> UniqueID
    ) -> [ProposedEvent] {
        var events = [ProposedEvent(AccountCreated(id: account, settings: settings), target: .noStream, account: .own)]
        for role in roles {
            let folder = FolderCreated(
                id: FolderID(newID()), account: account, parent: nil,
                name: role.folderName, kind: .folder, role: role,
                sortOrder: role.defaultSortOrder)
            events.append(ProposedEvent(folder, target: .noStream, account: .stream(.started(0))))
        }
        return events
    }

    /// Whether two addresses are one: domains are compared without regard to case (RFC 5321 section 2.4).
    public static func sameAddress(_ left: String, _ right: String) -> Bool {
        EmailAddress(address: left) == EmailAddress(address: right)
    }
}

/// Changes settings of an account; a value that is nil stays unchanged, and an empty text removes it.
///
/// With another provider or address, values filled in from the old one follow, and values that a person set stay.
public struct ChangeAccount: Codable, Hashable, Sendable {
    public var address: String?
    public var displayName: String?
    public var provider: AccountProvider?
    public var imap = ServerChoice()
    public var smtp = ServerChoice()
    public var authTypes: [AuthType]?
    /// The written form of a ``CredentialReference``.
    public var credentialRef: String?
    public var isEnabled: Bool?
    /// The number of messages to keep, the newest; 0 for all.
    public var keepNewest: Int?
    /// The age up to which messages are kept, as in `7y`.
    public var keepFor: String?

    public init() {}

    /// Decides on one event with every field that changes, and on none if all is so already.
    public func decide(_ account: AccountState, existing: [AccountState]) throws -> [ProposedEvent] {
        let new = try changing(account.settings)
        if !AddAccount.sameAddress(new.address, account.address) {
            try requireUnused(new.address, among: existing.filter { $0.id != account.id })
        }
        return AccountChanged(account: account.id, from: account.settings, to: new).map { [account.event($0)] } ?? []
    }

    private func changing(_ old: AccountSettings) throws -> AccountSettings {
        var new = old
        if let address { new.address = try accountAddress(address).address }
        if let provider { new.provider = provider }
        let before = old.provider.defaults(for: EmailAddress(address: old.address))
        let defaults = new.provider.defaults(for: EmailAddress(address: new.address))
        new.imap = try imap.server(
            changing: Self.following(old.imap, from: before.imap, to: defaults.imap), defaults: defaults.imap,
            named: "imap")
        new.smtp = try smtp.server(
            changing: Self.following(old.smtp, from: before.smtp, to: defaults.smtp), defaults: defaults.smtp,
            named: "smtp")
        if old.authTypes == before.imap.authTypes { new.authTypes = defaults.imap.authTypes }
        if let authTypes = try accountAuthTypes(authTypes) { new.authTypes = authTypes }
        if let displayName { new.displayName = try accountDisplayName(displayName) }
        if let credentialRef { new.credentialRef = try reference(credentialRef) }
        if let isEnabled { new.isEnabled = isEnabled }
        new.keepNewest = try RetentionRule.newest(keepNewest, changing: old.keepNewest)
        new.keepFor = try RetentionRule.period(keepFor, changing: old.keepFor)
        return new
    }

    // A server that was removed is not filled in again.
    private static func following(
        _ server: MailServer?, from old: ServerDefaults, to new: ServerDefaults
    ) -> MailServer? {
        guard old != new else { return server }
        guard let server else {
            guard old.host == nil else { return nil }
            return try? new.server()
        }
        var fields = ServerFields(server)
        // For an unknown provider, only the login name can follow.
        if let host = new.host {
            if fields.host == old.host { fields.host = host }
            if fields.port == old.port { fields.port = new.port }
            if fields.security == old.security { fields.security = new.security }
        }
        if fields.username == old.username { fields.username = new.username }
        return (try? fields.server()) ?? server
    }

    private func reference(_ text: String) throws -> CredentialReference? {
        guard !text.isEmpty else { return nil }
        do {
            return try CredentialReference(text)
        } catch {
            throw DomainError.invalid(field: error.field, error)
        }
    }
}

/// Saves an account under an id: adds it if there is none, else changes the fields that differ.
public struct SaveAccount: Hashable, Sendable {
    public var id: AccountID
    /// The settings as they will be: no default replaces a value that is nil.
    public var settings: AccountSettings

    public init(id: AccountID, settings: AccountSettings) {
        self.id = id
        self.settings = settings
    }

    /// Refuses an address that another live account has, and the id of an account that was deleted.
    public func decide(existing: [AccountState], newID: () -> UniqueID) throws -> [ProposedEvent] {
        var settings = settings
        let before = existing.first { $0.id == id }?.address
        settings.address = try accountAddress(settings.address, before: before).address
        settings.displayName = try accountDisplayName(settings.displayName)
        settings.authTypes = try accountAuthTypes(settings.authTypes) ?? []
        settings.keepNewest = try RetentionRule.newest(settings.keepNewest, changing: nil)
        try requireUnused(settings.address, among: existing.filter { $0.id != id })
        guard let account = existing.first(where: { $0.id == id }) else {
            return AddAccount.events(adding: id, settings, newID: newID)
        }
        guard !account.isDeleted else { throw DomainError.notFound(kind: "account", name: id.description) }
        return AccountChanged(account: id, from: account.settings, to: settings).map { [account.event($0)] } ?? []
    }
}

/// Notes how far an account has come with its server: the end of each run that says something new.
///
/// A run that has begun is not recorded, since it can be seen by its lock; two events every five minutes would be most of
/// a log. The time of a run that found nothing new is recorded once a day.
public struct ChangeSyncState: Hashable, Sendable {
    public var state: SyncState

    public init(_ state: SyncState) {
        self.state = state
    }

    /// Decides on one event with every field that changes, and on none if all that is worth an event is known already.
    public func decide(_ account: AccountState, from old: SyncState) throws -> [ProposedEvent] {
        try Self.check(state.historyID, "history_id", maximum: 255)
        try Self.check(state.errorMessage, "error_message", maximum: 1_000)
        var new = state
        if new.status == .syncing {
            // Only the mark that a run has reached already is worth an event.
            new = old
            new.historyID = state.historyID ?? old.historyID
        }
        guard
            new.historyID != old.historyID || new.status != old.status || new.errorMessage != old.errorMessage
                || Self.isNews(new.lastFullSync, after: old.lastFullSync)
                || Self.isNews(new.lastIncrementalSync, after: old.lastIncrementalSync)
        else { return [] }
        return AccountSyncChanged(account: account.id, from: old, to: new).map { [account.event($0)] } ?? []
    }

    /// Whether a run's time is of another day in UTC than the recorded one, or before it.
    private static func isNews(_ new: Timestamp?, after old: Timestamp?) -> Bool {
        guard let new, let old else { return new != old }
        let day: Int64 = 86_400_000_000
        return new < old || new.microseconds / day != old.microseconds / day
    }

    // A server's message may repeat data that was sent to it.
    private static func check(_ text: String?, _ field: String, maximum: Int) throws {
        guard let text else { return }
        let reason: ValueError.Reason? =
            if text.isEmpty {
                .isEmpty
            } else if SecretFieldPolicy.holdsUserInfo(text) {
                .holdsSecret
            } else if text.utf8.count > maximum {
                .isTooLong
            } else {
                text.unicodeScalars.contains(where: \.isControl) ? .holdsForbiddenCharacter : nil
            }
        if let reason { throw DomainError.invalid(field: field, ValueError(field: field, reason: reason)) }
    }
}

/// Deletes an account and all that it contains by one event.
public struct DeleteAccount: Codable, Hashable, Sendable {
    /// The treatment of what it contains; nil for ``DeletePolicy/cascade``.
    public var policy: DeletePolicy?

    public init(policy: DeletePolicy? = nil) {
        self.policy = policy
    }

    /// - Parameters:
    ///   - messages: The number of its live messages.
    ///   - conversations: The number of its live conversations; its folders alone are no contents.
    public func decide(
        _ account: AccountState, messages: Int = 0, conversations: Int = 0
    ) throws -> [ProposedEvent] {
        guard !account.isDeleted else { return [] }
        switch policy ?? .cascade {
        case .cascade: break
        case .deny, .noAction:
            let contents = [(messages, "message"), (conversations, "conversation")].filter { $0.0 > 0 }
                .map(DeletePolicy.counted)
            guard contents.isEmpty else { throw DomainError.blocked("\(account.address) is not empty", by: contents) }
        case .nullify:
            throw DomainError.invalid(
                field: "policy", reason: "nullify is for folders; there is no mail without an account")
        }
        return [account.event(AccountDeleted(account: account.id))]
    }
}

/// Restores a deleted account.
public struct RestoreAccount: Codable, Hashable, Sendable {
    public init() {}

    public func decide(_ account: AccountState, existing: [AccountState]) throws -> [ProposedEvent] {
        guard account.isDeleted else { return [] }
        if existing.contains(where: { !$0.isDeleted && AddAccount.sameAddress($0.address, account.address) }) {
            throw DomainError.conflict("another account has taken the address \(account.address)")
        }
        return [account.event(AccountRestored(account: account.id))]
    }
}

extension AccountState {
    /// An event at the end of the account's stream.
    public func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .stream(.existing(stream)))
    }
}

private func requireUnused(_ address: String, among accounts: [AccountState]) throws {
    guard !accounts.contains(where: { !$0.isDeleted && AddAccount.sameAddress($0.address, address) }) else {
        throw DomainError.alreadyExists(kind: "account", name: address)
    }
}

/// - Parameter before: The address that the account has; of its length nothing is said again.
private func accountAddress(_ text: String, before: String? = nil) throws -> EmailAddress {
    // `imaps://ada:secret@host` is no address, and is not repeated either.
    guard !SecretFieldPolicy.holdsUserInfo(text) else {
        throw DomainError.invalid(field: "address", ValueError(field: "address", reason: .holdsSecret))
    }
    guard let parsed = EmailAddress(parsing: text), parsed.name == nil, parsed.domain != nil else {
        throw DomainError.invalid(field: "address", reason: "\"\(text)\" is not an e-mail address")
    }
    // RFC 5321, sections 4.5.3.1.1 and 4.5.3.1.2.
    guard parsed.localPart.utf8.count <= 64 && (parsed.domain?.utf8.count ?? 0) <= 255 || text == before else {
        throw DomainError.invalid(
            field: "address", reason: "is too long: it has at most 64 bytes before the @, and 255 behind it")
    }
    return parsed
}

private func accountDisplayName(_ name: String?) throws -> String? {
    guard let name, !name.isEmpty else { return nil }
    let reason: ValueError.Reason? =
        if SecretFieldPolicy.holdsUserInfo(name) {
            .holdsSecret
        } else if name.utf8.count > 1_000 {
            .isTooLong
        } else {
            name.unicodeScalars.contains(where: \.isControl) ? .holdsForbiddenCharacter : nil
        }
    if let reason {
        throw DomainError.invalid(field: "display_name", ValueError(field: "display_name", reason: reason))
    }
    return name
}

private func accountAuthTypes(_ types: [AuthType]?) throws -> [AuthType]? {
    guard let types else { return nil }
    guard !types.isEmpty, Set(types).count == types.count else {
        throw DomainError.invalid(field: "auth_types", reason: types.isEmpty ? "none is named" : "one is named twice")
    }
    return types
}
