internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import Notes
internal import Projections

struct NoteVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Write, show and keep notes, alone or on mail.",
        discussion: """
            A note is named by its title, if no other note has that title, or by the first digits of its id. Undo
            brings a deleted note back; 'mailledger erase note' erases one for good.
            """,
        subcommands: [
            Add.self, ShowOne.self, Edit.self, Pin.self, Unpin.self, Archive.self, Unarchive.self, File.self,
            Link.self, Unlink.self, Audio.self, Remove.self,
        ])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a note.",
            examples: [
                CommandExample("mailledger note add Tides --text 'High water at six' --tag rowing", "a note alone"),
                CommandExample(
                    "mailledger note add 'What Paper owes us' --file - --on 3f2a < fetched.eml",
                    "on a message, its text from standard input"),
            ],
            discussion: """
                A note is named by its title, if no other note has that title, or by the first digits of its id.
                """)

        @Argument(help: "Its title.") var title: String
        @OptionGroup var text: NoteTextOptions
        @OptionGroup var fields: NoteFieldOptions
        @Option(name: .long, help: ArgumentHelp("A tag; may be repeated.", valueName: "tag")) var tag: [String] = []
        @Option(
            name: .long, help: ArgumentHelp("The notebook.", valueName: "path"), completion: .names(.folder))
        var folder: String?
        @Flag(name: .long, help: "Pin it.") var pinned = false
        @OptionGroup var target: NoteTargetOptions
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let command = AddNoteRequest(
                title: title, transcript: try text.read(), summary: fields.summary.flatMap { $0.isEmpty ? nil : $0 },
                duration: fields.duration == 0 ? nil : fields.duration, folder: folder, tags: tag, isPinned: pinned,
                isAIProcessed: fields.aiProcessed, links: try target.links(in: ledger))
            try session.show(ledger.perform(command, change.call("note add", dryRun)).answer) { answer in
                switch answer {
                case .look: session.line("Would add the note \(title).")
                case .done(let note): session.line("Added the note \(title) (\(note.id.prefix(8))).")
                }
            }
        }
    }

    struct ShowOne: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a note and its actions.",
            examples: [CommandExample("mailledger note show 'Club meeting'", "by its title")])

        @Argument(help: "The note's title, or the first digits of its id.", completion: .names(.note)) var name: String
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, pages: true)
            let note = try session.open(at: moment).answer(ShowNote(note: name))
            try session.show(note) { NoteText(session).write($0.shown) }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a note, and its actions with it.",
            examples: [CommandExample("mailledger note delete 'Club meeting'", "'mailledger undo' brings it back")],
            discussion: """
                'erase note' erases a note for good.
                """)

        @Argument(help: "The note's title, or the first digits of its id.", completion: .names(.note)) var name: String
        @OptionGroup var removal: ThingRemoval

        func run() throws {
            try removal.perform("the note \(name)", as: "note delete", DeleteNoteRequest(note: name))
        }
    }
}

/// What the verbs have in common that delete a note or an action.
struct ThingRemoval: ParsableArguments {
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func perform<Command: LedgerWork>(
        _ name: String, as verb: String, _ command: Command
    ) throws where Command.Answer == OutcomeForm {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        try session.show(ledger.perform(command, change.call(verb, dryRun)).answer) { outcome in
            session.line("\(outcome.isDryRun ? "Would delete" : "Deleted") \(name).")
        }
    }
}
