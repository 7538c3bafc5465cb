internal import ArgumentParsing
internal import Assist
internal import EventLog
internal import MailLedger

extension AnswerVerb {
    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change a canned answer; show each change as old → new.",
            examples: [
                CommandExample(
                    "mailledger answer edit 'who pays' --text 'The club pays.'", "another text; the rest stays")
            ])

        @Argument(help: "The first digits of the answer's id, or its question.", completion: .names(.answer))
        var answer: String
        @OptionGroup var parts: AnswerOptions
        @OptionGroup var change: SettingChange

        func validate() throws {
            guard !parts.isEmpty else { throw ValidationError("Say what to change: --category, --question or --text") }
        }

        func run() throws {
            let changes = ChangeAnswer(
                category: parts.category, questionPattern: parts.question, text: parts.text)
            try change.perform(
                "the answer", as: "answer edit", ChangeAnswerRequest(answer: answer, changes: changes))
        }
    }

    struct Enable: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable",
            abstract: "Propose a canned answer again.",
            examples: [
                CommandExample("mailledger answer disable 'who pays'", "it is neither proposed nor used"),
                CommandExample("mailledger answer enable 'who pays'", "it may be used again"),
            ])

        @Argument(help: "The first digits of the answer's id, or its question.", completion: .names(.answer))
        var answer: String
        @OptionGroup var change: SettingChange

        func run() throws {
            try change.perform(
                "the answer", as: "answer enable",
                ChangeAnswerRequest(answer: answer, changes: ChangeAnswer(isEnabled: true)))
        }
    }

    struct Disable: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable",
            abstract: "Stop proposing a canned answer; it is kept.",
            examples: [CommandExample("mailledger answer disable 'who pays'", "it is neither proposed nor used")],
            discussion: """
                'answer suggest' skips it, and 'answer use' and 'classify' refuse it.
                """)

        @Argument(help: "The first digits of the answer's id, or its question.", completion: .names(.answer))
        var answer: String
        @OptionGroup var change: SettingChange

        func run() throws {
            try change.perform(
                "the answer", as: "answer disable",
                ChangeAnswerRequest(answer: answer, changes: ChangeAnswer(isEnabled: false)))
        }
    }
}
