extension AnswerForm {
    static let savedQuery = AnswerForm(
        "saved_query", "A saved query",
        [
            Key("name", .string, "As in `query:NAME`."),
            Key("query", .string, "As it was typed."),
            Key("explanation", .string.orNull, "How it is read now; null where it cannot be."),
            Key("fault", .string.orNull, "What is wrong with it."),
        ])

    static let setting = AnswerForm(
        "setting", "A setting of the configuration",
        [
            Key("name", .string, "As in `output.dates`."),
            Key("value", .string.orNull, "Null where nothing is set and there is no default."),
            Key("origin", .word("option", "environment", "file", "default"), "Where the value is from."),
            Key("source", .string.orNull, "The option, the variable, or the file's path."),
        ])

    static let configFile = AnswerForm(
        "config_file", "Where the configuration is",
        [
            Key("path", .string, "The file, whether it is there or not.")
        ])
}
