internal import ArgumentParsing
internal import Mail
internal import MailLedger

struct ThreadVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thread", abstract: "Pin, mute or archive the threads of messages, or undo that.",
        examples: [
            CommandExample("mailledger thread --pin thread:3f2a", "the thread of this message"),
            CommandExample(
                "mailledger thread --archive 'in:INBOX subject:cabin'", "the threads of all matching messages"),
        ],
        discussion: """
            'threads' lists pinned threads first, and leaves archived ones out. An archived thread comes back when a
            message arrives in it. A muted thread stays in lists, but 'watch --arrivals' leaves out its new mail.
            """)

    @Flag(name: .long, help: "Pin.") var pin = false
    @Flag(name: .long, help: "Remove the pin.") var unpin = false
    @Flag(name: .long, help: "Mute.") var mute = false
    @Flag(name: .long, help: "Stop muting.") var unmute = false
    @Flag(name: .long, help: "Archive.") var archive = false
    @Flag(name: .long, help: "Bring back from the archive.") var unarchive = false
    @OptionGroup var messages: MessageChange

    func validate() throws {
        let choices = [(pin, unpin, "pin"), (mute, unmute, "mute"), (archive, unarchive, "archive")]
        guard choices.contains(where: { $0.0 || $0.1 }) else {
            throw ValidationError("Say what to do: --pin, --unpin, --mute, --unmute, --archive or --unarchive")
        }
        for (yes, no, name) in choices where yes && no {
            throw ValidationError("--\(name) and --un\(name) exclude each other")
        }
    }

    func run() throws {
        func choice(_ yes: Bool, _ no: Bool) -> Bool? { yes ? true : no ? false : nil }
        try messages.perform(("Changed the threads of", "Would change the threads of"), as: "thread") {
            MarkThreadsRequest(
                filter: $0, isPinned: choice(pin, unpin), isMuted: choice(mute, unmute),
                isArchived: choice(archive, unarchive))
        }
    }
}
