internal import LedgerKernel
internal import WireModels

/// The requests about notes and actions.
enum NotesRequests {
    static let entries: [RequestEntry] = [
        .query(ListNotes.self),
        .query(CountNotes.self),
        .query(ShowNote.self),
        .query(ListActions.self),
        .query(CountActions.self),
        .query(ShowAction.self),
        .query(WhyNote.self),
        .query(WhyAction.self),
        .query(SearchEverything.self),
        .query(GetNote.self),
        .query(NoteSearchParams.self),
        .query(GetAction.self),
        .command(AddNoteRequest.self),
        .command(ChangeNoteRequest.self),
        .command(LinkNoteRequest.self),
        .command(DeleteNoteRequest.self),
        .command(AddActionRequest.self),
        .command(ChangeActionRequest.self),
        .command(AcceptActionRequest.self),
        .command(ExecuteActionRequest.self),
        .command(FailActionRequest.self),
        .command(CancelActionRequest.self),
        .command(DeleteActionRequest.self),
        .command(NoteCreateRequest.self),
        .command(UpdateNote.self),
        .command(ActionCreateRequest.self),
        .command(CalendarActionCreateRequest.self),
        .command(EmailActionCreateRequest.self),
        .command(ReminderActionCreateRequest.self),
        .command(NextStepCreateRequest.self),
        .command(UpdateAction.self),
        .command(PerformAction.self),
    ]
}
