public import Assist
internal import DiskFiles
package import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Projections

/// Makes the profile, or changes the given values; an empty text removes a value.
public struct SetProfileRequest: LedgerCommand {
    public static let name = "set-profile"
    public typealias Answer = SettingsChangeForm
    public var profile: SetProfile

    public init(_ profile: SetProfile) {
        self.profile = profile
    }

    public init(from decoder: any Decoder) throws {
        profile = try SetProfile(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try profile.encode(to: encoder)
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        .settings(try profile.decide(reader))
    }
}

extension SetProfile {
    /// Decides on the profile that the ledger has, and refuses a time zone that this system does not know.
    ///
    /// Every request that sets a profile comes by here.
    func decide(_ reader: LedgerReader) throws -> [ProposedEvent] {
        let stored = try reader.profile()?.state
        let events = try decide(stored, newID: reader.environment.newID)
        // One that is there already may be known to another machine.
        if let timeZone, !timeZone.isEmpty, timeZone != stored?.settings.timeZone, !Self.isTimeZone(timeZone) {
            throw DomainError.invalid(
                field: "time_zone", reason: "there is no time zone \"\(timeZone)\"; write one such as Europe/Oslo")
        }
        return events
    }

    /// Whether the system's database of time zones has a name, which has the form of one; any, where there is no database.
    private static func isTimeZone(_ name: String) -> Bool {
        let (zones, files) = ("/usr/share/zoneinfo", KernelFiles.shared)
        guard files.allows(.read, of: zones) else { return true }
        guard name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }) else {
            return false
        }
        // RFC 9636 section 3.1. Names of folders and of other files are none of zones.
        let beginning = try? files.contents(of: "\(zones)/\(name)", limit: 4)
        return beginning?.starts(with: "TZif".utf8) == true
    }
}

/// Switches a feature on or off.
public struct SwitchFeatureRequest: LedgerCommand {
    public static let name = "switch-feature"
    public typealias Answer = SettingsChangeForm
    public var feature: AssistFeature
    public var isEnabled: Bool

    enum CodingKeys: String, CodingKey {
        case feature
        case isEnabled = "is_enabled"
    }

    public init(feature: AssistFeature, isEnabled: Bool) {
        self.feature = feature
        self.isEnabled = isEnabled
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        .settings(SwitchFeature(feature, isEnabled: isEnabled).decide(try reader.requireProfile().state))
    }
}

/// Notes that a service is connected, or is not any more.
public struct SwitchServiceRequest: LedgerCommand {
    public static let name = "switch-service"
    public typealias Answer = SettingsChangeForm
    public var service: ConnectedService
    public var isConnected: Bool

    enum CodingKeys: String, CodingKey {
        case service
        case isConnected = "is_connected"
    }

    public init(service: ConnectedService, isConnected: Bool) {
        self.service = service
        self.isConnected = isConnected
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        .settings(SwitchService(service, isConnected: isConnected).decide(try reader.requireProfile().state))
    }
}

/// Ends the profile, and the canned answers that belong to it.
public struct DeleteProfileRequest: LedgerCommand {
    public static let name = "delete-profile"
    public typealias Answer = OutcomeForm

    public init() {}

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let profile = try reader.requireProfile()
        let answers = try reader.answers().count { $0.profile == profile.id }
        return .outcome(
            of: answers, DeleteProfile().decide(profile.state), told: .init(subject: profile.settings.email))
    }
}

extension LedgerReader {
    /// The streams that go where the profile is erased: its own and those of its canned answers, deleted ones too.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:place:similar:hint:)`` if there never was a profile.
    package func streamsOfProfiles() throws -> [StreamID] {
        let profiles = try ProfilesQuery(on: connection).all()
        guard !profiles.isEmpty else { _ = try requireProfile(); return [] }
        let ids = Set(profiles.map(\.id))
        let answers = try answers(includingDeleted: true).filter { $0.profile.map(ids.contains) ?? false }
        return profiles.map(\.stream) + answers.map(\.stream)
    }
}
