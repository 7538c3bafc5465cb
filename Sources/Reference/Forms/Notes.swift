extension AnswerForm {
    static let note = AnswerForm(
        "note", "A note",
        [
            Key("id", .id, "Its id."),
            Key("title", .string, "Its title."),
            Key("transcript", .string, "Its text."),
            Key("summary", .string.orNull, "What it says in short."),
            Key("duration", .count.orNull, "How long its recording is, in seconds."),
            Key("folder", .id.orNull, "The id of its notebook; null while that does not live."),
            Key("folder_name", .string.orNull, "The name of its notebook."),
            Key("tags", .list(.string), "Its tags, in the order in which they were given."),
            Key("is_pinned", .boolean, "Whether it stands first."),
            Key("is_archived", .boolean, "Whether lists leave it out."),
            Key("ai_processed", .boolean, "Whether a model has worked on it."),
            Key("audio", .form("note_audio").orNull, "Its recording."),
            Key("links", .list(.form("note_link")), "What it is on and lives."),
            Key("actions", .list(.form("action")), "Its actions."),
            Key("pending_actions", .count, "How many actions are pending or created."),
            Key("created", .moment, "When it was made."),
            Key("updated", .moment, "When it last changed, by an undo too."),
        ])

    static let noteAudio = AnswerForm(
        "note_audio", "The recording of a note",
        [
            Key("content", .digest, "SHA-256 of its bytes."),
            Key("media_type", .string, "As in `audio/mp4`."),
            Key("size", .count, "In bytes."),
            Key("file_name", .string.orNull, "The name of the file that it came from."),
        ])

    static let noteLink = AnswerForm(
        "note_link", "What a note is on",
        [
            Key("message", .id, "The id of the message; of a thread, of one of its messages."),
            Key("scope", .word("message", "thread"), "`message` or `thread`."),
        ])

    static let action = AnswerForm(
        "action", "A follow-up on a note or a message",
        [
            Key("id", .id, "Its id."),
            Key("note", .id.orNull, "The note that it belongs to; either this or `message` is there."),
            Key("message", .id.orNull, "The message that it hangs off."),
            Key(
                "kind", .word("calendar", "email", "reminder", "next_step"),
                "`calendar`, `email`, `reminder` or `next_step`."),
            Key(
                "status", .word("pending", "created", "executed", "failed", "cancelled"),
                "`pending`, `created`, `executed`, `failed` or `cancelled`."),
            Key("priority", .word("low", "medium", "high"), "`low`, `medium` or `high`."),
            Key("title", .string, "Its title."),
            Key("description", .string.orNull, "More about it."),
            Key("scheduled_date", .moment.orNull, "When it begins, or when to be reminded."),
            Key("scheduled_end_date", .moment.orNull, "When it ends."),
            Key("location", .string.orNull, "Where it is."),
            Key("attendees", .list(.string), "Addresses or names."),
            Key("email_to", .string.orNull, "Addresses, separated by commas."),
            Key("email_subject", .string.orNull, "The subject of the mail to write."),
            Key("email_body", .string.orNull, "The text of the mail to write."),
            Key("external_id", .string.orNull, "Another service's id for it."),
            Key("external_service", .string.orNull, "Which service that is."),
            Key("external_url", .string.orNull, "Its address there."),
            Key("service", .string.orNull, "What executed it."),
            Key("draft", .id.orNull, "The id of the draft message that it became."),
            Key("calendar", .digest.orNull, "SHA-256 of the calendar file that it became."),
            Key("error", .string.orNull, "Why it failed."),
            Key("created", .moment, "When it was added."),
            Key("executed", .moment.orNull, "When it was executed."),
        ])
}
