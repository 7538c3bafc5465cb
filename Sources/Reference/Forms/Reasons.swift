extension AnswerForm {
    static let valueReason = AnswerForm(
        "value_reason", "A field and the events that set it",
        [
            Key("field", .string, "Its name, as other answers have it."),
            Key("value", .any, "Its value."),
            Key("is_default", .boolean, "Whether nothing was ever said of it."),
            Key(
                "changes", .list(.form("value_change")),
                "The last event that set it, and with --all those before it, the latest first."),
        ])

    static let valueChange = AnswerForm(
        "value_change", "An event that gave a field another value",
        [
            Key("old", .any, "Null in the event that made the thing."),
            Key("new", .any, "The value behind the event."),
            Key("event", .form("history"), "The event."),
        ])

    static let unreadReason = AnswerForm(
        "unread_reason", "What an unread count is made of",
        [
            Key("account", .string.orNull, "The address; null for all accounts."),
            Key("folder", .string.orNull, "Its path; null for all folders."),
            Key("unread", .count, "The count."),
            Key(
                "groups", .list(.form("unread_group")),
                "Messages by the operation that made them count, the largest group first."),
        ])

    static let unreadGroup = AnswerForm(
        "unread_group", "Messages that one operation made part of a count",
        [
            Key("count", .ordinal, "How many."),
            Key("event", .form("history"), "The first of the events that did it."),
            Key("messages", .list(.form("named_message")), "The latest of them, up to --limit in all groups."),
        ])

    static let namedMessage = AnswerForm(
        "named_message", "A message by its id and subject",
        [
            Key("id", .id, "Its id."),
            Key("subject", .string.orNull, "Its subject."),
        ])

    static let threadReason = AnswerForm(
        "thread_reason", "What made a thread one",
        [
            Key("thread", .id, "Its id: that of its first-recorded message."),
            Key("count", .ordinal, "How many messages it has, deleted ones included."),
            Key("messages", .list(.form("thread_join")), "Its messages in the order of recording, up to --limit."),
            Key("missing", .list(.form("missing_parent")), "What its messages name and never came in."),
        ])

    static let threadJoin = AnswerForm(
        "thread_join", "A message of a thread and what joined it",
        [
            Key("id", .id, "Its id."),
            Key("subject", .string.orNull, "Its subject."),
            Key("message_id", .string.orNull, "Without angle brackets."),
            Key("is_live", .boolean, "Whether some list shows it."),
            Key("event", .form("history"), "The event that brought it."),
            Key("links", .list(.form("thread_link")), "What joined it to the messages before it."),
        ])

    static let threadLink = AnswerForm(
        "thread_link", "A Message-ID that joins two messages",
        [
            Key(
                "field", .word("in_reply_to", "references", "message_id"),
                "Where this message has it: `in_reply_to`, `references`, or `message_id` if the other message names it."
            ),
            Key("message_id", .string, "Without angle brackets."),
            Key("other", .id, "The id of the message before it."),
            Key(
                "is_own_of_other", .boolean,
                "Whether it is the Message-ID of the other one; else the other one names it."),
        ])

    static let missingParent = AnswerForm(
        "missing_parent", "A message that others name, and that never came in",
        [
            Key("message_id", .string, "Without angle brackets."),
            Key("named_by", .list(.id), "The ids of the messages that name it."),
        ])

    static let absence = AnswerForm(
        "absence", "Why a message is in no list",
        [
            Key("name", .string, "What was asked for."),
            Key("findings", .list(.form("absence_finding")), "Of each message and each file that it may mean."),
            Key("more", .integer, "How many more messages match."),
            Key(
                "looked_up", .list(.word("id", "message_id", "subject", "sender", "file_name", "path")),
                "The fields that were searched: `id`, `message_id`, and if these found nothing `subject`, `sender`, `file_name` and `path`."
            ),
            Key(
                "erased_messages", .integer,
                "How many messages were erased, of which only ids and Message-IDs could be looked up."),
        ])

    static let absenceFinding = AnswerForm(
        "absence_finding", "What became of a message or a file",
        [
            Key(
                "kind",
                .word(
                    "present", "deleted", "pruned", "undone", "gone", "hidden", "folder_deleted", "account_deleted",
                    "erased", "skipped", "never_came", "not_recorded"),
                "What happened to it; `why missing` explains the words."),
            Key("id", .id.orNull, "Of the message."),
            Key("subject", .string.orNull, "Of the message."),
            Key("account", .string.orNull, "The address."),
            Key("folders", .list(.string), "Where it is, or where it was last."),
            Key("source", .string.orNull, "The path of a skipped file."),
            Key("detail", .string.orNull, "Why a file was skipped, or by which rule a message was pruned."),
            Key("event", .form("history").orNull, "The event that made it so."),
            Key("named_by", .list(.id), "The ids of messages that name what never came in."),
            Key(
                "matched", .word("id", "message_id", "subject", "sender", "file_name", "path").orNull,
                "The field that has what was asked for; null if none has it."),
            Key("came", .form("history").orNull, "The event by which the message came in."),
        ])
}
