public import EventLog

/// The read models that every ledger has, in the order in which an event reaches them.
public enum AllProjections {
    public static var types: [any Projection.Type] {
        [
            AccountsProjector.self,
            FoldersProjector.self,
            MessagesProjector.self,
            AttachmentsProjector.self,
            SkippedProjector.self,
            UnreadProjector.self,
            ActivityProjector.self,
            ChatsProjector.self,
            ThreadsProjector.self,
            ErasuresProjector.self,
            HoldsProjector.self,
            MailboxesProjector.self,
            OutboxProjector.self,
            NotesProjector.self,
            ActionsProjector.self,
            ProfilesProjector.self,
            AnswersProjector.self,
            ClassificationsProjector.self,
            TokensProjector.self,
        ]
    }
}
