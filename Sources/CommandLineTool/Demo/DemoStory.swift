/// The demo's story: eight days with three accounts, a mistake and a farewell, and a second act of one evening.
///
/// The lines are as people would type them; the second act shows what a ledger keeps beside mail. Lines with changes
/// make the same ledger on every machine. Ids and digests come from a line's place in the story: an inserted line
/// changes those after it, and with them the examples of the documentation.
enum DemoStory {
    /// A part of the story, on one day.
    struct Chapter {
        /// When its first line is typed; each further one is 40 seconds later.
        let start: String
        /// What a reader should know first, line by line.
        let words: [String]
        let lines: [DemoLine]
    }

    /// What all ids and salts are made from; chosen so that the invoice of April 2025 is message 3f2a, as in the help.
    static let seed = "mailledger demo 25217"

    static let chapters: [Chapter] =
        [
            Chapter(
                start: "2026-02-11T18:02:00Z",
                words: ["Wednesday. Mara makes a ledger and brings in the mail of her three accounts."],
                lines: [
                    .change("init"),
                    .change("account", "add", "mara@example.org"),
                    .change("account", "add", "mara@harbour.example.com"),
                    .change("account", "add", "treasurer@rowing.example.net"),
                    .enterSamples,
                    .change("import", "maildir", "eml", "lists.mbox", "--account", "mara@example.org"),
                    .change("import", "harbour.mbox", "--account", "mara@harbour.example.com"),
                    .change("import", "rowing", "--account", "treasurer@rowing.example.net"),
                ]),
            Chapter(
                start: "2026-02-11T18:12:00Z",
                words: ["What is there?"],
                lines: [
                    .look("folders", "--account", "mara@example.org"),
                    .look("messages", "is:unread from:peter", "--limit", "20"),
                    .look("threads", "--folder", "INBOX", "--limit", "8"),
                    .look("unread"),
                    .look("search", "kernel driver"),
                    .look("show", .message("subject:razor")),
                ]),
            Chapter(
                start: "2026-02-12T07:30:00Z",
                words: ["Thursday. She tidies up. Each change is recorded with who, when and why."],
                lines: [
                    .change("mark", "--read", "in:INBOX date:..2025", "--reason", "vacation catch-up"),
                    .change("move", "subject:razor", "--to", "Archive"),
                    .change("move", "subject:won", "--to", "Spam", "--reason", "there was no lottery"),
                    .change("label", "--add", "taxes", "subject:(invoice or receipt)", "--reason", "tax return"),
                    .change("thread", "--pin", "subject:budget"),
                    .look("history", .message("subject:razor")),
                ]),
            Chapter(
                start: "2026-02-16T02:00:00Z",
                words: ["Monday, in the night. A script cleans up; it means well."],
                lines: [
                    .change(
                        "move", "label:taxes date:..2025", "--to", "Trash", "--actor", "cleanup-script", "--reason",
                        "older than this year")
                ]),
            Chapter(
                start: "2026-02-17T19:40:00Z",
                words: [
                    "Tuesday. Mara goes on working, then misses an invoice. Where is it, and who",
                    "put it there? An undo takes that one operation back and leaves the rest.",
                ],
                lines: [
                    .change("mark", "--flagged", "subject:budget"),
                    .look("history", .message("subject:invoice date:2025")),
                    .change("undo", .operation("move"), "--reason", "tax mail is kept for ten years"),
                    .look("messages", "label:taxes"),
                ]),
            Chapter(
                start: "2026-02-18T20:15:00Z",
                words: ["Wednesday. Tomas of the rowing club is too fast; an account comes back whole."],
                lines: [
                    .change(
                        "account", "delete", "treasurer@rowing.example.net", "--yes", "--actor", "tomas", "--reason",
                        "new treasurer in March"),
                    .look("messages", "fees"),
                    .change("undo", "--reason", "it is still February"),
                    .look("messages", "fees"),
                    .look("log"),
                ]),
            Chapter(
                start: "2026-02-18T20:30:00Z",
                words: ["All that was read above is made from the log: thrown away, it comes back."],
                lines: [
                    .remove(
                        "views", "search.sqlite", "search.sqlite-wal", "search.sqlite-shm",
                        shown: "rm -r $MAILLEDGER/views $MAILLEDGER/search.sqlite*"),
                    .look("unread"),
                    .look("rebuild", "--check"),
                    .look("verify", "--content"),
                ]),
        ] + secondAct

    /// What a reader may try next.
    static let suggestions: [(line: [DemoLine.Word], words: String)] = [
        (["messages", "is:unread"], "what is unread?"),
        (["history", .message("subject:invoice date:2025")], "all that happened to the invoice"),
        (["log"], "who did what, and why"),
        (["undo", "--dry-run"], "what would be undone now?"),
        (["search", "tide clock", "--format", "jsonl"], "the same for programs"),
    ]
}
