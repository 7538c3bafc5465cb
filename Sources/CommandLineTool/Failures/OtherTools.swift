internal import ArgumentParsing

/// What people type who come from other tools, and what it is here.
enum OtherTools {
    /// By the words that they type: whose words they are, and what to type instead.
    static let verbs: [String: (tool: String?, here: String)] = [
        "new": ("notmuch", "mailledger sync PATH' or 'mailledger import PATH"),
        "tag": ("notmuch", "mailledger label --add NAME QUERY' or 'mailledger mark --read QUERY"),
        "untag": ("notmuch", "mailledger label --remove NAME QUERY"),
        "insert": ("notmuch", "mailledger import -"),
        "dump": ("notmuch", "mailledger export --notmuch-tags"),
        "reindex": ("notmuch", "mailledger rebuild"),
        "index": ("mu", "mailledger import PATH"),
        "find": ("mu", "mailledger search QUERY"),
        "view": ("mu", "mailledger show ID"),
        "extract": ("mu", "mailledger attachment save ID NUMBER --output FILE"),
        "mkdir": ("mu", "mailledger folder add PATH"),
        "info": ("mu", "mailledger stats"),
        "cfind": ("mu", "mailledger address contact:NAME"),
        "add": ("mu", "mailledger import FILE"),
        "remove": ("mu", "mailledger delete QUERY"),
        "blame": ("git", "mailledger history ID' or 'mailledger why message ID"),
        "annotate": ("git", "mailledger why message ID"),
        "gc": ("git", "mailledger collect"),
        "fsck": ("git", "mailledger verify"),
        "revert": ("git", "mailledger undo OPERATION"),
        "reset": ("git", "mailledger undo"),
        "reflog": ("git", "mailledger log"),
        "grep": ("git", "mailledger search WORDS"),
        "rm": ("git", "mailledger delete QUERY"),
        "mv": ("git", "mailledger move QUERY --to FOLDER"),
        "clone": ("git", "mailledger restore BACKUP DIR"),
        "pull": ("git", "mailledger sync PATH --pull-only"),
        "fetch": ("git", "mailledger sync PATH --pull-only"),
        "push": ("git", "mailledger sync PATH --push-only"),
        "list": (nil, "mailledger messages QUERY"),
        "read": (nil, "mailledger show ID"),
        "open": (nil, "mailledger show ID"),
        "cat": (nil, "mailledger show ID --raw"),
        "raw": (nil, "mailledger show ID --raw"),
        "check": (nil, "mailledger verify"),
        "redo": (nil, "mailledger undo ID-OF-THE-UNDO"),
        "flag": (nil, "mailledger mark --flagged QUERY"),
        "star": (nil, "mailledger mark --flagged QUERY"),
        "archive": (nil, "mailledger move QUERY --to Archive"),
        "trash": (nil, "mailledger delete QUERY"),
        "contacts": (nil, "mailledger address"),
        "senders": (nil, "mailledger address --count"),
        "update": (nil, "mailledger sync PATH' or 'mailledger import PATH"),
        "stat": ("git", "mailledger stats"),
        "reverse": (nil, "mailledger undo OPERATION"),
        "rollback": (nil, "mailledger undo OPERATION"),
        "recover": (nil, "mailledger undelete ID' or 'mailledger restore BACKUP DIR"),
        "who": (nil, "mailledger why message ID' or 'mailledger log"),
        "cp": (nil, "mailledger copy QUERY --to FOLDER"),
        "expunge": (nil, "mailledger delete QUERY' or 'mailledger erase QUERY"),
        "purge": (nil, "mailledger erase QUERY' or 'mailledger prune"),
        "vacuum": (nil, "mailledger collect"),
        "version": (nil, "mailledger --version"),
        "junk": (nil, "mailledger move QUERY --to Spam"),
        "spam": (nil, "mailledger move QUERY --to Spam"),
        "drafts": (nil, "mailledger messages is:draft"),
        "mark-read": (nil, "mailledger mark --read QUERY"),
        "mark-unread": (nil, "mailledger mark --unread QUERY"),
        "unlabel": (nil, "mailledger label --remove NAME QUERY"),
        "backups": (nil, "mailledger status"),
        "dates": (nil, "mailledger moments"),
        "time": (nil, "mailledger moments"),
        "inbox": (nil, "mailledger messages in:INBOX"),
        "labels": (nil, "mailledger messages --output tags"),
        "tags": (nil, "mailledger messages --output tags"),
        "accounts": (nil, "mailledger account list"),
        "ls": (nil, "mailledger folders"),
        "query add": (nil, "mailledger query save NAME QUERY"),
        "query new": (nil, "mailledger query save NAME QUERY"),
        "query create": (nil, "mailledger query save NAME QUERY"),
        "web": (nil, "mailledger serve --open"),
        "browse": (nil, "mailledger serve --open"),
        "folder list": (nil, "mailledger folders"),
        "folder ls": (nil, "mailledger folders"),
        "folder remove": (nil, "mailledger folder delete PATH"),
        "folder create": (nil, "mailledger folder add PATH"),
        "account ls": (nil, "mailledger account list"),
        "account remove": (nil, "mailledger account delete ADDRESS"),
        "account create": (nil, "mailledger account add ADDRESS"),
    ]

