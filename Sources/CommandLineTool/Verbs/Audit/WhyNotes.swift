internal import ArgumentParsing
internal import MailLedger

struct WhyNote: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Show which events gave a note its values.",
        examples: [
            CommandExample("mailledger why note 'Club meeting' title --all", "each title that it had"),
            CommandExample("mailledger why note 'Club meeting' folder", "who filed it, or deleted its notebook"),
        ],
        discussion: """
            Deleted notes are found, too. Changes of its notebook and its messages count. The field folder ends with
            the event that deleted the notebook, one above it or the account; links end with the event that deleted
            the message.
            """)

    @Argument(help: "The note's title, or the first digits of its id.", completion: .names(.note)) var note: String
    @Argument(help: "The field, as in 'title'; all without it.") var field: String?
    @OptionGroup var values: WhyValueOptions

    func run() throws {
        try values.answer(MailLedger.WhyNote(note: note, field: field, all: values.all), isOne: field != nil)
    }
}

struct WhyAction: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "action", abstract: "Show which events gave an action its values.",
        examples: [
            CommandExample("mailledger why action 'Meeting in the boathouse' status --all", "every status that it had"),
            CommandExample("mailledger why action 'Meeting in the boathouse' is_deleted", "who deleted it or its note"),
        ],
        discussion: """
            Deleted actions are found too. The fields note and message hold the id of what the action is on. An action
            on a note ends with it: is_deleted then leads to the event that deleted the note. Reports of the outbox
            set none of its fields; 'mailledger history' shows them.
            """)

    @Argument(help: "The action's title, or the first digits of its id.", completion: .names(.action)) var action:
        String
    @Argument(help: "The field, as in 'status'; all without it.") var field: String?
    @OptionGroup var values: WhyValueOptions

    func run() throws {
        try values.answer(MailLedger.WhyAction(action: action, field: field, all: values.all), isOne: field != nil)
    }
}
