extension AnswerForm {
    static let rebuild = AnswerForm(
        "rebuild", "What a rebuild reached",
        [
            Key("position", .count, "The log's last position."),
            Key(
                "continued_from", .count.orNull,
                "Where a build had come to that was stopped, and that this one went on with."),
        ])

    static let migration = AnswerForm(
        "migration", "What a migration changes",
        [
            Key("position", .count.orNull, "Where both were compared; null where there were no live views."),
            Key("is_dry_run", .boolean, "Whether nothing was to be switched."),
            Key("is_switched", .boolean, "Whether what was built is live now."),
            Key("models", .list(.form("read_model_difference")), "Every read model, also those that do not differ."),
        ])

    static let readModelDifference = AnswerForm(
        "read_model_difference", "How much of a read model differs",
        [
            Key("name", .string, "Its name; changes for what all of them share."),
            Key("live_version", .count.orNull, "Of the rules that built the live one; null where there is none."),
            Key("version", .count.orNull, "Of this program's rules; null where it has none."),
            Key("added", .count, "Rows that only the build has."),
            Key("removed", .count, "Rows that only the live views have."),
            Key("changed", .count, "Rows that have other values."),
            Key("reshaped_tables", .list(.string), "Tables that have other columns."),
            Key("samples", .list(.form("differing_row")), "Some of these rows."),
        ])

    static let differingRow = AnswerForm(
        "differing_row", "A row that a migration changes",
        [
            Key("table", .string, "Its table."),
            Key("key", .string, "Its key, as in id=17."),
            Key("columns", .list(.form("differing_column")), "The columns that differ."),
        ])

    static let differingColumn = AnswerForm(
        "differing_column", "A column that a migration changes",
        [
            Key("name", .string, "Its name."),
            Key("live", .string.orNull, "Its value in the live views; null where there is no such row."),
            Key("rebuilt", .string.orNull, "Its value in the build; null where there is no such row."),
        ])

    static let reparsed = AnswerForm(
        "reparsed", "A message that today's parser reads otherwise",
        [
            Key("id", .id, "Of the message."),
            Key("account", .string, "The address of its account."),
            Key("subject", .string.orNull, "As today's parser reads it; null where it has none."),
            Key("old_parser", .count, "The version that read it before."),
            Key("new_parser", .count, "Today's version."),
            Key(
                "parts",
                .list(
                    .word(
                        "subject", "date", "addresses", "thread", "text", "attachments", "content_type", "list_id")),
                "What differs, in short; the thread, where its ids or those that it follows do."),
            Key("changes", .list(.form("field_change")), "Each field that differs."),
            Key("operation", .id.orNull, "By which it is recorded; null in a dry run."),
        ])

    static let replayStep = AnswerForm(
        "replay_step", "A transaction that was played",
        [
            Key("transaction", .ordinal, "Its number."),
            Key("first_position", .ordinal, "Of its first event."),
            Key("last_position", .ordinal, "Of its last event."),
            Key("operation", .id, "The operation that made it."),
            Key("time", .moment, "When it was recorded."),
            Key("actor", .string.orNull, "Who acted; null once the header is erased."),
            Key("command", .string.orNull, "By which command; null once the header is erased."),
            Key("reason", .string.orNull, "Why, where that was said."),
            Key(
                "rows", .list(.form("difference")),
                "The rows that it moved; their `events` are left empty, and the `position` of a column is the last event on its thing."
            ),
        ])

    static let replayedModel = AnswerForm(
        "replayed_model", "What a read model holds once the log was played",
        [
            Key("name", .string, "Its name; changes for what all of them share."),
            Key("version", .count.orNull, "The version of its rules; null for what all of them share."),
            Key("position", .count, "The last event that was played."),
            Key("rows", .count, "How many rows it has."),
            Key("digest", .digest, "What they are, in one number."),
        ])

    static let whatIf = AnswerForm(
        "what_if", "What other rules would change",
        [
            Key("position", .count, "Where both were compared."),
            Key("rules", .list(.form("given_rule")), "The rules of the file."),
            Key("counts", .list(.form("count_by_rules")), "Messages, unread messages and threads of all accounts."),
            Key(
                "models", .list(.form("read_model_difference")),
                "Every read model, also those that do not differ; `live` is by the ledger's rules, `rebuilt` by the others."
            ),
        ])

