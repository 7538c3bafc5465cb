internal import ArgumentParsing
internal import Assist
internal import CivilTime
internal import EventLog
internal import MailLedger
internal import Projections

struct AnswerVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Keep canned answers, and use them to answer messages.",
        discussion: """
            A canned answer is named by the first digits of its id or by its question, as 'answer list' shows them. It
            belongs to the profile that the ledger has when it is added, and is deleted with it.
            """,
        subcommands: [
            Add.self, Listing.self, ShowOne.self, Edit.self, Enable.self, Disable.self, Remove.self, Suggest.self,
            Use.self,
        ])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a canned answer.",
            examples: [
                CommandExample(
                    "mailledger answer add --question 'when is the yearly fee due' --text 'It is due in March.'",
                    "an answer, and words of the questions that it answers"),
                CommandExample(
                    "mailledger answer add --category Equipment --question 'which lens' --text 'The 35.' --dry-run",
                    "what would be added"),
            ],
            discussion: """
                It belongs to the ledger's profile and is deleted with it; if there is no profile, it belongs to none.
                """)

        @OptionGroup var parts: AnswerOptions
        @Flag(name: .long, help: "Add it disabled: it is neither proposed nor used.") var disabled = false
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard parts.question != nil, parts.text != nil else {
                throw ValidationError("A canned answer needs --question and --text")
            }
        }

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let request = AddAnswerRequest(
                category: parts.category, questionPattern: parts.question ?? "", text: parts.text ?? "",
                isEnabled: !disabled)
            try session.show(ledger.perform(request, change.call("answer add", dryRun)).answer) { answer in
                switch answer {
                case .look: session.line("Would add the answer \"\(request.questionPattern)\".")
                case .done(let row): session.line("Added the answer \(row.id.prefix(8)) to \"\(row.questionPattern)\".")
                }
            }
        }
    }

    struct Listing: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the canned answers, how often each was used, and when last.",
            examples: [
                CommandExample("mailledger answer list", "all of them"),
                CommandExample("mailledger answer list --category Other", "those of a category"),
            ])

        @Option(name: .long, help: ArgumentHelp("Only answers of this category.", valueName: "category"))
        var category: AnswerCategory?
        @Flag(name: .long, help: "Only enabled answers.") var enabled = false
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, pages: true)
            let ledger = try session.open(at: moment)
            try session.show(ledger.answer(ListAnswers(category: category, isEnabled: enabled ? true : nil))) { forms in
                var table = Table([
                    .init(looks: [.yellow]), .init(), .init(minimum: 12, isFlexible: true, looks: [.bold]),
                    .init(alignment: .right), .init(looks: [.dim]),
                ])
                for row in forms.map(\.row) {
                    table.append([
                        String(row.id.description.prefix(8)), row.settings.category.rawValue,
                        row.settings.questionPattern + (row.settings.isEnabled ? "" : " (disabled)"),
                        "used \(row.usageCount)×", row.lastUsedAt.map { session.times.minute($0.microseconds) } ?? "",
                    ])
                }
                session.write(table)
            }
            session.noteIfBehind(ledger)
        }
    }

    struct ShowOne: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a canned answer: question, text and use.",
            examples: [CommandExample("mailledger answer show 'who pays'", "by its question")],
            discussion: """
                It is named by its question, by words that are together in the question, or by the first digits of its
                id. Case and accents do not count.
                """)

        @Argument(help: "The first digits of the answer's id, or its question.", completion: .names(.answer))
        var answer: String
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            try session.show(session.open(at: moment).answer(ShowAnswer(answer: answer))) { form in
                let row = form.row
                var table = Table([.init(looks: [.dim]), .init()])
                table.append(["id", row.id.description])
                table.append(["category", row.settings.category.rawValue])
                table.append(["question", row.settings.questionPattern])
                table.append(["enabled", row.settings.isEnabled ? "yes" : "no"])
                table.append(["used", "\(row.usageCount)×"])
                if let last = row.lastUsedAt { table.append(["last used", session.times.minute(last.microseconds)]) }
                session.write(table)
                session.output.line()
                session.writeBody(row.settings.text, FoldingOptions())
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a canned answer; undo brings it back.",
            examples: [
                CommandExample("mailledger answer delete 'who pays'", "it is neither proposed nor listed any more")
            ])

        @Argument(help: "The first digits of the answer's id, or its question.", completion: .names(.answer))
        var answer: String
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let row = try ledger.read { try $0.answer(answer) }
            let done = try ledger.perform(
                DeleteAnswerRequest(answer: row.id.description), change.call("answer delete", dryRun))
            try session.show(done.answer) { outcome in
                let verb = outcome.isDryRun ? "Would delete" : "Deleted"
                let back = outcome.isDryRun ? "" : "; 'mailledger undo' brings it back"
                session.line("\(verb) the answer to \"\(row.settings.questionPattern)\"\(back).")
            }
        }
    }
}

/// The parts of a canned answer that may be said.
struct AnswerOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Its category; a new answer without one is in Other.", valueName: "category"))
    var category: AnswerCategory?
    @Option(name: .long, help: ArgumentHelp("Words of the questions that it answers.", valueName: "words"))
    var question: String?
    @Option(name: .long, help: ArgumentHelp("The answer.", valueName: "text")) var text: String?

    var isEmpty: Bool { category == nil && question == nil && text == nil }
}
