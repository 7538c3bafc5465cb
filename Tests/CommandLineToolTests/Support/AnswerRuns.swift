import Reference

/// Runs of the tool on the demo's ledger whose answers are compared with Docs/Schemas, one after the other.
///
/// Which form a verb writes is declared in `VerbAnswer.all`; each verb that takes `--format` has a run here. `SAMPLES` is a
/// copy of the sample mail, `FIXTURES` the folder of fixtures, and `SCRATCH` a folder of the test's own.
enum AnswerRuns {
    struct Run {
        let arguments: [String]
        var exitCode: Int32 = 0
        /// What the verb reads from standard input.
        var input = ""
        var part = VerbAnswer.Part.answer
        /// What is run before it, where its answer would have nothing to tell.
        var preparation: [String] = []
    }

    private static let arrived = #"""
        {"command": "change-sync-state", "parameters": {"account": "mara@example.org", "status": "error", "history_id": "99",
        "error_message": "no route", "last_full_sync": "2026-01-02T03:04:05Z", "last_incremental_sync": "2026-01-02T03:04:05Z"}}
        """#

    static let all: [Run] = [
        run("status"),
        run("providers"),
        run("account", "list"),
        run("account", "show", "mara@example.org"),
        run("account", "add", "ada@gmail.com", "--display-name", "Ada", "--dry-run"),
        run("account", "add", "ada@gmail.com", "--display-name", "Ada", "--credential-ref", "env:PASSWORD"),
        run("account", "set", "ada@gmail.com", "--imap-port", "143", "--auth", "oauth2", "--dry-run"),
        run("account", "set", "ada@gmail.com", "--imap-port", "143", "--display-name", ""),
        run("account", "disable", "ada@gmail.com"),
        run("account", "enable", "ada@gmail.com"),
        run("folders"),
        run("messages", "*"),
        run("messages", "walrus"),
        run("search", "kernel"),
        run("threads", "--all"),
        run("messages", "--output", "ids"),
        run("messages", "--output", "tags"),
        run("search", "--output", "files", "kernel"),
        run("threads", "--output", "threads"),
        run("unread"),
        run("address", "is:unread"),
        run("address", "--output", "all", "--count", "*"),
        run("reply", "3f2a7432"),
        run("count", "is:unread"),
        run("count", "--output", "files"),
        run("count", "--batch", "--output", "threads", input: "is:unread\n\nlabel:work\n"),
        run("show", "3f2a7432"),
        several("show", "3f2a7432", "3f2a7432"),
        run("show", "--thread", "3f2a7432"),
        several("show", "--thread", "--overview", "3f2a7432", "3f2a7432"),
        run("attachment", "list", "3f2a7432"),
        run("attachment", "verify"),
        run("history", "3f2a7432"),
        run("history", "Work/Projects"),
        run("history", "treasurer@rowing.example.net"),
        run("history", "--actor", "tomas", "--reverse", "--unfold"),
        run("log", "--verb", "account delete", "--unfold"),
        Run(arguments: ["log", "673acf52"], part: .ofOperation),
        run("log", "--effect", "deleted", "--os-user", "mara"),
        run("why", "message", "3f2a7432"),
        run("why", "message", "3f2a7432", "folders", "--all"),
        run("why", "folder", "Work/Projects"),
        run("why", "account", "treasurer@rowing.example.net", "is_deleted", "--all"),
        run("why", "unread", "--limit", "3"),
        run("why", "unread", "INBOX", "--account", "mara@example.org"),
        run("why", "thread", "1263"),
        run("why", "missing", "3f2a7432"),
        run("why", "missing", "notes.txt"),
        run("why", "missing", "nowhere@example.org"),
        run("import", "mail", "SAMPLES/rowing", "SAMPLES/eml", "--account", "ada@gmail.com"),
        run("import", "mail", "SAMPLES/rowing", "--account", "ada@gmail.com"),
        run("sync", "SAMPLES/rowing", "--account", "ada@gmail.com", "--dry-run"),
        run("sync", "SAMPLES/rowing", "--account", "ada@gmail.com", "--pull-only"),
        run("import", "tags", "-", "--account", "mara@example.org", exitCode: 5, input: tags),
        run("export", "--to", "SCRATCH/maildir", "--as", "maildir"),
        run("export", "--to", "SCRATCH/mail.mbox", "--as", "mboxrd", "--dry-run"),
        run("export", "--to", "SCRATCH/mail.jsonl", "--as", "jsonl"),
        file(.file, "export", "--to", "SCRATCH/all.jsonl", "--as", "jsonl"),
        file(.file, "export", "--to", "SCRATCH/kernel.jsonl", "--as", "jsonl", "--content", "kernel"),
        run("export", "--to", "SCRATCH/tags", "--notmuch-tags", exitCode: 5),
        run("export", "--events", "--content", "--to", "SCRATCH/events.jsonl"),
        run("import", "events", "SCRATCH/events.jsonl", "--ledger", "SCRATCH/copy"),
        run("backup", "SCRATCH/backup"),
        run("status"),
        run("setup", "SAMPLES/rowing", "ada@gmail.com"),
        run("setup", "SAMPLES/lists.mbox", "new@example.org", "--ledger", "SCRATCH/begun"),
        run("status", "--ledger", "SCRATCH/begun"),
        run("restore", "SCRATCH/backup", "SCRATCH/restored", "--verify"),
        prepared(
            by: [
                "events", "follow", "--once", "--type", "account-created", "--ledger", "SCRATCH/restored", "--run",
                "dd if=/dev/zero of=SCRATCH/restored/log.sqlite bs=4096 seek=30 count=60 conv=notrunc status=none",
            ], "doctor", "--ledger", "SCRATCH/restored", "--salvage", "SCRATCH/saved", "--reason", "a bad disk"),
        run("query", "save", "work", "in:Work is:unread"),
        run("query", "show", "work"),
        run("query", "list"),
        run("query", "delete", "work"),
        run("config", "path"),
        run("config", "set", "output.dates", "iso"),
        run("config", "get", "output.dates"),
        run("config", "list", "--color", "never"),
        run("config", "unset", "output.dates"),
        run("reply", "3f2a7432", "--save", "--reply-to", "sender"),
        run("mark", "--read", "in:INBOX", "--reason", "vacation catch-up"),
        run("mark", "--read", "in:INBOX"),
        run("move", "subject:razor", "--to", "Trash"),
        run("copy", "subject:tide", "--to", "Archive"),
        run("unfile", "subject:tide", "--from", "Archive"),
        run("label", "--add", "rowing", "oars", "--dry-run"),
        run("delete", "subject:won", "--yes"),
        run("messages", "is:deleted"),
        run("threads", "is:deleted"),
        run("undelete", "subject:won"),
        run("delete", "subject:won", "--yes", "--reason", "there was no lottery"),
        run("messages", "is:any", "--format-version", "1"),
        run("prune", "--keep", "2", "--folder", "Spam", "--dry-run"),
        run("account", "set", "mara@example.org", "--keep-newest", "50", "--keep-for", "7y"),
        run("folder", "set", "Receipts", "--keep-for", "forever"),
        run("prune", "--account", "mara@example.org", "--dry-run"),
        run("account", "set", "mara@example.org", "--keep-newest", "none", "--keep-for", "none"),
        run("folder", "set", "Receipts", "--keep-for", "none"),
        run("thread", "--archive", "subject:budget"),
        run("folder", "add", "Archive/2024", "--account", "mara@example.org", "--dry-run"),
        run("folder", "add", "Archive/2024", "--account", "mara@example.org"),
        run(
            "folder", "set", "Archive/2024", "--icon", "tray", "--folder-color", "#1E90FF", "--text-color", "#fff",
            "--uid-validity", "7", "--highest-mod-seq", "18446744073709551615", "--supports-idle", "yes"),
        run("folder", "show", "Archive/2024"),
        run("folder", "reorder", "Work", "INBOX", "--account", "mara@example.org"),
        run("folder", "rename", "Archive/2024", "Old"),
        run("folder", "move", "Archive/Old"),
        run("folder", "delete", "Work", "--policy", "nullify", "--dry-run"),
        run("folder", "delete", "Work", "--policy", "deny", "--dry-run", exitCode: 4),
        run("folder", "delete", "Old", "--yes"),
        run("undo", "--dry-run"),
        run("undo", "--transactions", "8..16", "--dry-run", exitCode: 4),
        run("undo"),
        run("account", "delete", "ada@gmail.com", "--yes"),
        run("message", "add", "--header-only", "--account", "mara@example.org", input: fetched),
        run("message", "add", "--dry-run", "--account", "mara@example.org", input: fetched),
        run("message", "link", "mid:fetched@example.org", "--draft-id", "r-1"),
        run("message", "load", "mid:fetched@example.org", input: fetched),
        run("note", "add", "Tides", "--dry-run"),
        run("note", "add", "Tides", "--text", "High water", "--tag", "rowing", "--on", "3f2a7432", "--duration", "20"),
        run("note", "edit", "Tides", "--summary", "wet"),
        run("note", "pin", "Tides"),
        run("note", "unpin", "Tides"),
        run("note", "archive", "Tides"),
        run("note", "unarchive", "Tides"),
        run("note", "file", "Tides"),
        run("note", "link", "Tides", "--on-thread", "3f2a7432"),
        run("note", "unlink", "Tides", "--on-thread", "3f2a7432"),
        run("note", "audio", "Tides", "--attach", "-", input: "RIFF"),
        run("note", "audio", "Tides", "--save", "SCRATCH/tides.wav"),
        run("action", "add", "calendar", "Outing", "--note", "Tides", "--date", "2026-03-29T09:00", "--dry-run"),
        run("action", "add", "calendar", "Outing", "--note", "Tides", "--date", "2026-03-29T09:00"),
        run("action", "add", "next-step", "Oars", "--on", "3f2a7432", "--attendee", "tomas@example.net"),
        run("action", "edit", "Outing", "--end", "2026-03-29T11:00", "--location", "Pier 4"),
        run("action", "accept", "Outing"),
        run("action", "fail", "Outing", "--error", "no wind"),
        run("action", "execute", "Outing", "--service", "calendar", "--output", "SCRATCH/outing.ics"),
        run("action", "show", "Outing"),
        run("actions", "--all"),
        run("notes", "high water"),
        run("note", "show", "Tides"),
        run("show", "3f2a7432"),
        run("history", "3f2a7432"),
        run("why", "note", "Tides"),
        run("why", "action", "Outing", "status", "--all"),
        run("action", "cancel", "Oars"),
        run("action", "delete", "Oars"),
        run("note", "delete", "Tides"),
        run("undo"),
        run("answer", "add", "--question", "when is the yearly fee due", "--text", "In March.", "--dry-run"),
        run("answer", "add", "--question", "when is the yearly fee due", "--text", "In March."),
        run("answer", "list"),
        run("answer", "show", "yearly fee"),
        run("answer", "edit", "yearly fee", "--question", "invoice and yearly fee", "--category", "Business"),
        run("answer", "disable", "yearly fee"),
        run("answer", "enable", "yearly fee"),
        run("answer", "suggest", "3f2a7432"),
        run("answer", "use", "yearly fee", "3f2a7432", "--dry-run"),
        run("answer", "use", "yearly fee", "3f2a7432"),
        run("answer", "show", "yearly fee"),
        run(
            "classify", "3f2a7432", "--category", "business", "--sentiment", "neutral", "--score", "7", "--answer",
            "yearly fee", "--reply-draft", "Paid."),
        run("classify", input: claims),
        run("show", "3f2a7432"),
        run("why", "message", "3f2a7432", "category"),
        run("profile", "set", "--email", "mara@example.org", "--display-name", "Mara"),
        run("profile", "feature", "sentiment", "off"),
        run("profile", "connect", "google"),
        run("profile", "disconnect", "apple"),
        run("profile", "show"),
        run("profile", "delete"),
        run("token", "add", "phone", "--actor", "mara", "--scopes", "read,write", "--dry-run"),
        run("token", "add", "phone", "--actor", "mara", "--scopes", "read,write"),
        run("token", "list"),
        run("token", "change", "phone", "--scopes", "read", "--expires", "2999-01-31"),
        run("token", "revoke", "phone"),
        run("answer", "delete", "yearly fee"),
        run("erase", "answer", "yearly fee", "--reason", "request 20", "--dry-run"),
        run("erase", "profile", "--reason", "request 21", "--dry-run"),
        run("log"),
        run("diff", "2026-02-15"),
        run("diff", "0", "2026-02-16", "--account", "mara@example.org"),
        run("events", "list"),
        run("events", "show", "17"),
        run("events", "tail", "--once"),
        run("events", "follow", "--type", "message-moved", "--once"),
        prepared(
            by: ["events", "follow", "--cursor", "totals", "--run", "wc -l", "--once"], "events", "cursors"),
        run("events", "forget", "totals"),
        run("watch", "--after", "0", "--once"),
        run("watch", "is:unread", "--after", "0", "--once"),
        run("watch", "--arrivals", "--after", "0", "--once"),
        run("verify", "--content"),
        run("checkpoint"),
        run("checkpoint", "--output", "SCRATCH/checkpoint"),
        run("prove", "3f2a7432", "--since", "SCRATCH/checkpoint"),
        run("prove", "event:17", "--all", "--without-payload", "--output", "SCRATCH/proof"),
        run("report", "3f2a7432", "--output", "SCRATCH/report.html"),
        run("verify-proof", "SCRATCH/report.html", exitCode: 5),
        run("report", "3f2a7432", "--bundle", "SCRATCH/case"),
        run("verify-proof", "--bundle", "SCRATCH/case", exitCode: 5),
        run("prove", "event:17"), run("prove", "event:17", "--without-payload"),
        run("prove", "event:17", "--without-header"),
        run("verify-proof", "SCRATCH/proof", exitCode: 5),
        run("witness", "add", "SCRATCH/witness"),
        run("witness", "list"),
        run("witness", "check"),
        run("witness", "update"),
        run("witness", "remove", "SCRATCH/witness"),
        run("key", "rotate", "--reason", "a new machine"),
        run("key", "show"),
        run("key", "passphrase", "--remove"),
        run("key", "show", "--output", "SCRATCH/key"),
        run("rebuild", "--check"),
        run("rebuild"),
        run("migrate", "--dry-run"),
        run(
            "import", "events", "FIXTURES/Ledgers/format-1/papers/events.jsonl.gz", "--ledger",
            "SCRATCH/museum"),
        run("reparse", "--ledger", "SCRATCH/museum"),
        run("replay", "--from", "2026-02-11"),
        run("replay", "--digest", "--upto", "150"),
        prepared(
            by: [
                "events", "follow", "--once", "--type", "account-created", "--run",
                #"printf '[unread]\nspam=yes\n' > 'SCRATCH/rules'"#,
            ], "replay", "--with", "SCRATCH/rules"),
        run("projections"),
        run("projections", "--digest"),
        run("catalogue"),
        run("sql", "--tables"),
        run("sql", "SELECT id, subject, size, NULL AS sender FROM messages"),
        run("stats"),
        run("stats", "--rates"),
        run("stats", "--at", "tx:3"),
        run("request", input: #"{"query": "list-messages", "parameters": {"filter": "is:unread"}}"#),
        run("request", input: arrived),
        run("account", "show", "mara@example.org"),
        run("messages", "--at", "2026-02-16", "in:INBOX"),
        run("doctor"),
        run("collect"), run("doctor", "--split"),
        run("hold", "add", "case 7", "--query", "subject:won", "--reason", "letter"),
        run("hold", "list"),
        run("erase", "query", "subject:won", "--reason", "request 18", "--dry-run", exitCode: 4),
        run("hold", "remove", "case 7", "--reason", "closed"),
        run("chat", "add", "crew", "--display-name", "The crew", "--group", "-a", "mara@example.org"),
        run("chat", "post", "crew", "Cast off at six."),
        run("chat", "set", "crew", "--participant", "tomas@example.net"),
        run("chat", "status", "--to", "delivered", "kind:chat"),
        run("chat", "read", "--by", "tomas@example.net", "kind:chat"),
        run("chat", "list"),
        run("chat", "show", "crew"),
        file(.file, "export", "--chat", "--to", "SCRATCH/chats.jsonl"),
        run("export", "--chat", "--to", "SCRATCH/more chats.jsonl", "kind:chat"),
        run("import", "chats", "SCRATCH/chats.jsonl", "-a", "mara@example.org"),
        run("chat", "delete", "crew", "--yes"),
        run("erase", "conversation", "crew", "--reason", "request 20", "--yes"),
        run("outbox", "mark", "3f2a7432", "--failed", "no route to host"),
        run("outbox", "list"),
        run("erase", "query", "subject:won", "--reason", "request 18", "--dry-run"),
        run("erase", "address", "tomas@example.net", "--reason", "request 18", "--dry-run"),
        run("erase", "message", "3f2a7432", "--reason", "request 17", "--yes"),
        run("erase", "account", "ada@gmail.com", "--reason", "request 19", "--yes"),
        run("erase", "note", "Tides", "--reason", "request 20", "--yes"),
        run("erase", "list"),
        run("messages", "is:erased"),
        run("search", "is:erased"),
        run("count", "is:erased"),
        run("export", "--subject-address", "peter@example.net", "--to", "SCRATCH/answer"),
        file(.messages, "export", "--subject-address", "mara@example.org", "--to", "SCRATCH/mail of mara"),
        file(.erased, "export", "--subject-address", "tomas@example.net", "--to", "SCRATCH/mail of tomas"),
        run("watch", "--after", "0", "--once"),
    ]

    /// A label of another spelling, a tag that no label can be, and a message that is not there.
    private static let tags = """
        #notmuch-dump batch-tag:3 config,properties,tags
        +Paper +TAXES +two%28words -- id:inv-2026-023@paper.example.com
        +unread -- id:nowhere@example.org

