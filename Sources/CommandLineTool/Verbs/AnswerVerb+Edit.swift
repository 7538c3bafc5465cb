internal import ArgumentParser
internal import Assist
internal import EventLog
internal import MailLedger

extension AnswerVerb {
    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change a canned answer; each change is told as old → new.",
            examples: [
                CommandExample(
                    "mailledger answer edit 'yearly fee' --text 'It is due in April.'", "another text; the rest stays")
            ])

        @Argument(help: "The first digits of the answer's id, or its question.", completion: .names(.answer))
        var answer: String
        @OptionGroup var parts: AnswerOptions
        @OptionGroup var change: SettingChange

        func validate() throws {
            guard !parts.isEmpty else { throw ValidationError("Say what to change: --category, --question or --text") }
        }

        func run() throws {
            let command = ChangeAnswer(category: parts.category, questionPattern: parts.question, text: parts.text)
            try change.run("the answer", command: "answer edit") { ledger, context, isDryRun in
                try ledger.changeAnswer(answer, command, context: context, dryRun: isDryRun)
            }
        }
    }

    struct Enable: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable",
            abstract: "Propose a canned answer again.",
            examples: [CommandExample("mailledger answer enable 'yearly fee'", "it may be used again")])

        @Argument(help: "The first digits of the answer's id, or its question.", completion: .names(.answer))
        var answer: String
        @OptionGroup var change: SettingChange

        func run() throws { try change.enable(answer: answer, true, command: "answer enable") }
    }

    struct Disable: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable",
            abstract: "Propose a canned answer no more; it is kept.",
            examples: [CommandExample("mailledger answer disable 'yearly fee'", "it is neither proposed nor used")])

        @Argument(help: "The first digits of the answer's id, or its question.", completion: .names(.answer))
        var answer: String
        @OptionGroup var change: SettingChange

        func run() throws { try change.enable(answer: answer, false, command: "answer disable") }
    }
}

extension SettingChange {
    fileprivate func enable(answer: String, _ isEnabled: Bool, command: String) throws {
        try run("the answer", command: command) { ledger, context, isDryRun in
            try ledger.changeAnswer(
                answer, ChangeAnswer(isEnabled: isEnabled), context: context, dryRun: isDryRun)
        }
    }
}
