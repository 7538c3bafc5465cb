extension AnswerForm {
    static let operation = AnswerForm(
        "operation", "An operation", about: "One invocation of a command, with all that it recorded.",
        [
            Key("operation", .id, "Its id."),
            Key("time", .moment, "Of its first transaction."),
            Key("actor", .string.orNull, "Null once erased."),
            Key("os_user", .string.orNull, "The user that the operating system named; null once erased."),
            Key("host", .string.orNull, "The host; null once erased."),
            Key("reason", .string.orNull, "Why, as its first transaction says."),
            Key(
                "reasons", .list(.string),
                "Each reason that its transactions have, in order; a `sync` may have several."),
            Key("command", .string.orNull, "Null once erased."),
            Key(
                "cause", .string.orNull,
                "What led to it: `undo:` and an operation's id, `undo:tx:` and numbers such as `10..14,17`, `import:` and paths, or `sync:` and a path. For a query it is `query:` and the query as it was typed, followed by the meaning of dates such as `7d..` in parentheses. Null if ids were given."
            ),
            Key("first_position", .ordinal, "Its first event."),
            Key("last_position", .ordinal, "Its last event."),
            Key("events", .count, "How many events it recorded."),
            Key("transactions", .list(.ordinal), "The numbers of its transactions."),
            Key("cascades", .list(.form("cascade")), "What ended or came back with accounts and folders."),
            Key("summary", .string, "What it did, in words."),
            Key("effects", .list(.form("effect")), "What it did, on messages first."),
        ])

    static let operationDetail = AnswerForm(
        "operation_detail", "An operation with what it changed",
        [
            Key("operation", .form("operation"), "Who did what, when and why."),
            Key(
                "changes", .list(.form("named_change")),
                "What it changed, in order; of a request as many as `limit` says."),
        ])

    static let namedChange = AnswerForm(
        "named_change", "A change of an operation",
        [
            Key(
                "name", .string.orNull,
                "What people call the thing: a subject, a name, an address; null where it has none, and once erased."),
            Key(
                "folders", .list(.string),
                "The folders in which a message lay right behind the change; empty for other things."),
            Key("event", .form("history"), "The change, old and new."),
        ])

    static let effect = AnswerForm(
        "effect", "What an operation did to things of one kind",
        [
            Key(
                "effect", .string,
                "The kind of change: `added`, `changed`, `marked`, `moved`, `removed` (a copy that was not the last one), `deleted`, `restored`, `erased` or `skipped`; a later program may know more."
            ),
            Key(
                "entity", .string,
                "What it was done to: `account`, `folder`, `message`, `thread`, `hold`, …; a later program may know more."
            ),
            Key("count", .ordinal, "How many."),
            Key("word", .string, "The change in a word: `read`, `+taxes`, `imported`, `pruned`."),
            Key("fields", .list(.string), "The settings that changed, where that is what it did."),
            Key(
                "from", .string.orNull,
                "The folder that messages left, or the old name; null where that is none or several."),
            Key(
                "to", .string.orNull,
                "The folder that messages went to, or the new name; null where that is none or several."),
            Key(
                "folders", .list(.string),
                "Where the messages lay: the folders that all of them shared, else all of theirs; empty where it was not looked up."
            ),
            Key(
                "name", .string.orNull, "What the thing is called; null where it is not the only one, and for messages."
            ),
        ])

    static let history = AnswerForm(
        "history", "A change in the life of a thing",
        [
            Key("position", .ordinal, "The position of the event."),
            Key("time", .moment, "When it was recorded."),
            Key("actor", .string.orNull, "Null once erased."),
            Key("os_user", .string.orNull, "The user that the operating system named; null once erased."),
            Key("host", .string.orNull, "The host; null once erased."),
            Key("reason", .string.orNull, "Why."),
            Key("operation", .id, "The operation that did it."),
            Key("command", .string.orNull, "Null once erased."),
            Key(
                "cause", .string.orNull,
                "What led to it, as in `undo:<operation>`, `import:<paths>` or `query:<query>`."),
            Key("type", .string, "As in `mail.message-moved`."),
            Key(
                "entity", .string,
                "What it happened to: `account`, `folder`, `message`, `thread`, `hold`, …; a later program may know more."
            ),
            Key("id", .id.orNull, "That of the thing; null once erased."),
            Key("changes", .list(.form("field_change")), "The fields that changed."),
            Key(
                "cascade", .form("cascade").orNull,
                "What ended or came back with the thing; null where that is nothing."),
            Key(
                "joined", .list(.form("joined_thread")),
                "The threads that the message made one of when it came in, where its history was asked for; empty where it made none of several."
            ),
        ])

    static let joinedThread = AnswerForm(
        "joined_thread", "A thread that a message made one with others",
        [
            Key("thread", .id, "What its id was: that of its first-recorded message."),
            Key("is_pinned", .boolean, "Whether it was pinned until then."),
            Key("is_muted", .boolean, "Whether it was muted until then."),
            Key("is_archived", .boolean, "Whether it was archived until then."),
        ])

    static let cascade = AnswerForm(
        "cascade", "What ended or came back with an account or a folder",
        [
            Key("folders", .count, "How many folders."),
            Key("messages", .count, "How many messages."),
            Key("is_end", .boolean, "Whether they ended; else they came back."),
            Key("members", .list(.form("cascade_member")).orNull, "Each of them with --unfold; null else."),
        ])

    static let cascadeMember = AnswerForm(
        "cascade_member", "A thing that ended or came back with another",
        [
            Key("entity", .word("folder", "message"), "What it is."),
            Key("id", .id, "Its id."),
            Key("name", .string.orNull, "The subject of a message, the name of a folder."),
        ])

    static let fieldChange = AnswerForm(
        "field_change", "A field that an event changed",
        [
            Key("field", .string, "The key in the event; one inside another is joined to it by a full stop."),
            Key("old", .any, "As the event has it; null in the event that made the thing."),
            Key("new", .any, "As the event has it."),
            Key(
                "old_text", .string.orNull,
                "What `old` stands for: of a folder's id its path, of a date a moment; null for what speaks for itself."
            ),
            Key("new_text", .string.orNull, "The same of `new`."),
            Key(
                "is_part", .boolean,
                "True where `old` is only what left a list or a long text, and `new` what came into it."
            ).optional,
        ])

    static let undo = AnswerForm(
        "undo", "What an undo took back",
        [
            Key("undone", .id, "The operation that was undone; of a range the latest."),
            Key("command", .string, "Its verb."),
            Key("operations", .list(.form("undone_operation")), "All of them, the latest first."),
            Key("events", .count, "How many events take it back."),
            Key("changes", .list(.form("planned_change")).orNull, "With --dry-run, what would change; null else."),
            Key("obstacles", .list(.string), "What stood in the way."),
            Key("operation", .id.orNull, "The undo itself; null where nothing was written."),
            Key("is_dry_run", .boolean, "Whether it was only looked at."),
        ])

    static let undoneOperation = AnswerForm(
        "undone_operation", "An operation that an undo took back",
        [
            Key("operation", .id, "Its id."),
            Key("command", .string, "Its verb."),
        ])

    static let plannedChange = AnswerForm(
        "planned_change", "What an undo would change of a thing",
        [
            Key(
                "entity", .string,
                "What it is: `account`, `folder`, `message`, `thread`, `hold`, …; a later program may know more."),
            Key("id", .id, "Its id."),
            Key("name", .string.orNull, "The subject of a message, the path of a folder, the address of an account."),
            Key(
                "changes", .list(.form("field_change")),
                "From what it is to what it would be; `is_deleted` for a thing that would end or come back."),
        ])

    static let difference = AnswerForm(
        "difference", "A row that differs between two moments",
        [
            Key("table", .string, "The public table."),
            Key("kind", .word("created", "updated", "destroyed"), "What became of the row."),
            Key(
                "entity", .string,
                "What the row is about: `account`, `folder`, `message`, `thread`, `hold`, …; a later program may know more."
            ),
            Key("id", .id, "Its id; of a thread, that of its first-recorded message."),
            Key(
                "account", .string.orNull,
                "The address of its account; null for a thing of none, such as a hold on a query."),
            Key(
                "name", .string.orNull,
                "The subject of a message or thread, the path of a folder, the address of an account, the name of a hold."
            ),
            Key(
                "key", .any,
                "The columns that distinguish the rows of one thing: the `number` of a copy or attachment, the `name` of a keyword, the `source` of a skipped file."
            ),
            Key(
                "columns", .list(.form("column_difference")),
                "What differs; of a row that came or went, all that it says."),
            Key("events", .list(.form("difference_event")), "The events that made it so, in the order of the log."),
        ])

    static let columnDifference = AnswerForm(
        "column_difference", "A column that differs",
        [
            Key("column", .string, "Its name in the public table."),
            Key("old", .any, "As it was; null where the row was not there."),
            Key("new", .any, "As it is later; null where the row is gone."),
            Key(
                "old_text", .string.orNull,
                "What `old` stands for: of a folder's id its path, of a time a moment; null for what speaks for itself."
            ),
            Key("new_text", .string.orNull, "The same of `new`."),
            Key("position", .ordinal, "The last event that changed it."),
        ])

    static let differenceEvent = AnswerForm(
        "difference_event", "An event that made a difference",
        [
            Key("position", .ordinal, "The position of the event."),
            Key("type", .string, "As in `mail.message-moved`."),
            Key("transaction", .ordinal, "The number of its transaction."),
            Key("operation", .id, "The operation that did it."),
            Key("time", .moment, "When it was recorded."),
            Key("actor", .string.orNull, "Null once erased."),
            Key("os_user", .string.orNull, "The user that the operating system named; null once erased."),
            Key("host", .string.orNull, "The host; null once erased."),
            Key("reason", .string.orNull, "Why."),
            Key("command", .string.orNull, "The verb; null once erased."),
        ])
}