        """

    /// A claim with all that goes with it, and one that is taken away.
    private static let claims = """
        {"message":"3f2a7432","category":"urgent","confidence":0.5,"sentiment":"negative","intensity":"low","by":"model-x"}
        {"message":"3f2a7432","opportunity_score":null,"memory":"m1","conversation":"c1","by":"model-x"}

        """

    private static let fetched = """
        From: Ada <ada@example.org>
        Subject: Tides
        Message-ID: <fetched@example.org>

        High water at six.

        """

    /// Lines that are refused: their errors have a form, too.
    static let refusals: [Run] = [
        run("messages", "frm:x", exitCode: 2),
        run("label", "--add", "two(words", "*", exitCode: 2),
        run("show", "zzzz", exitCode: 3),
        run("why", "account", "mara@example.org", "colour", exitCode: 2),
        run("why", "message", "zzzz", exitCode: 3),
        run("log", "--since", "2024..2025", exitCode: 2),
        run("messages", "--at", "tx:99999", exitCode: 2),
        run("answer", "add", "--question", "", "--text", "x", exitCode: 2),
        run("classify", "3f2a7432", exitCode: 2),
        run("answer", "show", "nothing", exitCode: 3),
        run("account", "add", "mara@example.org", exitCode: 4),
        run("folder", "delete", "Work", "--policy", "deny", "--yes", exitCode: 4),
        run("config", "set", "output.dates", "never", exitCode: 2),
        run("folders", "--ledger", "/nonexistent", exitCode: 1),
        run("import", "/nonexistent", "--account", "mara@example.org", exitCode: 74),
        run("folders", "--format-version", "0", exitCode: 20),
        run("folders", "--format-version", "3", exitCode: 21),
    ]

    private static func run(_ arguments: String..., exitCode: Int32 = 0, input: String = "") -> Run {
        Run(arguments: arguments, exitCode: exitCode, input: input)
    }

    private static func prepared(by preparation: [String], _ arguments: String...) -> Run {
        Run(arguments: arguments, preparation: preparation)
    }

    private static func several(_ arguments: String...) -> Run {
        Run(arguments: arguments, part: .ofSeveralIDs)
    }

    private static func file(_ part: VerbAnswer.Part, _ arguments: String...) -> Run {
        Run(arguments: arguments, part: part)
    }
}

extension VerbAnswer.Part {
    /// The file below what stands behind `--to`; nil for an answer on standard output.
    var file: String? {
        switch self {
        case .answer, .ofSeveralIDs, .ofOperation: nil
        case .file: ""
        case .messages: "/messages.jsonl"
        case .erased: "/erased.jsonl"
        }
    }
}
