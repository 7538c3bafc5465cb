/// What people type who come from other tools, and what it is here.
enum OtherTools {
    /// By the words that they type: whose words they are, and what to type instead.
    static let verbs: [String: (tool: String?, here: String)] = [
        "new": ("notmuch", "mailledger import PATH --account ADDRESS"),
        "tag": ("notmuch", "mailledger label --add NAME QUERY' or 'mailledger mark --read QUERY"),
        "insert": ("notmuch", "mailledger import - --account ADDRESS"),
        "dump": ("notmuch", "mailledger export --notmuch-tags"),
        "setup": ("notmuch", "mailledger init"),
        "reindex": ("notmuch", "mailledger rebuild"),
        "index": ("mu", "mailledger import PATH --account ADDRESS"),
        "find": ("mu", "mailledger search QUERY"),
        "view": ("mu", "mailledger show ID"),
        "extract": ("mu", "mailledger attachment save ID NUMBER --output FILE"),
        "mkdir": ("mu", "mailledger folder add PATH --account ADDRESS"),
        "info": ("mu", "mailledger stats"),
        "ls": (nil, "mailledger folders"),
        "folder list": (nil, "mailledger folders"),
        "folder ls": (nil, "mailledger folders"),
        "folder remove": (nil, "mailledger folder delete PATH"),
        "folder create": (nil, "mailledger folder add PATH --account ADDRESS"),
        "account ls": (nil, "mailledger account list"),
        "account remove": (nil, "mailledger account delete ADDRESS"),
        "account create": (nil, "mailledger account add ADDRESS"),
    ]

    /// By the words that they type: whose words they are, and what comes nearest to it.
    static let absent: [String: (tool: String, nearest: String)] = [
        "address": ("notmuch", "'mailledger messages QUERY --format jsonl' lists the people of each message"),
        "reply": (
            "notmuch", "mail is kept and not written; 'mailledger show ID --raw' gives a mail program the message"
        ),
        "compact": ("notmuch", "'mailledger rebuild' makes the views and the index again"),
        "cfind": ("mu", "'mailledger messages contact:NAME' finds the mail with somebody"),
        "server": ("mu", "each verb answers a program with '--format json', as 'mailledger messages' does"),
    ]

    /// Returns a sentence for a verb that is another tool's; a verb below another one follows it.
    static func hint(for verb: String) -> String? {
        if let other = absent[verb] { return "\(other.tool)'s '\(verb)' is not here: \(other.nearest)." }
        guard let other = verbs[verb] else { return nil }
        let start = other.tool.map { "What \($0) calls '\(verb)'" } ?? "'\(verb)'"
        return "\(start) is '\(other.here)' here."
    }
}