    static let givenRule = AnswerForm(
        "given_rule", "A rule that a file gave",
        [
            Key("name", .string, "As in `unread.spam`."),
            Key("value", .string, "As it was given."),
        ])

    static let countByRules = AnswerForm(
        "count_by_rules", "A number by the ledger's rules and by others",
        [
            Key("name", .string, "What is counted: `messages`, `unread` or `threads`."),
            Key("now", .count, "By the ledger's rules."),
            Key("otherwise", .count, "By the other rules."),
        ])

    static let check = AnswerForm(
        "check", "How a fresh build compares with the views",
        [
            Key("is_equal", .boolean, "Whether no row differs."),
            Key("position", .count.orNull, "Of the views of an earlier moment that differ; null for others."),
            Key("table", .string.orNull, "The first table that differs."),
            Key("live", .string.orNull, "The row in the views; null where there is none."),
            Key("rebuilt", .string.orNull, "The row in the fresh build; null where there is none."),
        ])

    static let projection = AnswerForm(
        "projection", "A read model and how it is",
        [
            Key("name", .string, "Its name."),
            Key("version", .count, "The version of its rules."),
            Key("position", .count.orNull, "The last event that it has taken in; null where it is not built."),
            Key("behind", .count, "How many events the log holds beyond it."),
            Key("rows", .count.orNull, "How many rows it has; null where it is not built, and for search."),
            Key("digest", .digest.orNull, "What its rows are, in one number; null without --digest, and for search."),
            Key("built_at", .moment.orNull, "When it was built."),
            Key("failure", .form("projection_failure").orNull, "The event that stops all read models."),
        ])

    static let projectionFailure = AnswerForm(
        "projection_failure", "An event that a projection could not take in",
        [
            Key("projection", .string, "The projection."),
            Key("position", .ordinal, "Of the event."),
            Key("stream", .ordinal, "Of the event."),
            Key("type", .string, "The type of the event with its version, as in `mail.message-added/1`."),
            Key("reason", .string, "What the projection said."),
        ])

    static let statistics = AnswerForm(
        "statistics", "Counts and sizes of a ledger",
        [
            Key("events", .count, "How many events the log holds."),
            Key("head", .count, "The last position."),
            Key("root", .digest, "The Merkle tree hash over all events."),
            Key("messages", .count, "Live messages."),
            Key("threads", .count, "Threads with a live message."),
            Key("folders", .count, "Live folders."),
            Key("accounts", .count, "Live accounts."),
            Key("bytes", .form("bytes").orNull, "Bytes on disk; null with `--at`, because sizes are not recorded."),
        ])

    static let rates = AnswerForm(
        "rates", "How a ledger grew",
        [
            Key("events", .count, "How many events the log holds."),
            Key("transactions", .count, "How many transactions."),
            Key("first_recorded_at", .moment.orNull, "The earliest time at which something was recorded."),
            Key("last_recorded_at", .moment.orNull, "The latest."),
            Key("events_per_second", .number.orNull, "From the first to the last; null where that is no time."),
            Key("events_per_day", .number.orNull, "The same."),
            Key("busiest_day", .form("event_count").orNull, "The day in UTC on which most was recorded."),
            Key("types", .list(.form("event_count")), "By stored type, the most frequent first."),
            Key(
                "months", .list(.form("month_count")),
                "Live messages by the month of their date in UTC, the earliest first."),
            Key("bytes_per_message", .integer.orNull, "Of content, on the average; null as of a past moment."),
            Key("bytes_per_event", .integer.orNull, "Of the log, on the average; null as of a past moment."),
        ])

    static let eventCount = AnswerForm(
        "event_count", "A number of events",
        [
            Key("name", .string, "A type, or a day such as `2024-03-04`."),
            Key("events", .count, "How many."),
        ])

    static let monthCount = AnswerForm(
        "month_count", "A number of messages",
        [
            Key("month", .string, "As 2024-03."),
            Key("messages", .count, "How many."),
        ])

