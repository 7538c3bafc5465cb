public import EventLog

/// Makes the profile of the ledger's owner, or changes it.
///
/// Values that are nil stay unchanged; an empty text removes a value.
public struct SetProfile: Codable, Hashable, Sendable {
    /// A new profile needs it.
    public var email: String?
    public var displayName: String?
    public var photoURL: String?
    /// As in `Europe/Berlin`.
    public var timeZone: String?
    public var externalID: String?
    public var transcribesAutomatically: Bool?
    public var createsActionsAutomatically: Bool?

    enum CodingKeys: String, CodingKey {
        case email
        case displayName = "display_name"
        case photoURL = "photo_url"
        case timeZone = "time_zone"
        case externalID = "external_id"
        case transcribesAutomatically = "auto_transcribe"
        case createsActionsAutomatically = "auto_create_actions"
    }

    public init() {}

    /// Decides on one event with every field that changes, and on none if all is so already.
    ///
    /// - Parameter profile: The live profile; a ledger has one at most.
    public func decide(_ profile: ProfileState?, newID: () -> UniqueID) throws -> [ProposedEvent] {
        if let profile {
            let new = try changing(profile.settings)
            return ProfileChanged(profile: profile.id, from: profile.settings, to: new).map { [profile.event($0)] }
                ?? []
        }
        guard let email else { throw DomainError.invalid(field: "email", reason: ValueError.Reason.isMissing.rawValue) }
        let settings = try changing(ProfileSettings(email: email))
        let created = ProfileCreated(id: ProfileID(newID()), settings: settings)
        return [ProposedEvent(created, target: .noStream, account: .none)]
    }

    private func changing(_ old: ProfileSettings) throws -> ProfileSettings {
        var new = old
        if let email { new.email = try TextRules.email(email) }
        if let externalID { new.externalID = try Self.value(externalID) { try TextRules.name($0, "external_id") } }
        if let displayName { new.displayName = try Self.value(displayName, TextRules.displayName) }
        if let photoURL { new.photoURL = try Self.value(photoURL) { try TextRules.url($0, "photo_url") } }
        if let timeZone { new.timeZone = try Self.value(timeZone, TextRules.timeZone) }
        if let transcribesAutomatically { new.transcribesAutomatically = transcribesAutomatically }
        if let createsActionsAutomatically { new.createsActionsAutomatically = createsActionsAutomatically }
        return new
    }

    private static func value(_ text: String, _ check: (String) throws -> String) throws -> String? {
        text.isEmpty ? nil : try check(text)
    }
}

/// Switches a feature on or off.
public struct SwitchFeature: Hashable, Sendable {
    public var feature: AssistFeature
    public var isEnabled: Bool

    public init(_ feature: AssistFeature, isEnabled: Bool) {
        self.feature = feature
        self.isEnabled = isEnabled
    }

    public func decide(_ profile: ProfileState) -> [ProposedEvent] {
        guard profile.settings.features.contains(feature) != isEnabled else { return [] }
        let change = Change(old: !isEnabled, new: isEnabled)
        return [profile.event(ProfileFeatureSwitched(profile: profile.id, changes: [feature: change]))]
    }
}

/// Records that a service is connected or disconnected; its credentials are kept elsewhere.
public struct SwitchService: Hashable, Sendable {
    public var service: ConnectedService
    public var isConnected: Bool

    public init(_ service: ConnectedService, isConnected: Bool) {
        self.service = service
        self.isConnected = isConnected
    }

    public func decide(_ profile: ProfileState) -> [ProposedEvent] {
        guard profile.settings.services.contains(service) != isConnected else { return [] }
        let change = Change(old: !isConnected, new: isConnected)
        return [profile.event(ProfileServiceSwitched(profile: profile.id, changes: [service: change]))]
    }
}

/// Ends the profile, and its canned answers with it.
public struct DeleteProfile: Hashable, Sendable {
    public init() {}

    public func decide(_ profile: ProfileState) -> [ProposedEvent] {
        profile.isDeleted ? [] : [profile.event(ProfileDeleted(profile: profile.id))]
    }
}

/// Restores a deleted profile.
public struct RestoreProfile: Hashable, Sendable {
    public init() {}

    /// - Parameter live: The profile that the ledger has now.
    public func decide(_ profile: ProfileState, live: ProfileState?) throws -> [ProposedEvent] {
        guard profile.isDeleted else { return [] }
        if let live { throw DomainError.conflict("the ledger has another profile since: \(live.settings.email)") }
        return [profile.event(ProfileRestored(profile: profile.id))]
    }
}
