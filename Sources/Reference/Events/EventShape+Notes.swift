extension EventShape {
    static let notes: [EventShape] = [
        EventShape(
            "notes.note-added/1",
            "A note came into being. What it is on follows as `notes.note-linked` in the same transaction.",
            [
                Field("id", "id", "the note"),
                Field("title", "string"),
                Field("transcript", "string", "its text"),
                Field("summary", "string?"),
                Field("duration", "integer?", "how long its recording is, in seconds"),
                Field("folder", "id?", "its notebook, a folder; known by this id alone"),
                Field("tags", "[string]", "in the order in which they were given, none twice"),
                Field("is_pinned", "boolean?", "left out for one that is not"),
                Field("is_archived", "boolean?", "left out for one that is not"),
                Field(
                    "ai_processed", "boolean?", "whether a model has worked on it; left out for one on which none has"),
                Field("audio", "audio?", "its recording"),
            ]),
        EventShape(
            "notes.note-changed/2",
            "A note says something else, all of one command in one event. A field that did not change is left out.",
            [
                Field("note", "id", "the note"),
                Field("title", "change(string)?"),
                Field("transcript", "text_change?"),
                Field("summary", "change(string or null)?"),
                Field("duration", "change(integer or null)?"),
                Field("folder", "change(id or null)?"),
                Field("tags", "list_change(string)?"),
                Field("is_pinned", "change(boolean)?"),
                Field("is_archived", "change(boolean)?"),
                Field("ai_processed", "change(boolean)?"),
                Field("audio", "change(audio or null)?"),
            ]),
        EventShape(
            "notes.note-linked/1", "A note was put on a message or a thread.",
            [
                Field("note", "id", "the note"),
                Field("link", "change(link or null)", "from nothing to the link"),
            ]),
        EventShape(
            "notes.note-unlinked/1",
            "A note was taken off a message or a thread. The end of the message is no such event: the link is shown while the message lives.",
            [
                Field("note", "id", "the note"),
                Field("link", "change(link or null)", "from the link to nothing"),
            ]),
        EventShape(
            "notes.note-deleted/1", "A note ended, and its actions with it.",
            [
                Field("note", "id", "the note")
            ]),
        EventShape(
            "notes.note-restored/1", "A deleted note came back, and with it the actions that had ended with it.",
            [
                Field("note", "id", "the note")
            ]),
        EventShape(
            "notes.note-erased/1",
            "A note was erased: what its stream said is gone. Each of its actions has a `notes.action-erased` of its own.",
            [
                Field("note", "id", "the note"),
                Field("events", "integer", "how many events of its stream were blanked"),
            ]),
        EventShape(
            "notes.action-added/1",
            "An action came into being, with the status `pending`. It hangs off a note or a message: one of the two is there.",
            [
                Field("id", "id", "the action"),
                Field("note", "id?", "the note that it ends with"),
                Field("message", "id?", "the message that it is about"),
                Field("kind", "string", "`calendar`, `email`, `reminder` or `next_step`"),
                Field("priority", "string", "`low`, `medium` or `high`"),
                Field("title", "string"),
                Field("description", "string?"),
                Field("scheduled_date", "time?", "when it begins; of `calendar` and `reminder` always there"),
                Field("scheduled_end_date", "time?"),
                Field("location", "string?"),
                Field("attendees", "[string]", "addresses or names"),
                Field(
                    "email_to", "string?", "addresses, separated by commas; of `email` always there, as the next two"),
                Field("email_subject", "string?"),
                Field("email_body", "string?"),
                Field("external_id", "string?", "by what another service knows it"),
                Field("external_service", "string?"),
                Field("external_url", "string?"),
            ]),
        EventShape(
            "notes.action-changed/1",
            "An action says something else, all of one command in one event. A field that did not change is left out.",
            [
                Field("action", "id", "the action"),
                Field("priority", "change(string)?"),
                Field("title", "change(string)?"),
                Field("description", "change(string or null)?"),
                Field("scheduled_date", "change(time or null)?"),
                Field("scheduled_end_date", "change(time or null)?"),
                Field("location", "change(string or null)?"),
                Field("attendees", "change([string])?"),
                Field("email_to", "change(string or null)?"),
                Field("email_subject", "change(string or null)?"),
                Field("email_body", "change(string or null)?"),
                Field("external_id", "change(string or null)?"),
                Field("external_service", "change(string or null)?"),
                Field("external_url", "change(string or null)?"),
            ]),
        EventShape(
            "notes.action-status-changed/1",
            "An action was taken on, executed, given up, or failed; or an undo took that back. When it was executed is the time of its transaction.",
            [
                Field("action", "id", "the action"),
                Field("status", "change(string)?", "`pending`, `created`, `executed`, `failed` or `cancelled`"),
                Field("execution", "change(execution or null)?", "what came of executing it"),
                Field("error", "change(string or null)?", "why it failed"),
            ]),
        EventShape(
            "notes.action-deleted/1", "",
            [
                Field("action", "id", "the action")
            ]),
        EventShape(
            "notes.action-restored/1", "",
            [
                Field("action", "id", "the action")
            ]),
        EventShape(
            "notes.action-erased/1", "An action was erased.",
            [
                Field("action", "id", "the action"),
                Field("events", "integer", "how many events of its stream were blanked"),
            ]),
    ]
}
