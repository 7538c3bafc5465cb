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
/// An answer is recognised by its id. An id that is no UUID is not kept: the answer has one that is derived from it.
/// How often it was used is what this ledger counted.
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
            let owner = try ledger.read { try $0.requireProfile().id }
            let ids = user.faqs.map { $0.answerID(of: owner) }
            // The answers here that stand for one of the program's.
            var taken = Set(ids)
            for (answer, id) in zip(user.faqs, ids) {
                let known = try ledger.read { try $0.answer(like: answer, under: id, of: owner, besides: taken) }
                if let known { taken.insert(known.id) }
                // What was deleted here stays so.
                if known?.isDeleted == true { continue }
                if let known {
                    let request = ChangeAnswerRequest(answer: known.id.description, changes: answer.change)
                    _ = try ledger.perform(request)
                } else {
                    _ = try ledger.perform(answer.addition(under: id))
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
    /// The answer here that a program has; nil if there is none.
    ///
    /// If its id is no UUID, one of the owner's with the same question and text is taken for it, a deleted one last.
    /// Earlier versions added such answers under ids of their own. With another text it may be somebody's own.
    ///
    /// - Parameter others: The answers that stand for another of the program.
    fileprivate func answer(
        like answer: FAQEntity, under id: AnswerID, of owner: ProfileID, besides others: Set<AnswerID>
    ) throws -> AnswerRow? {
        if let row = try AnswersQuery(on: connection).answer(withID: id) { return row }
        guard UniqueID(answer.id) == nil else { return nil }
        let alike = try answers(includingDeleted: true).filter { row in
            row.profile == owner && row.settings.questionPattern == answer.questionPattern
                && row.settings.text == answer.answer && !FAQEntity.isDerived(row.id) && !others.contains(row.id)
        }
        return alike.first { !$0.isDeleted } ?? alike.first
    }

    fileprivate func userEntity() throws -> UserEntity {
        let profile = try requireProfile()
        return UserEntity(profile, answers: try answers().filter { $0.profile == profile.id })
    }
}
