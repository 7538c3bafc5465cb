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
        "fleet_setting", "Settings of a database, or of a ledger in it, that were changed",
        [
            Key(
                "name", .string.orNull,
                "The ledger's name; null where the database was meant, and ledgers that are made from now on."),
            Key(
                "standby", .word("required", "optional").orNull,
                "Whether a standby has to confirm what is written; null where that stays as it was."),
            Key(
                "retention_days", .count.orNull,
                "For how many days archives and backups of the database are kept; null where that stays as it was."),
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
            Key("renewed", .list(.string), "The guards that were missing or changed, and were made again."),
        ])

    static let fleetPlace = AnswerForm(
        "fleet_place", "The nodes on which a ledger should be warm",
        [
            Key("name", .string, "The ledger's name in the database."),
            Key("id", .id, "Its id."),
            Key("first", .string.orNull, "The node of the first choice; null if no nodes are named."),
            Key("second", .string.orNull, "The node of the second choice; null if there is one node alone."),
        ])

    static let fleetSearch = AnswerForm(
        "fleet_search", "What was found in all ledgers of a database",
        [
            Key("ledgers", .count, "How many ledgers the role may read."),
            Key("hits", .list(.form("fleet_hit")), "The messages, the latest first."),
            Key("searched", .list(.form("fleet_searched")), "The ledgers that were searched."),
            Key("not_searched", .list(.form("fleet_not_searched")), "The ledgers that were not."),
            Key("unanswered", .list(.form("fleet_unanswered")), "The nodes that gave no answer."),
        ])

    static let fleetHit = AnswerForm(
        "fleet_hit", "A message of some ledger",
        [
            Key("ledger", .string, "The ledger's name in the database."),
            Key("node", .string, "The node that found it."),
            Key("id", .id, "The message's id."),
            Key("date", .moment, "When it was sent; when it came, if it does not say."),
            Key("from", .string.orNull, "The sender's name, or the address; null for none."),
            Key("subject", .string.orNull, "The subject; null for none."),
            Key("is_read", .boolean, "Whether it is marked as read."),
            Key("is_flagged", .boolean, "Whether it is flagged."),
            Key("has_attachments", .boolean, "Whether it has attachments."),
        ])

    static let fleetSearched = AnswerForm(
        "fleet_searched", "A ledger that was searched",
        [
            Key("ledger", .string, "The ledger's name in the database."),
            Key("node", .string, "The node whose files were searched."),
            Key("position", .count, "The last position of the log that these know."),
        ])

    static let fleetNotSearched = AnswerForm(
        "fleet_not_searched", "A ledger that was not searched",
        [
            Key("ledger", .string, "The ledger's name in the database."),
            Key("reason", .string.orNull, "What went wrong; null if no node that answered has its full text."),
        ])

    static let fleetUnanswered = AnswerForm(
        "fleet_unanswered", "A node that gave no answer",
        [
            Key("node", .string, "Its name in the configuration."),
            Key("reason", .string, "What ssh or the library of HTTP said, or what was wrong with the answer."),
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

    static let release = AnswerForm(
        "release", "A ledger that moved from a database into a folder",
        [
            Key("ledger", .id, "Its id, which stays."),
            Key("folder", .string, "Its folder from now on."),
            Key("events", .count, "How many events it has."),
            Key("root", .digest, "The root of its Merkle tree, which stays."),
            Key("contents", .count, "How many contents were copied by this run."),
            Key("has_key", .boolean, "Whether the key that signs checkpoints came along."),
            Key("left_out", .list(.string), "Contents that were damaged or missing, and were left out."),
        ])
}
