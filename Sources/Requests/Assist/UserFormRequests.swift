internal import Assist
internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Projections
public import WireModels

/// The owner of the ledger, in the form that programs exchange.
public struct GetUser: LedgerQuery, WireRequest {
    public static let name = "get-user"
    public typealias Answer = UserResponse

    public init() {}

    public func answer(from reader: LedgerReader) throws -> Answer { UserResponse(try reader.requireProfile()) }
}

/// Makes the profile as a program asks. The password is dropped: a ledger keeps none.
extension UserCreateRequest: LedgerCommand, WireRequest {
    public static let name = "create-user"
    public typealias Answer = Made<UserResponse>

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        var command = SetProfile()
        command.email = email
        command.displayName = fullName
        command.timeZone = timezone
        return try .user(command, reader)
    }
}

/// Changes the profile as a program asks; omitted values stay unchanged.
extension UserUpdateRequest: LedgerCommand, WireRequest {
    public static let name = "update-user"
    public typealias Answer = Made<UserResponse>

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        _ = try reader.requireProfile()
        var command = SetProfile()
        command.displayName = fullName
        command.timeZone = timezone
        command.transcribesAutomatically = autoTranscribe
        command.createsActionsAutomatically = autoCreateActions
        return try .user(command, reader)
    }
}

extension Decision<Made<UserResponse>> {
    fileprivate static func user(_ command: SetProfile, _ reader: LedgerReader) throws -> Decision {
        let events = try command.decide(reader)
        return .made(events, count: events.count) { UserResponse(try $0.requireProfile()) }
    }
}

/// The owner of the ledger with features and canned answers, in the form that programs exchange.
public struct GetUserEntity: LedgerQuery, WireRequest {
    public static let name = "get-user-entity"
    public typealias Answer = UserEntity

    public init() {}

    public func answer(from reader: LedgerReader) throws -> Answer { try reader.userEntity() }
}

/// Makes profile, features and canned answers like those that a program has, in one transaction; answers that it does not have stay.
///
/// The form has a key of its own, since programs write its fields in camel case, too.
public struct SaveUserEntity: LedgerWork, WireRequest {
    public static let name = "save-user-entity"
    public typealias Answer = UserEntity
    public var user: UserEntity

    public init(user: UserEntity) {
        self.user = user
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try call.refuseDryRun()
        let saved = try ledger.writing.transaction(call) { _ in
            _ = try ledger.perform(SetProfileRequest(profile))
            for feature in AIFeature.allCases {
                _ = try ledger.perform(
                    SwitchFeatureRequest(feature: feature.assistFeature, isEnabled: user.isEnabled(feature)))
            }
            for answer in user.faqs {
                let isKnown = try ledger.read { reader in
                    try answer.answerID.flatMap { try AnswersQuery(on: reader.connection).answer(withID: $0) } != nil
                }
                if isKnown {
                    _ = try ledger.perform(ChangeAnswerRequest(answer: answer.id, changes: answer.change))
                } else {
                    _ = try ledger.perform(answer.addition)
                }
            }
        }
        return CommandResult(try ledger.read { try $0.userEntity() }, operation: saved.receipt?.operation)
    }

    /// The profile without its features.
    private var profile: SetProfile {
        var command = SetProfile()
        command.externalID = user.id
        command.email = user.email
        command.displayName = user.displayName
        command.photoURL = user.photoURL ?? ""
        return command
    }
}

extension LedgerReader {
    fileprivate func userEntity() throws -> UserEntity {
        let profile = try requireProfile()
        return UserEntity(profile, answers: try answers().filter { $0.profile == profile.id })
    }
}
