extension AnswerForm {
    static let erasure = AnswerForm(
        "erasure", "What an erasure took away",
        [
            Key("account", .string.orNull, "The address of the account that goes as a whole."),
            Key("messages", .count, "How many messages."),
            Key("conversations", .count, "How many conversations of chats."),
            Key("notes", .count, "How many notes."),
            Key("actions", .count, "How many actions."),
            Key("answers", .count, "How many canned answers."),
            Key("profiles", .count, "How many profiles."),
            Key("events", .count, "How many events are blanked."),
            Key("headers", .count, "How many transactions lose who and why."),
            Key("shared_headers", .count, "How many keep who and why, as other events share them."),
            Key("contents", .count, "How many contents leave the content store."),
            Key("bytes", .count, "Their bytes as they came."),
            Key("kept_contents", .count, "How many contents stay, as other mail has them too."),
            Key("maildirs", .list(.string), "The Maildirs where a sync has kept some of it: what lies there stays."),
            Key(
                "holds", .list(.string),
                "The names of the holds that keep it from being erased, unless they are overridden."),
            Key("operation", .string.orNull, "The operation; null where nothing was erased."),
            Key(
                "remaining", .list(.string),
                "What another process keeps from being done now: `contents`, `views`, `search`, `log`, `journal`."),
            Key("is_dry_run", .boolean, "Whether it was only looked at."),
        ])

    static let erased = AnswerForm(
        "erased", "Something that was erased",
        [
            Key("position", .count, "Of the event that erased it."),
            Key("time", .string, "When."),
            Key("kind", .string, "What it was: `message`, `account`, …; a later program may know more."),
            Key("id", .string, "The id that it had."),
            Key("account", .string.orNull, "The id of its account; null for a thing of none."),
            Key("events", .count, "How many events were blanked."),
            Key("actor", .string.orNull, "Who erased it."),
            Key("os_user", .string.orNull, "The user that the operating system named."),
            Key("host", .string.orNull, "The host that the operating system named."),
            Key("reason", .string.orNull, "Why."),
        ])

    static let hold = AnswerForm(
        "hold", "A hold",
        [
            Key("id", .string, "Its id."),
            Key("name", .string, "Its name for people."),
            Key("kind", .word("message", "account", "query"), "`message`, `account` or `query`."),
            Key("target", .string, "The id of what it covers, or the query."),
            Key("added", .string, "When."),
            Key("actor", .string.orNull, "Who added it."),
            Key("reason", .string.orNull, "Why."),
            Key("is_removed", .boolean, "Whether it is over."),
        ])
}
