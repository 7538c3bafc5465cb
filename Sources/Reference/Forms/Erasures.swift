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
            Key(
                "elsewhere", .form("copies_elsewhere").orNull,
                "Where else bytes of it may be; null for a ledger in a folder, and where nothing was erased."),
        ])

    static let copiesElsewhere = AnswerForm(
        "copies_elsewhere", "Where else bytes of what was erased may be",
        [
            Key("nodes", .list(.form("node_cache")), "The machines that have a cache of the ledger."),
            Key(
                "retention_days", .count.orNull,
                "For how many days archives and backups of the server are kept, as its operator stated; null if nobody did."
            ),
        ])

    static let nodeCache = AnswerForm(
        "node_cache", "A machine that has a cache of a ledger on a server",
        [
            Key("name", .string, "The machine, and the folder of its cache."),
            Key("has_forgotten", .boolean, "Whether the cache has nothing any more of what was erased so far."),
            Key("seen_at", .moment, "When it used the ledger last, within an hour."),
            Key("is_away", .boolean, "Whether that is more than seven days ago."),
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
