/// The requests about notes and actions.
enum NotesRequests {
    static let queries: [any LedgerQuery.Type] = [
        ListNotes.self, CountNotes.self, ShowNote.self, ListActions.self, CountActions.self, ShowAction.self,
        WhyNote.self, WhyAction.self, SearchEverything.self,
    ]

    static let commands: [any LedgerCommand.Type] = [
        AddNoteRequest.self, ChangeNoteRequest.self, LinkNoteRequest.self, DeleteNoteRequest.self,
        AddActionRequest.self, ChangeActionRequest.self, AcceptActionRequest.self, ExecuteActionRequest.self,
        FailActionRequest.self, CancelActionRequest.self, DeleteActionRequest.self,
    ]
}
