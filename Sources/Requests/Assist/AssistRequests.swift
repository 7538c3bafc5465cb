internal import LedgerKernel
internal import WireModels

/// The requests about claims, canned answers and the profile.
enum AssistRequests {
    static let entries: [RequestEntry] = [
        .query(ListAnswers.self),
        .query(ShowAnswer.self),
        .query(SuggestAnswers.self),
        .query(ShowProfile.self),
        .query(GetUser.self),
        .query(GetUserEntity.self),
        .command(ClassifyRequest.self),
        .command(AddAnswerRequest.self),
        .command(ChangeAnswerRequest.self),
        .command(DeleteAnswerRequest.self),
        .command(UseAnswerRequest.self),
        .command(RecordAnswerUseRequest.self),
        .command(SetProfileRequest.self),
        .command(SwitchFeatureRequest.self),
        .command(SwitchServiceRequest.self),
        .command(DeleteProfileRequest.self),
        .command(UserCreateRequest.self),
        .command(UserUpdateRequest.self),
        .command(SaveUserEntity.self),
    ]
}
