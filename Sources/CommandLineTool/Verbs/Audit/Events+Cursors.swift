internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger

extension Events {
    struct Cursors: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cursors",
            abstract: "List the cursors: how far each subscriber has read.",
            examples: [
                CommandExample("mailledger events follow --cursor totals --run 'wc -l' --once", "a subscriber"),
                CommandExample("mailledger events cursors", "its position, and how many events it is behind"),

            ],
            discussion: """
                Cursors are files in the ledger's folder. A backup leaves them out. No subscriber
                can continue at one that is ahead of the log, as after the restore of an older backup: forget it first.
                """)

        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, none: "There are no cursors.")
            let cursors = try session.open().cursors.all()
            try session.write(cursors.map(CursorForm.init)) {
                var table = Table([
                    .init(looks: [.bold]), .init(alignment: .right), .init(alignment: .right), .init(isFlexible: true),
                ])
                for cursor in cursors {
                    table.append([
                        .init(cursor.name), .init(cursor.position?.description ?? ""),
                        .init(distance(of: cursor)), .init(cursor.fault?.description ?? ""),
                    ])
                }
                session.write(table)
            }
        }

        private func distance(of cursor: CursorStanding) -> String {
            cursor.behind.map { "\($0) behind" } ?? cursor.ahead.map { "\($0) ahead" } ?? ""
        }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget",
            abstract: "Forget a cursor, so that its subscriber starts again.",
            examples: [
                CommandExample("mailledger events follow --cursor totals --run 'wc -l' --once", "a subscriber"),
                CommandExample(
                    "mailledger events forget totals",
                    "the next subscriber with that name starts at the first event"),

            ])

        @Argument(help: "The cursor's name.", completion: .names(.cursor)) var name: String
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open()
            guard let cursor = try ledger.cursors.all().first(where: { $0.name == name }), try ledger.cursors.drop(name)
            else {
                throw DomainError.notFound(kind: "cursor", name: name)
            }
            try session.write(CursorForm(cursor)) { session.line("Forgot the cursor \(name).") }
        }
    }
}
