/// The JSON output of a verb.
package struct VerbAnswer: Hashable, Sendable {
    /// The part of a verb's output that has the form.
    package enum Part: String, CaseIterable, Sendable {
        case answer = ""
        case ofSeveralIDs = "of several ids"
        case ofOperation = "of an operation's id"
        /// The file behind `--to`.
        case file = "in the file behind `--to`"
        /// A file in the folder behind `--to`.
        case messages = "in its messages.jsonl"
        case erased = "in its erased.jsonl"
    }

    /// The verb, and the option or the query behind it that makes it write another form.
    package let verb: String
    /// The name of the form; `string` for a plain name.
    package let form: String
    package let isList: Bool
    package let part: Part

    private static func one(_ form: String, part: Part = .answer, _ verbs: String...) -> [VerbAnswer] {
        verbs.map { VerbAnswer(verb: $0, form: form, isList: false, part: part) }
    }

    private static func list(_ form: String, part: Part = .answer, _ verbs: String...) -> [VerbAnswer] {
        verbs.map { VerbAnswer(verb: $0, form: form, isList: true, part: part) }
    }

    /// One answer of each verb that writes JSON, and of each option that changes its form.
    package static let all: [VerbAnswer] = [
        one("setup", "setup"),
        one("status", "status"),
        one("ledger", "init"),
        one("account", "account add", "account show"),
        list("account", "account list"),
        one("import", "import mail"),
        one("sync", "sync"),
        one("tag_import", "import tags"),
        one("event_import", "import events"),
        one("export", "export"),
        one("export", "export --as jsonl"),
        list("exported", part: .file, "export --as jsonl"),
        one("tag_export", "export --notmuch-tags"),
        one("event_export", "export --events"),
        one("subject_export", "export --subject-address"),
        list("subject_message", part: .messages, "export --subject-address"),
        list("erased", part: .erased, "export --subject-address"),
        list("folder", "folders"),
        list("provider", "providers"),
        one("folder", "folder add", "folder show"),
        one("account_deletion", "account delete"),
        one("settings_change", "account set", "account enable", "account disable", "folder set"),
        one("folder_deletion", "folder delete --dry-run"),
        list("message", "messages", "search"),
        list("erased", "messages is:erased", "search is:erased"),
        list("thread", "threads"),
        one("unread", "unread"),
        list("correspondent", "address"),
        one("reply_draft", "reply"),
        one("message", "reply --save"),
        list("string", "messages --output", "search --output", "threads --output"),
        one("count", "count"),
        list("count", "count --batch"),
        one("message", "message add"),
        one("shown", "show"),
        list("shown", part: .ofSeveralIDs, "show"),
        one("conversation", "show --thread"),
        list("conversation", part: .ofSeveralIDs, "show --thread"),
        list("attachment", "attachment list"),
        list("attachment_check", "attachment verify"),
        list("note", "notes"),
        one("note", "note add", "note show"),
        one(
            "settings_change", "note edit", "note pin", "note unpin", "note archive", "note unarchive", "note file",
            "note link", "note unlink", "note audio"),
        one("written_file", "note audio --save"),
        list("action", "actions"),
        one("action", "action add", "action show"),
        one("settings_change", "action edit", "action accept", "action execute", "action fail", "action cancel"),
        list("change", "watch"),
        list("arrival", "watch --arrivals"),
        list("live_answer", "watch is:unread"),
        one(
            "outcome", "mark", "move", "copy", "unfile", "label", "delete", "undelete", "thread", "message load",
            "message link", "message add --dry-run", "folder rename", "folder move", "folder reorder", "folder delete",
            "account add --dry-run", "folder add --dry-run", "outbox mark", "chat set", "chat status", "chat read",
            "chat delete", "note delete", "note add --dry-run", "action delete", "action add --dry-run"),
        one("pruning", "prune"),
        one("undo", "undo"),
        one(
            "erasure", "erase message", "erase account", "erase conversation", "erase query", "erase address",
            "erase note",
            "erase answer", "erase profile"),
        list("erased", "erase list"),
        one("hold", "hold add", "hold remove"),
        list("hold", "hold list"),
        list("chat", "chat list"),
        one("chat", "chat show"),
        one("chat", "chat add"),
        one("message", "chat post"),
        one("chat_import", "import chats"),
        one("chat_export", "export --chat"),
        list("chat_line", part: .file, "export --chat"),
        list("outbox_item", "outbox list"),
        one("outcome", "classify", "answer delete", "profile delete", "answer add --dry-run", "answer use --dry-run"),
        one("answer", "answer add", "answer show"),
        list("answer", "answer list"),
        one(
            "settings_change", "answer edit", "answer enable", "answer disable", "profile set", "profile feature",
            "profile connect", "profile disconnect"),
        list("suggestion", "answer suggest"),
        one("message", "answer use"),
        one("profile", "profile show"),
        list("operation", "log"),
        one("operation_detail", part: .ofOperation, "log"),
        list("history", "history"),
        list("value_reason", "why message", "why folder", "why account", "why note", "why action"),
        one("unread_reason", "why unread"),
        one("thread_reason", "why thread"),
        one("absence", "why missing"),
        list("difference", "diff"),
        list("event", "events list", "events tail", "events follow"),
        list("cursor", "events cursors"),
        one("cursor", "events forget"),
        one("event", "events show"),
        one("verification", "verify"),
        one("proof", "prove"),
        one("proof_findings", "verify-proof"),
        one("checkpoint", "checkpoint"),
        one("witness", "witness add", "witness remove"),
        list("witness", "witness list", "witness check", "witness update"),
        one("key", "key show", "key rotate"),
        one("key_passphrase", "key passphrase"),
        one("bundle", "report --bundle"),
        one("written_file", "prove --output", "report", "checkpoint --output", "key show --output"),
        one("saved_query", "query save", "query show", "query delete"),
        list("saved_query", "query list"),
        list("setting", "config list"),
        one("setting", "config get", "config set", "config unset"),
        one("config_file", "config path"),
        one("rebuild", "rebuild"),
        one("check", "rebuild --check"),
        one("migration", "migrate"),
        list("reparsed", "reparse"),
        list("replay_step", "replay"),
        list("replayed_model", "replay --digest"),
        one("what_if", "replay --with"),
        list("projection", "projections"),
        list("catalogue_entry", "catalogue"),
        one("statistics", "stats"),
        one("rates", "stats --rates"),
        one("request_answer", "request"),
        list("sql_row", "sql"),
        list("public_table", "sql --tables"),
        one("issued_token", "token add"),
        list("token", "token list"),
        one("settings_change", "token change"),
        one("outcome", "token revoke", "token add --dry-run"),
        list("fleet_ledger", "fleet status"),
        list("fleet_change", "fleet log"),
        one("fleet_search", "fleet search"),
        list("fleet_place", "fleet place"),
        one("fleet_setting", "fleet set"),
        one("fleet_schema", "fleet schema"),
        one("fleet_tables", "fleet schema --apply"),
        one("adoption", "fleet adopt"),
        one("release", "fleet release"),
        list("finding", "doctor"),
        one("salvage", "doctor --salvage"),
        one("split", "doctor --split"),
        one("collection", "collect"),
        one("backup", "backup"),
        one("restore", "restore"),
    ].flatMap { $0 }
}
