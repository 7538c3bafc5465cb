internal import ArgumentParsing
internal import Mail
internal import MailLedger

struct Mark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Mark messages as read, flagged or answered, or undo that.",
        examples: [
            CommandExample(
                "mailledger mark --read in:INBOX --reason 'vacation catch-up'",
                "mark a whole folder as read, and record why"),
            CommandExample("mailledger mark --unread --flagged id:3f2a", "one message: unread again, with a star"),
            CommandExample("mailledger mark --read '*'", "every message"),
        ],
        discussion: """
            Marks belong to the message, not to a copy of it: a message that is marked as read in one folder is read
            in all folders that hold it. If another account has the same message, that is a separate message with its
            own marks.
            """)

    @Flag(name: .long, help: "Mark as read.") var read = false
    @Flag(name: .long, help: "Mark as unread.") var unread = false
    @Flag(name: .long, help: "Mark with a flag.") var flagged = false
    @Flag(name: .long, help: "Remove the flag.") var unflagged = false
    @Flag(name: .long, help: "Mark as answered.") var answered = false
    @Flag(name: .long, help: "Mark as not answered.") var unanswered = false
    @OptionGroup var messages: MessageChange

    func validate() throws {
        let choices = [(read, unread, "read"), (flagged, unflagged, "flagged"), (answered, unanswered, "answered")]
        guard choices.contains(where: { $0.0 || $0.1 }) else {
            throw ValidationError(
                "Say how to mark: --read, --unread, --flagged, --unflagged, --answered or --unanswered")
        }
        for (yes, no, name) in choices where yes && no {
            throw ValidationError("--\(name) and --un\(name) exclude each other")
        }
    }

    func run() throws {
        var (adding, removing) = (KeywordSet(), KeywordSet())
        for (yes, no, keyword) in [
            (read, unread, Keyword.seen), (flagged, unflagged, .flagged), (answered, unanswered, .answered),
        ] {
            if yes { adding.insert(keyword) }
            if no { removing.insert(keyword) }
        }
        try messages.perform(("Marked", "Would mark"), as: "mark") {
            MarkMessagesRequest(filter: $0, adding: adding, removing: removing)
        }
    }
}
