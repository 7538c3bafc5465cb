internal import ArgumentParsing
internal import Assist
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

extension AnswerVerb {
    struct Suggest: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "suggest",
            abstract: "Rank the canned answers that may fit a message.",
            examples: [
                CommandExample("mailledger answer suggest 3018", "the best answers first, with the words they share")
            ],
            discussion: """
                The score is the share of the words of an answer's question that are in the subject or text of the
                message. Each word counts once; case and accents do not count. Equal scores are ordered by the number
                of shared words, then by use, then by age. Only enabled answers with a score above 0 are listed.
                Nothing is learnt: the same ledger gives the same ranking.
                """)

        @Argument(help: "The first digits of the message's id.", completion: .names(.message)) var message: String
        @Option(name: .limit, help: ArgumentHelp("Show at most N.", valueName: "n")) var limit = 5
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            try require("--limit", isCount: limit)
        }

        func run() throws {
            let session = Session(ledger, output, pages: true, none: "No canned answer shares a word with the message.")
            let ledger = try session.open(at: moment)
            let id = try ShownName.id(of: message, in: ledger)
            try session.show(ledger.answer(SuggestAnswers(message: id, limit: limit))) { found in
                var table = Table([
                    .init(looks: [.yellow]), .init(alignment: .right),
                    .init(minimum: 12, isFlexible: true, looks: [.bold]), .init(isFlexible: true, looks: [.dim]),
                ])
                for suggestion in found.map(\.suggestion) {
                    table.append([
                        String(suggestion.answer.id.description.prefix(8)),
                        "\(Int((suggestion.score * 100).rounded())) %",
                        suggestion.answer.settings.questionPattern, suggestion.words.joined(separator: " "),
                    ])
                }
                session.write(table)
            }
            session.noteIfBehind(ledger)
        }
    }

    struct Use: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "use",
            abstract: "Answer a message with a canned answer: make a draft, and count the use.",
            examples: [
                CommandExample("mailledger answer use 'who pays' 3018", "a draft in the account's drafts folder")
            ],
            discussion: """
                The draft is an RFC 5322 message in the thread of the original: to Reply-To or From, with Re:,
                In-Reply-To, References and $draft, and the answer as its text. If the original has no Message-ID, the
                draft is in a thread of its own unless it refers to other messages. Draft and use are one transaction,
                and one undo takes both back. Nothing is sent. A message of a conversation whose writer has no mail
                address is refused (exit code 4).
                """)

        @Argument(help: "The first digits of the answer's id, or its question.", completion: .names(.answer))
        var answer: String
        @Argument(help: "The first digits of the message's id.", completion: .names(.message)) var message: String
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let request = UseAnswerRequest(answer: answer, message: try ShownName.id(of: message, in: ledger))
            try session.show(ledger.perform(request, change.call("answer use", dryRun)).answer) { answer in
                guard case .done(let draft) = answer else { return session.line("Would save a draft.") }
                let row = draft.row
                let recipients = row.to.map(\.address).joined(separator: ", ")
                session.line("Made the draft \(row.id.description.prefix(8)) to \(recipients): \(row.subject ?? "").")
            }
        }
    }
}