    /// By the words that they type: whose words they are, and what comes nearest to it.
    static let absent: [String: (tool: String, nearest: String)] = [
        "compact": ("notmuch", "'mailledger rebuild' makes the views and the index again"),
        "commit": ("git", "each change is recorded by the command that makes it, and 'mailledger log' lists them"),
        "checkout": ("git", "'--at MOMENT' behind a verb answers as of then"),
        "server": ("mu", "'mailledger serve' answers programs over HTTP, and each verb does with '--format json'"),
    ]

    /// Options that people try, and what they mean here: the first of these that the verb has.
    static let options = [
        "--json": ["--format json"], "--csv": ["--format csv"], "--no-color": ["--color never"],
        "--max": ["--limit"], "--maxnum": ["--limit"], "--top": ["--limit"], "--head": ["--limit"],
        "--count": ["--limit"], "--last": ["--limit"],
        "--folder": ["--to", "in:FOLDER"], "--account": ["account:ADDRESS"], "--unread": ["is:unread"],
        "--output": ["--to"], "--to": ["--output", "--folder"], "--force": ["--yes"], "--simulate": ["--dry-run"],
        "--after": ["--since", "date:DAY.."], "--since": ["--after", "date:DAY.."],
        "--before": ["--until", "--through", "date:..DAY"], "--until": ["--through", "date:..DAY"],
        "--message": ["--reason"], "--author": ["--actor"],
    ]

    /// What is missing before a word behind a verb that takes the kind of a thing first.
    static let kinds = ["why": "'mailledger why message ID' explains a message."]

    /// What a word behind a verb that takes none, or no more, was meant for.
    static let words = [
        "verify": "'mailledger restore DIR NEW --verify' makes a ledger of a backup and verifies that.",
        "verify-proof": "The file of a message goes with '--message FILE'.",
        "unread": "'mailledger unread --folder PATH' counts one folder, 'mailledger count QUERY' what a query finds.",
    ]

    /// Returns a sentence for an option that a verb does not have, where it has another of that meaning.
    static func hint(forOption option: String, of verb: CommandInfo) -> String? {
        let names = Set(verb.arguments.flatMap(\.names))
        let meant = options[option]?.first { other in
            other.hasPrefix("--")
                ? names.contains(String(other.prefix { $0 != " " }))
                : names.contains("--explain") && other.contains(":")
        }
        return meant.map { "'\(option)' is '\($0)' here." }
    }

    /// Returns a sentence for a verb that is another tool's; a verb below another one follows it.
    static func hint(for verb: String) -> String? {
        if let other = absent[verb] { return "\(other.tool)'s '\(verb)' is not here: \(other.nearest)." }
        guard let other = verbs[verb] else { return nil }
        let start = other.tool.map { "What \($0) calls '\(verb)'" } ?? "'\(verb)'"
        return "\(start) is '\(other.here)' here."
    }
}
