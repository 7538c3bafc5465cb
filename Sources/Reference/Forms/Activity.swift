extension AnswerForm {
    static let series = AnswerForm(
        "series", "Numbers over time, for a chart",
        [
            Key("name", .word("mail_by_month", "total", "unread", "changes_by_actor", "size"), "What is counted."),
            Key("step", .word("day", "week", "month", "year"), "How long a step is; weeks begin on Mondays."),
            Key("unit", .word("messages", "events", "bytes"), "Of the values."),
            Key("from", .string.orNull, "The first day of the first step, in UTC; null where nothing was recorded."),
            Key("to", .string.orNull, "The last day of the last step."),
            Key("starts", .list(.string), "The first day of each step, as 2024-03-04."),
            Key("lines", .list(.form("series_line")), "What is drawn: one line, or one for each actor."),
        ])

    static let seriesLine = AnswerForm(
        "series_line", "A line of a chart",
        [
            Key(
                "actor", .string.orNull,
                "Of changes_by_actor, who; null where the header is erased, for the rest, and for other series."),
            Key("is_rest", .boolean, "Whether it adds up the actors beyond the 50 with the most events."),
            Key("values", .list(.integer), "One for each step."),
        ])

    static let moments = AnswerForm(
        "moments", "The stops of a slider over the history",
        [
            Key(
                "precision", .word("transaction", "day"),
                "How finely the history was looked at; by days where there are more than 10,000 transactions."),
            Key("stops", .list(.form("moment_stop")), "In order; where nothing was recorded there is none."),
        ])

    static let momentStop = AnswerForm(
        "moment_stop", "A stop of a slider",
        [
            Key("position", .ordinal, "The end of a transaction: a moment for `at`."),
            Key("time", .moment, "When that transaction was recorded."),
            Key("operations", .count, "How many operations began since the stop before."),
            Key("events", .count, "How many events were recorded since then."),
            Key("loudest", .form("loudest_operation").orNull, "The operation of the largest transaction since then."),
        ])

    static let loudestOperation = AnswerForm(
        "loudest_operation", "The operation of the largest transaction",
        [
            Key("operation", .id, "Its id."),
            Key("actor", .string.orNull, "Who; null once the header is erased."),
            Key("command", .string.orNull, "With what."),
            Key("reason", .string.orNull, "Why."),
            Key("events", .ordinal, "How many events that transaction has."),
        ])
}
