/// Queries that must be refused.
package enum MalformedQueries {
    /// Single faults, each put into queries that are sound around it.
    package static let all = [
        // Fields and operators.
        "form:ada", "frm:ada", "subjct:x", "http://example.org", "x:y", "foo-bar:x", "re:hello", "from:", "from: ada",
        "subject:\"\"",
        "subject:\" \"", "from:()", "from:( )", "in:", "in:\"\"", "label:", "label:\"\"", "account:", "mid:", "id:",
        "thread:", "date:",
        "size:", "is:", "has:", "()", "( )", "(())", "(and)", "(or a)", "(a or)", "(not)", "(-)", "-", "- a", "-()",
        "-and", "-or", "(a and or b)",
        "(a or or b)", "(a and and b)", "(not and a)", "(not or)", ":", ":a", "::", "-:a", "(a)b", "(a)\"b\"", "\"a\"b",
        "\"a\"\"b\"c", "\"a\"(b)",
        "a(b)", "a\"b\"", "from:a(b)", "from:a\"b\"", "from:\"a\"b", "from:(a)b", "main()", "\"a\"**", "f\"", "from:-a",
        "in:-x",
        "subject:from:x", "in:is:unread", "from:(to:x)", "from:(-)", "from:(or)", "from:(a or)", "from:(and a)",
        "label:(a or or b)",
        // Words.
        "!!!", "\"\"", "\" \"", "\"!!!\"", "...", "**", "a**", "*a", "a*b", "*a*", "\"!\"*", "from:*", "subject:a*b",
        "body:**", "to:!", "$", "@",
        // Names, ids and states.
        "in:*", "in:Wo*", "account:a*", "label:w*", "label:\"w\"*", "mid:a*", "id:xyz", "id:*", "id:abc*", "id:-",
        "id:\"-\"", "id:12g", "thread:hello",
        "id:123456781234123412341234567812345", "thread:\"\"", "is:foo", "is:unred", "is:un*", "is:\"\"",
        "is:(unread foo)", "has:foo", "has:*",
        "has:attachmnt", "is:not", "is:5",
        // Dates.
        "date:foo", "date:2024-13", "date:2024-00", "date:2024-02-30", "date:2023-02-29", "date:2024-04-31",
        "date:2024-01-00", "date:202", "date:20245",
        "date:2024-1", "date:2024-01-1", "date:2024/01/01", "date:2024-", "date:2024-01-", "date:..", "date:...",
        "date:>", "date:<", "date:>=",
        "date:<=", "date:2024..2023", "date:today..yesterday", "date:2024...", "date:2024....2025", "date:a..b",
        "date:2024..x", "date:x..2024", "date:3x",
        "date:3q..", "date:9999999d", "date:99999y", "date:0000", "date:-3d", "date:3", "date:2024-03-05T",
        "date:2024-03-05T25", "date:2024-03-05T10:60",
        "date:2024-03-05T10:15:60", "date:2024-03-05T10:1", "date:2024-03-05T10:15:30.",
        "date:2024-03-05T10:15:30.1234567", "date:2024-03-05T10:15+1",
        "date:2024-03-05T10:15+25:00", "date:2024-03-05T10:15ZZ", "date:2024-03-05Z", "date:@", "date:@x",
        "date:@99999999999999", "date:@9999999999999",
        "date:*", "date:2024*", "date:==2024", "date:>2024..", "date:>>2024", "date:\"2024 03\"", "received:yesterdy",
        "date:\u{661}\u{662}d",
        // Sizes.
        "size:foo", "size:1X", "size:k", "size:-1", "size:1..0", "size:2M..1M", "size:..", "size:>", "size:<0k0",
        "size:1.2.3", "size:1.", "size:.5",
        "size:1.1234567M", "size:99999999999999999999", "size:999999999999999999T", "size:1,000", "size:1 k k:",
        "size:\"1 k\"", "size:*", "size:1*",
        "size:>=..1", "size:1e3", "size:0x10", "size:10%",
        // Characters.
        "\0", "a\0b", "\"a\0\"", "from:\u{1B}[31m", "\u{7}", "\u{85}x", "\u{202E}x", "a\u{2028}b",
        // What belongs to other programs, and what is saved nowhere.
        "mimetype:pdf", "path:Work", "maildir:/Work", "prio:high", "since:3d", "before:2024", "larger:1M", "s:x",
        "flag:attach", "flag:passed", "is:inbox", "has:unread", "thread:{from:ada}", "cc:", "bcc:!!!", "contact:*",
        "recip:", "msgid:", "file:*", "tag:", "tag:\"\"", "tag:in*", "query:", "query:nosuch", "query:*", "query:\"\"",
        "query:(nosuch)", "date:last_monda", "date:last_", "date:this_monday", "date:2_weeks_x", "date:202413",
        "date:20240230", "date:today..last_week", "date:\"2 weeks\"..", "date:weeks", "date:ago", "date:3_ago",
        "/lunch/", "subject:/re/", "mid:/a/", "in:/Work/", "a NEAR b", "a NEAR/3 b", "a ADJ b", "from:(a XOR b)",
        "a XOR b",
        "x AROUND y", "+lunch", "subject:+lunch", "~lunch", "lunch~", "lunch~2", "lunch^2", "^lunch", "!lunch", "{from",
        "b}",
        "subject:{a", "a|b", "a||b", "lu?ch", "lunch\\b", "size>1M", "from=ada", "date>=2024", "2024..2025",
        "2024-01..",
        "-+lunch", "@1..@2",
        // Left open, which nothing after them closes.
        "(a", "((a)", "(a (b)", "from:(a", "-(a", "not (a", "\"a", "from:\"a", "a \"", "\"a\"\"", "(\"a",
    ]
}