    static let bytes = AnswerForm(
        "bytes", "Bytes on disk",
        [
            Key("log", .count, "Of the log; on a server that of its rows, reckoned from some of them."),
            Key("content", .count, "Of the messages."),
            Key("views", .count, "Of the read models."),
            Key("search", .count, "Of the full text."),
        ])

    static let finding = AnswerForm(
        "finding", "What doctor looked at",
        [
            Key("subject", .string, "What was looked at."),
            Key("is_healthy", .boolean, "Whether it is as it should be."),
            Key("detail", .string, "What was found, and what to do."),
        ])

    static let collection = AnswerForm(
        "collection", "Content that no event names",
        [
            Key("contents", .count, "How many stored contents no event names."),
            Key("stored_bytes", .count, "Their bytes as they are stored."),
            Key("leftovers", .count, "Half-written files that went; not looked for in a dry run."),
            Key("is_dry_run", .boolean, "Whether nothing was removed."),
        ])

    static let backup = AnswerForm(
        "backup", "What a backup did",
        [
            Key("to", .string, "The folder."),
            Key("ledger", .id, "The id of the ledger."),
            Key("is_first", .boolean, "Whether the folder held no backup before."),
            Key("events", .count, "How many came to it."),
            Key("contents", .count, "How many messages came to it."),
            Key("stored_bytes", .count, "Of these, as they are stored."),
            Key("erased", .count, "Events that went blank there, since the ledger has erased them."),
            Key("repaired", .count, "Messages that were damaged there, and were copied again."),
            Key("position", .count, "Where the log in the backup ends."),
            Key("root", .digest, "Over all events up to there."),
            Key("is_signed", .boolean, "Whether the key was there to sign the checkpoint."),
            Key("has_keys", .boolean, "Whether the key is in the backup."),
            Key("faults", .list(.string), "Messages that are damaged or missing, and were left out."),
        ])

    static let restore = AnswerForm(
        "restore", "What a restore made",
        [
            Key("from", .string, "The folder of the backup."),
            Key("to", .string, "The folder of the ledger."),
            Key("ledger", .id, "The id of the ledger."),
            Key("events", .count, "How many there are, with those that erased again."),
            Key("contents", .count, "How many messages there are."),
            Key("root", .digest, "Over all these events."),
            Key("signed_events", .count, "How many events of the backup its checkpoint signs; 0 without one."),
            Key("unsigned_events", .count, "How many events the backup has behind those."),
            Key("erased", .count, "How many messages were erased again."),
            Key(
                "erasure_key", .word("unneeded", "right", "unchecked", "missing", "unreadable", "malformed", "other"),
                "How the key that tells erased mail stands to what the log says was erased."),
            Key("has_signing_key", .boolean, "Whether the signing key of the ledger is there."),
            Key("faults", .list(.string), "Messages that are damaged or missing in the backup."),
            Key("problems", .list(.string), "What --verify and witnesses found."),
        ])

    static let salvage = AnswerForm(
        "salvage", "What was saved of a damaged ledger",
        [
            Key("to", .string, "The folder of the new ledger."),
            Key("events", .count, "How many events hold."),
            Key(
                "lost", .integer.orNull,
                "How many more the damaged log had by its own count; null where it cannot tell."),
            Key("erasures", .count, "How many erasures behind the fault were recorded again."),
            Key("fault", .string, "What did not hold, and where."),
            Key("root", .digest, "Over the events that hold."),
            Key("contents", .count, "How many messages were saved."),
            Key("has_signing_key", .boolean, "Whether the key that signs for the new ledger is there."),
            Key("content_faults", .list(.string), "Messages that are damaged or missing, and were left out."),
        ])

    static let split = AnswerForm(
        "split", "What was made of copies that read otherwise",
        [
            Key("operation", .id.orNull, "The operation; null where there was nothing to do."),
            Key("made", .count, "How many messages were made."),
            Key("messages", .list(.id), "The ids of the messages that had such copies."),
            Key("sources", .list(.string), "The names under which those copies were found."),
        ])
}
