public import Assist
internal import EventLog
public import Projections
public import WireModels

extension UserResponse {
    /// Makes the form of the owner. Whoever has a ledger is active; whether somebody verified the address is known elsewhere.
    public init(_ profile: ProfileRow) {
        let settings = profile.settings
        self.init(
            id: profile.id.uniqueID, email: settings.email, fullName: settings.displayName,
            timezone: settings.timeZone ?? "UTC", autoTranscribe: settings.transcribesAutomatically,
            autoCreateActions: settings.createsActionsAutomatically, createdAt: WireTime(profile.createdAt),
            googleConnected: settings.services.contains(.google), appleConnected: settings.services.contains(.apple))
    }
}

extension UserUpdateRequest {
    /// The command that it stands for; what is left out stays.
    public var command: SetProfile {
        var command = SetProfile()
        command.displayName = fullName
        command.timeZone = timezone
        command.transcribesAutomatically = autoTranscribe
        command.createsActionsAutomatically = autoCreateActions
        return command
    }
}

extension UserCreateRequest {
    /// The command that makes the profile; the password has no place in it.
    public var command: SetProfile {
        var command = SetProfile()
        command.email = email
        command.displayName = fullName
        command.timeZone = timezone
        return command
    }
}
