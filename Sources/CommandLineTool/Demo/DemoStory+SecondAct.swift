extension DemoStory {
    /// What is said about mail and beside it: a chat, a model that errs, an answer from the drawer, and an appointment.
    ///
    /// It comes last, so that the first act keeps its positions and ids.
    static let secondAct: [Chapter] = [
        Chapter(
            start: "2026-02-19T18:50:00Z",
            words: [
                "Second act, Thursday. The ledger keeps more than mail, in the same log.",
                "Tomas writes in the chat of the rowers, and Mara answers.",
            ],
            lines: [
                .change("import", "--chat", "rowers.jsonl", "--account", "treasurer@rowing.example.net"),
                .change("chat", "post", "rowers", "They will be. Nothing is lost: see the log."),
                .look("chat", "show", "rowers"),
            ]),
        Chapter(
            start: "2026-02-19T19:00:00Z",
            words: ["A model takes a receipt for spam. Mara overrules it; both stay in the log."],
            lines: [
                .change(
                    "classify", .message("subject:oars"), "--category", "spam", "--confidence", "0.7", "--by",
                    "model-x",
                    "--actor", "assistant"),
                .change(
                    "classify", .message("subject:oars"), "--category", "business", "--reason", "it is our receipt"),
                .look("why", "message", .message("subject:oars"), "category", "--all"),
            ]),
        Chapter(
            start: "2026-02-19T19:10:00Z",
            words: ["She answers it by a text that she keeps for all who send receipts."],
            lines: [
                .change(
                    "answer", "add", "--question", "who pays a receipt", "--text",
                    "Thank you. The club pays receipts on the first of the month."),
                .change("answer", "use", "who pays a receipt", .message("subject:oars")),
            ]),
        Chapter(
            start: "2026-02-19T19:20:00Z",
            words: ["The meeting in March: a note on the mail, an appointment, a calendar file."],
            lines: [
                .change(
                    "note", "add", "Club meeting", "--text", "Bring the books and the receipt for the oars.", "--on",
                    .message("subject:'meeting in march'")),
                .change(
                    "action", "add", "calendar", "Meeting in the boathouse", "--note", "Club meeting", "--date",
                    "2026-03-14T14:00Z", "--location", "boathouse"),
                .change("action", "execute", "Meeting in the boathouse", "--output", "-"),
                .look("note", "show", "Club meeting"),
            ]),
        Chapter(
            start: "2026-02-19T19:30:00Z",
            words: ["The log has all this, too: who, what and why. It can be undone and proven."],
            lines: [.look("log", "--since", "2026-02-19"), .look("verify")]),
    ]
}
