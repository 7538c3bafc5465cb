internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import Projections

extension Erase {
    struct OfAnswer: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "answer", abstract: "Erase a canned answer, deleted or not.",
            examples: [
                CommandExample(
                    "mailledger erase answer 'who pays' --reason 'request 20' --dry-run", "what would go")
            ],
            discussion: """
                --reason is needed; the log records it. A hold covers mail, so --override-hold has no effect here.
                """)

        @Argument(help: "The first digits of the answer's id, or its question.", completion: .names(.answer))
        var answer: String
        @OptionGroup var erasure: ErasureOptions

        func run() throws {
            try erasure.run { ledger in
                .streams([try ledger.read { try $0.answer(answer, includingDeleted: true).stream }])
            }
        }
    }

    struct OfProfile: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "profile", abstract: "Erase every profile that the ledger had, with their canned answers.",
            examples: [
                CommandExample("mailledger profile set --email mara@example.org", "the profile"),
                CommandExample("mailledger erase profile --reason 'request 21' --dry-run", "what would go"),
            ],
            discussion: """
                What the profiles said about their owner is removed from the log. --reason is needed; the log records
                it.
                """)

        @OptionGroup var erasure: ErasureOptions

        func run() throws {
            try erasure.run { .streams(try $0.read { try $0.streamsOfProfiles() }) }
        }
    }
}
