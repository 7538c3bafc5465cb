internal import Assist
internal import EventLog
internal import Projections
internal import WireModels

extension UserResponse {
    /// Makes the form of the owner, who is always active; the ledger does not know whether the address was verified.
    init(_ profile: ProfileRow) {
        let settings = profile.settings
        self.init(
            id: profile.id.uniqueID, email: settings.email, fullName: settings.displayName,
            timezone: settings.timeZone ?? "UTC", autoTranscribe: settings.transcribesAutomatically,
            autoCreateActions: settings.createsActionsAutomatically, createdAt: WireTime(profile.createdAt),
            googleConnected: settings.services.contains(.google), appleConnected: settings.services.contains(.apple))
    }
}
