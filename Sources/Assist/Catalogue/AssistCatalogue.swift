public import EventLog

/// All events of this context, as the log's one decode path needs them.
public enum AssistCatalogue {
    public static let events: [any Event.Type] = [
        MessageClassified.self, MemoryLinked.self,
        AnswerAdded.self, AnswerChanged.self, AnswerUsed.self, AnswerUseCancelled.self, AnswerUseRestored.self,
        AnswerDeleted.self, AnswerRestored.self, AnswerErased.self,
        ProfileCreated.self, ProfileChanged.self, ProfileFeatureSwitched.self, ProfileServiceSwitched.self,
        ProfileDeleted.self, ProfileRestored.self, ProfileErased.self,
    ]
}
