extension AnswerForm {
    static let event = AnswerForm(
        "event", "An event as it is stored", about: "What was erased is null.",
        [
            Key("position", .ordinal, "Its place in the log, from 1."),
            Key("time", .moment, "When its transaction was recorded."),
            Key("type", .string, "Its name."),
            Key("schema", .count, "The version of its shape."),
            Key("stream", .ordinal, "The position of the first event of its stream."),
            Key("version", .ordinal, "Its place in its stream."),
            Key("account", .count, "The stream of its account; 0 for none."),
            Key("transaction", .ordinal, "The number of its transaction."),
            Key("operation", .id, "The operation that it is part of."),
            Key("payload", .any, "As Reference/Events.md says."),
            Key("salt", .salt.orNull, "32 hexadecimal digits."),
            Key("digest", .digest, "The salted digest of its payload."),
            Key("header", .any, "That of the transaction."),
        ])

    static let cursor = AnswerForm(
        "cursor", "How far a subscriber has come",
        [
            Key("name", .string, "The name that the subscriber gave."),
            Key("position", .integer.orNull, "All up to this event was handled; null where the file is damaged."),
            Key("behind", .integer.orNull, "How many events the log holds beyond it; null where it is ahead."),
            Key("ahead", .integer.orNull, "How many events the log lacks up to it; null where it lacks none."),
            Key("fault", .string.orNull, "Why the subscriber cannot go on there."),
        ])

    static let catalogueEntry = AnswerForm(
        "catalogue_entry", "A kind of event or a read model",
        [
            Key("kind", .word("event", "read_model"), "Which of both."),
            Key("name", .string, "Its name."),
            Key("version", .ordinal, "The version of the event's form, or of the read model's rules."),
            Key("reads", .list(.ordinal), "The older versions of the event's form that are read as today's."),
        ])

    static let publicTable = AnswerForm(
        "public_table", "A table that SQL may ask",
        [
            Key("table", .string, "Its name."),
            Key("columns", .list(.string), "The names of its columns, in their order."),
        ])

    static let sqlRow = AnswerForm(
        "sql_row", "A row that a query in SQL finds", isOpen: true,
        about:
            "Its keys are the names of the query's columns. Bytes are hexadecimal digits, and a number without an end is null.",
        [])

    static let requestAnswer = AnswerForm(
        "request_answer", "What a request is answered with",
        [
            Key("position", .count, "The log up to here, at least, is part of the answer."),
            Key(
                "operation", .id.orNull,
                "What a command did is this operation; null of a query, and where nothing was to be changed."),
            Key(
                "is_repeat", .boolean,
                "Whether an earlier command with the same idempotency key did it, and nothing was done now."),
            Key("answer", .any, "As Docs/Requests.md says of the request; null of a repeat."),
        ])

    static let error = AnswerForm(
        "error", "Why a command failed", about: "One line on standard error.",
        [
            Key(
                "code",
                .word(
                    "INVALID_INPUT", "VALIDATION_ERROR", "MISSING_FIELD", "NOT_FOUND", "ALREADY_EXISTS", "CONFLICT",
                    "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "UNAUTHORIZED", "INVALID_CREDENTIALS", "PARTIAL",
                    "VERIFICATION_FAILED", "SERVER_ERROR", "SERVICE_UNAVAILABLE", "INTERRUPTED", "TIMEOUT",
                    "NETWORK_ERROR"), "See exit codes."),
            Key("message", .string, "For people."),
            Key(
                "details", .texts,
                "An object of strings. For a bad query: `query`, `offset` and `length` of the fault. For an unknown name: `kind` and `name`. For a folder that is not empty: `blockers`, one per line. Otherwise `field`, or `path`."
            ),
        ])
}
