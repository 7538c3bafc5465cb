/// What people type who come from notmuch or mu, and what it is here.
enum OtherTools {
    /// By the word that they type: whose word it is, and what to type instead.
    static let verbs: [String: (tool: String, here: String)] = [
        "new": ("notmuch", "mailledger import PATH --account ADDRESS"),
        "tag": ("notmuch", "mailledger label --add NAME QUERY' or 'mailledger mark --read QUERY"),
        "insert": ("notmuch", "mailledger import - --account ADDRESS"),
        "dump": ("notmuch", "mailledger messages '*' --format jsonl"),
        "setup": ("notmuch", "mailledger init"),
        "reindex": ("notmuch", "mailledger rebuild"),
        "index": ("mu", "mailledger import PATH --account ADDRESS"),
        "find": ("mu", "mailledger search QUERY"),
        "view": ("mu", "mailledger show ID"),
        "extract": ("mu", "mailledger attachment save ID NUMBER --output FILE"),
        "mkdir": ("mu", "mailledger folder add PATH --account ADDRESS"),
        "info": ("mu", "mailledger stats"),
    ]

    /// Returns a sentence for a verb that is another tool's.
    static func hint(for verb: String) -> String? {
        verbs[verb].map { "What \($0.tool) calls '\(verb)' is '\($0.here)' here." }
    }
}
