internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import Notes
internal import Projections

struct ActionVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "action", abstract: "Add follow-ups to notes and messages, and do them.",
        discussion: """
            An action is named by its title, if no other action has that title, or by the first digits of its id. It is
            pending, then created, and ends as executed, failed or cancelled. A failed action may be tried again.
            """,
        subcommands: [
            Add.self, ShowOne.self, Edit.self, Accept.self, Execute.self, Fail.self, Cancel.self, Remove.self,
        ])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add an action to a note or a message.",
            examples: [
                CommandExample(
                    "mailledger action add calendar 'First outing' --on 3f2a --date 2026-03-29T09:00 --location 'Pier 4'",
                    "an appointment"),
                CommandExample(
                    "mailledger action add email 'Ask for oars' --note 'Club meeting' --email-to tomas@example.net "
                        + "--email-subject Oars --email-body 'Where are they?'", "a message to write"),
                CommandExample(
                    "mailledger action add next-step 'Book the hall' --note 'Club meeting'", "what comes next"),
            ],
            discussion: """
                A calendar action and a reminder need --date; an e-mail needs --email-to, --email-subject and
                --email-body. An action is named by its title, if no other has that title, or by the first digits of
                its id. It is deleted with its note, but not with its message.
                """)

        @Argument(help: "What it is.") var kind: ActionKind
        @Argument(help: "Its title.") var title: String
        @Option(
            name: .long, help: ArgumentHelp("The message that it is about.", valueName: "id"),
            completion: .names(.message))
        var on: String?
        @Option(
            name: .long, help: ArgumentHelp("The note that it belongs to.", valueName: "name"),
            completion: .names(.note))
        var note: String?
        @OptionGroup var options: ActionOptions
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            if on == nil, note == nil { throw ValidationError("Say what it is about: --note NAME or --on ID") }
            if on != nil, note != nil {
                throw ValidationError("An action is about one thing: give --note NAME or --on ID, not both")
            }
        }

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let message = try on.map { try ShownName.id(of: $0, in: ledger) }
            let command = AddActionRequest(
                kind: kind, note: note, message: message, fields: try options.fields(title: title))
            try session.show(ledger.perform(command, change.call("action add", dryRun)).answer) { answer in
                switch answer {
                case .look: session.line("Would add the action \(title).")
                case .done(let action): session.line("Added the action \(title) (\(action.id.prefix(8))).")
                }
            }
        }
    }

    struct ShowOne: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show an action.",
            examples: [CommandExample("mailledger action show 'Meeting in the boathouse'", "by its title")])

        @Argument(help: "The action's title, or the first digits of its id.", completion: .names(.action)) var name:
            String
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, pages: true)
            let action = try session.open(at: moment).answer(ShowAction(action: name))
            try session.show(action) { NoteText(session).write($0.row) }
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change the fields of an action, and show them as old → new.",
            examples: [
                CommandExample("mailledger action add next-step 'Book the hall' --note 'Club meeting'", "an action"),
                CommandExample("mailledger action edit 'Book the hall' --location 'Pier 5' --priority high", "by name"),
            ],
            discussion: """
                An empty value removes a text. Of an executed or cancelled action only --external-id,
                --external-service and --external-url can be changed.
                """)

        @Argument(help: "The action's title, or the first digits of its id.", completion: .names(.action)) var name:
            String
        @Option(name: .long, help: ArgumentHelp("Another title.", valueName: "text")) var title: String?
        @OptionGroup var options: ActionOptions
        @OptionGroup var change: SettingChange

        func run() throws {
            let changes = try options.fields(title: title)
            guard changes != RequestedAction() else {
                throw ValidationError("Say what to change, as in --title, --date, --location or --priority")
            }
            try change.perform(name, as: "action edit", ChangeActionRequest(action: name, changes: changes))
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete an action.",
            examples: [
                CommandExample(
                    "mailledger action delete 'Meeting in the boathouse'", "'mailledger undo' brings it back")
            ])

        @Argument(help: "The action's title, or the first digits of its id.", completion: .names(.action)) var name:
            String
        @OptionGroup var removal: ThingRemoval

        func run() throws {
            try removal.perform("the action \(name)", as: "action delete", DeleteActionRequest(action: name))
        }
    }
}
