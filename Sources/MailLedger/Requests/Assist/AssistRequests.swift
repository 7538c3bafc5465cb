/// The requests about claims, canned answers and the profile.
enum AssistRequests {
    static let queries: [any LedgerQuery.Type] = [
        ListAnswers.self, ShowAnswer.self, SuggestAnswers.self, ShowProfile.self,
    ]

    static let commands: [any LedgerCommand.Type] = [
        ClassifyRequest.self, AddAnswerRequest.self, ChangeAnswerRequest.self, DeleteAnswerRequest.self,
        UseAnswerRequest.self, RecordAnswerUseRequest.self, SetProfileRequest.self, SwitchFeatureRequest.self,
        SwitchServiceRequest.self, DeleteProfileRequest.self,
    ]
}
