extension AnswerForm {
    static let fleetLedger = AnswerForm(
        "fleet_ledger", "A ledger of a database",
        [
            Key("name", .string, "Its name in the database."),
            Key("id", .id, "Its id."),
            Key("events", .count, "How many events it has."),
            Key("transactions", .count, "How many transactions it has."),
            Key("changed_at", .moment.orNull, "When the last transaction was recorded; null for none."),
            Key("needs_standby", .boolean, "Whether it takes writes only if a standby confirms them."),
            Key("damage", .string.orNull, "The first fault that a verification found; null if none is known."),
            Key("sealed", .string.orNull, "Why it takes no writes; null if it takes them."),
            Key("nodes_behind", .list(.string), "The nodes whose caches still have what was erased."),
        ])

    static let fleetChange = AnswerForm(
        "fleet_change", "A transaction of some ledger",
        [
            Key("ledger", .string, "The ledger's name in the database."),
            Key("operation", .id, "The operation that it is part of."),
            Key("transaction", .ordinal, "Its number in the ledger."),
            Key("time", .moment, "When it was recorded."),
            Key("actor", .string.orNull, "In whose name; null, as the next four, where it was erased."),
            Key("os_user", .string.orNull, "The user that the operating system named."),
            Key("host", .string.orNull, "The machine."),
            Key("command", .string.orNull, "The verb, or the method of a server."),
            Key("reason", .string.orNull, "The reason; null, too, where none was given."),
            Key("effects", .list(.form("fleet_effect")), "What its events did."),
        ])

    static let fleetEffect = AnswerForm(
        "fleet_effect", "Events of one effect",
        [
            Key(
                "effect",
                .word(
                    "added", "changed", "marked", "moved", "removed", "deleted", "restored", "erased", "skipped"),
                "The effect, by the type of the event."),
            Key("events", .ordinal, "How many events have it."),
        ])

    static let fleetSetting = AnswerForm(
        "fleet_setting", "A setting of a ledger in a database",
        [
            Key("name", .string, "The ledger's name."),
            Key("standby", .word("required", "optional"), "Whether a standby has to confirm what is written."),
        ])

    static let fleetSchema = AnswerForm(
        "fleet_schema", "The script that makes the tables of a database",
        [
            Key("version", .ordinal, "The version of the tables."),
            Key("sql", .string, "The script."),
        ])

    static let fleetTables = AnswerForm(
        "fleet_tables", "The tables that are in a database",
        [
            Key("url", .string, "The database, without a password."),
            Key("version", .ordinal, "The version of the tables."),
        ])

    static let adoption = AnswerForm(
        "adoption", "A ledger that moved from a folder into a database",
        [
            Key("ledger", .id, "Its id, which stays."),
            Key("events", .count, "How many events it has."),
            Key("root", .digest, "The root of its Merkle tree, which stays."),
            Key("contents", .count, "How many contents were copied by this run."),
            Key("left_out", .list(.string), "Contents that were damaged or missing, and were left out."),
        ])
}
