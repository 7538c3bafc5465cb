extension AnswerForm {
    static let setup = AnswerForm(
        "setup", "What a setup made and found",
        [
            Key("path", .string, "The ledger's folder."),
            Key("is_new", .boolean, "Whether the ledger was made."),
            Key("account", .string, "The address of the account."),
            Key("is_new_account", .boolean, "Whether the account was added."),
            Key("imported", .form("import"), "What the import did."),
        ])

    static let status = AnswerForm(
        "status", "How a ledger is",
        [
            Key("path", .string, "The ledger's folder."),
            Key("events", .count, "Events in the log."),
            Key("messages", .count, "Messages that are not deleted."),
            Key("accounts", .list(.string), "The addresses of the accounts."),
            Key("unread", .count, "Unread messages, as `unread` counts them."),
            Key("unread_apart", .count, "Unread messages that are in spam and trash only."),
            Key("deleted_accounts", .list(.string), "The addresses of accounts that were deleted and can come back."),
            Key("last_import", .form("last_import").orNull, "The last import or sync; null where there was none."),
            Key("backup", .form("last_backup").orNull, "The last backup; null where none is known."),
            Key("witnesses", .list(.form("witness")), "The witnesses of the ledger."),
            Key(
                "damage", .string.orNull,
                "The first fault that a verification found in the log, which keeps writers out; null if none is known."),
            Key("warnings", .list(.string), "What can lose mail in the ledger's place; none for a folder."),
            Key("behind", .form("behind"), "What the read models had yet to take in."),
        ])

    static let lastImport = AnswerForm(
        "last_import", "The last operation that brought mail in from files",
        [
            Key("operation", .id, "Its id."),
            Key("time", .moment, "When it was recorded."),
            Key("command", .string, "`import` or `sync`."),
            Key("cause", .string.orNull, "The paths or the Maildir, as in an operation."),
        ])

    static let lastBackup = AnswerForm(
        "last_backup", "The last backup of a ledger",
        [
            Key("path", .string, "The folder of the backup."),
            Key("time", .moment, "When it was finished."),
            Key("behind", .count, "Events of the ledger that it does not have."),
        ])

    static let behind = AnswerForm(
        "behind", "Events that read models had not taken in",
        [
            Key("views", .count, "The views."),
            Key("search", .count, "The full text."),
        ])

    static let ledger = AnswerForm(
        "ledger", "A ledger that was made",
        [
            Key("id", .id, "The ledger's id."),
            Key("path", .string, "Its folder."),
            Key("format", .count, "0."),
        ])

    static let account = AnswerForm(
        "account", "An account", about: "Its settings; a password is never among them.",
        [
            Key("id", .id, "The id of the account."),
            Key("address", .string, "Its mail address."),
            Key("display_name", .string.orNull, "The owner's name."),
            Key("provider", .string, "The provider, as in `gmail` or `custom`."),
            Key("imap", .form("server").orNull, "Where mail is read."),
            Key("smtp", .form("server").orNull, "Where mail is sent."),
            Key("auth_types", .list(.string), "The preferred one first."),
            Key("credential_ref", .string.orNull, "Where the password is kept."),
            Key("is_enabled", .boolean, "Whether it takes part in a sync."),
            Key("keep_newest", .ordinal.orNull, "How many messages it keeps, the newest; null for all."),
            Key("keep_for", .period.orNull, "How long it keeps messages, as in `P7Y`; null for all."),
            Key(
                "sync", .form("sync_state").orNull,
                "How far it has come with its server; null where nothing was ever noted."),
        ])

    static let server = AnswerForm(
        "server", "A mail server",
        [
            Key("host", .string, "Its name."),
            Key("port", .ordinal, "Its port."),
            Key("security", .word("tls", "starttls", "none"), "`tls`, `starttls` or `none`."),
            Key("username", .string.orNull, "Who logs in."),
        ])

    static let syncState = AnswerForm(
        "sync_state", "How far an account has come with its server",
        [
            Key("status", .word("idle", "syncing", "error", "completed"), "What its synchronisation is at."),
            Key("history_id", .string.orNull, "The server's own mark of what is known."),
            Key("error_message", .string.orNull, "What went wrong."),
            Key("last_full_sync", .string.orNull, "When all was last looked through."),
            Key("last_incremental_sync", .string.orNull, "When only what had changed was last looked through."),
        ])

    static let provider = AnswerForm(
        "provider", "A mail provider",
        [
            Key("name", .string, "As `--provider` takes it."),
            Key("display_name", .string, "Its name for people."),
            Key("icon_name", .string, "The name of its icon."),
            Key("supports_oauth", .boolean, "Whether OAuth is a way to log in."),
            Key("imap", .form("provider_server"), "Where mail is read."),
            Key("smtp", .form("provider_server"), "Where mail is sent."),
            Key("domains", .list(.string), "The domains whose addresses are known to be the provider's."),
        ])

    static let providerServer = AnswerForm(
        "provider_server", "A mail server of a provider",
        [
            Key("host", .string.orNull, "Null where it has to be said."),
            Key("port", .ordinal, "Its port."),
            Key("security", .word("tls", "starttls", "none"), "`tls`, `starttls` or `none`."),
            Key(
                "username", .word("address", "local_part"),
                "What of an address is the name to log in with: `address` or `local_part`."),
            Key("auth_types", .list(.string), "The preferred one first."),
        ])

    static let accountDeletion = AnswerForm(
        "account_deletion", "What deleting an account did, or would do",
        [
            Key("matched", .count, "How many messages it held."),
            Key("changed", .count, "1."),
            Key("operation", .id.orNull, "Null where nothing was written."),
            Key("is_dry_run", .boolean, "Whether it was only looked at."),
            Key("folders", .count, "How many folders go with it."),
            Key("messages", .count, "How many messages go with it."),
            Key("conversations", .count, "How many conversations go with it."),
            Key("claims", .count, "How many of the messages have claims."),
            Key("notes", .count, "How many notes lose their notebook, or something that they are on."),
            Key("actions", .count, "How many actions lose the message that they hang off."),
        ])

    static let settingsChange = AnswerForm(
        "settings_change", "What a change of settings did", about: "Of an account or a folder.",
        [
            Key("changes", .list(.form("field_change")), "The fields that changed."),
            Key("operation", .id.orNull, "Null where nothing was written."),
            Key("role_taken_from", .string.orNull, "The path of the folder that had the role before."),
            Key("is_dry_run", .boolean, "Whether it was only looked at."),
        ])

    static let outcome = AnswerForm(
        "outcome", "What a command changed",
        [
            Key("matched", .count, "How many messages the query took; of `folder …`, how many folders were named."),
            Key("changed", .count, "How many of them changed."),
            Key("operation", .id.orNull, "Null where nothing was written."),
            Key("is_dry_run", .boolean, "Whether it was only looked at."),
        ])
}
