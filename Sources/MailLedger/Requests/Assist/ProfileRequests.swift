public import Assist
internal import EventLog
internal import Projections

/// Makes the profile, or changes what is given; an empty text takes a value away.
public struct SetProfileRequest: LedgerWork {
    public static let name = "set-profile"
    public typealias Answer = SettingsChangeForm
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

    public init(
        email: String? = nil, displayName: String? = nil, photoURL: String? = nil, timeZone: String? = nil,
        externalID: String? = nil, transcribesAutomatically: Bool? = nil, createsActionsAutomatically: Bool? = nil
    ) {
        self.email = email
        self.displayName = displayName
        self.photoURL = photoURL
        self.timeZone = timeZone
        self.externalID = externalID
        self.transcribesAutomatically = transcribesAutomatically
        self.createsActionsAutomatically = createsActionsAutomatically
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        var command = SetProfile()
        command.email = email
        command.displayName = displayName
        command.photoURL = photoURL
        command.timeZone = timeZone
        command.externalID = externalID
        command.transcribesAutomatically = transcribesAutomatically
        command.createsActionsAutomatically = createsActionsAutomatically
        return try CommandResult(
            ledger.setProfile(command, context: call.context, dryRun: call.isDryRun), from: ledger, in: call)
    }
}

/// Switches a feature on or off.
public struct SwitchFeatureRequest: LedgerWork {
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

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let command = SwitchFeature(feature, isEnabled: isEnabled)
        return try CommandResult(
            ledger.switchFeature(command, context: call.context, dryRun: call.isDryRun), from: ledger, in: call)
    }
}

/// Notes that a service is connected, or is not any more.
public struct SwitchServiceRequest: LedgerWork {
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

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let command = SwitchService(service, isConnected: isConnected)
        return try CommandResult(
            ledger.switchService(command, context: call.context, dryRun: call.isDryRun), from: ledger, in: call)
    }
}

/// Ends the profile, and the canned answers that belong to it.
public struct DeleteProfileRequest: LedgerWork {
    public static let name = "delete-profile"
    public typealias Answer = OutcomeForm

    public init() {}

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let deletion = try ledger.deleteProfile(context: call.context, dryRun: call.isDryRun)
        return CommandResult(of: deletion.answers, deletion.receipt, in: call)
    }
}
