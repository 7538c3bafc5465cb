internal import ArgumentParsing
internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger

struct Events: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Look at the events themselves.",
        subcommands: [
            List.self, ShowOne.self, Tail.self, Follow.self, Cursors.self, Forget.self,
        ])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List events, the earliest first.",
            examples: [
                CommandExample("mailledger events list --after 100 --limit 20", "twenty events after position 100"),
                CommandExample(
                    "mailledger events list --type mail.message-moved --format jsonl",
                    "every move, one line of JSON each"),
            ])

        @Option(name: .long, help: ArgumentHelp("Begin after this position.", valueName: "position")) var after: Int64 =
            0
        @Option(
            name: .long, help: ArgumentHelp("Only events of this type.", valueName: "type"),
            completion: .names(.eventType)) var type: String?
        @Flag(name: .long, help: "List the latest first.") var reverse = false
        @Option(name: .limit, help: ArgumentHelp("Show at most N.", valueName: "n")) var limit: Int?
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            try require("--after", isPosition: after)
            try require("--limit", isCount: limit)
        }

        func run() throws {
            let session = Session(ledger, output, pages: true, none: "No events.")
            let ledger = try session.open()
            var selection = EventSelection(
                after: Position(after), typeName: try type.map(ledger.catalogue.typeName), isBackward: reverse)
            selection.through = try ledger.store.head().position
            let list = session.list()
            try forEach(selection, of: ledger) {
                try EventWriter(session: session, ledger: ledger).write($0, $1, to: list)
            }
            try session.finish(list)
        }

        private func forEach(
            _ selection: EventSelection, of ledger: Ledger, _ body: (StoredEvent, StoredTransaction) throws -> Bool
        ) throws {
            var count = 0
            var transaction: StoredTransaction?
            guard limit != 0 else { return }
            try ledger.store.forEach(selection) { event in
                count += 1
                if transaction?.number != event.transaction {
                    transaction = try ledger.store.transaction(event.transaction)
                }
                guard let transaction, try body(event, transaction) else { return false }
                return count < limit ?? .max
            }
        }
    }

    struct ShowOne: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show an event with its transaction and its digests.",
            examples: [
                CommandExample("mailledger events show 42", "payload, transaction and digests of one event")
            ],
            discussion: """
                If an event has an older version of its form, its present form is shown below the stored one. The
                bytes in the log never change.
                """)

        @Argument(help: "The event's position.") var position: Int64
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open()
            guard position >= 1 else { throw DomainError.notFound(kind: "event", name: String(position)) }
            let selection = EventSelection(after: Position(position - 1), through: Position(position))
            guard let event = try ledger.store.events(selection).first,
                let transaction = try ledger.store.transaction(event.transaction)
            else { throw DomainError.notFound(kind: "event", name: String(position)) }
            let form = try EventForm(event, transaction, of: ledger.store)
            try session.write(form) {
                let bytes = try JSONBytesEncoder(.answer(pretty: true, version: session.version)).encode(form)
                session.output.line(Sanitizer.text(String(decoding: bytes, as: UTF8.self)))
                writeReading(of: event, by: ledger.catalogue, session)
            }
        }

        // What is stored never changes; of an older shape it is said what it is read as today.
        private func writeReading(of event: StoredEvent, by catalogue: EventCatalogue, _ session: Session) {
            guard let payload = event.payload,
                let forms = try? catalogue.formsOfToday(payload, type: event.type, at: event.position),
                forms.map(\.type) != [event.type]
            else { return }
            session.line("stored as \(event.type)", .bold)
            if forms.isEmpty { session.line("read as nothing: it means nothing today", .bold) }
            for form in forms {
                session.line("read as \(form.type)", .bold)
                let bytes = (try? JSONBytesEncoder(.answer(pretty: true)).encode(form.payload)) ?? []
                session.output.line(Sanitizer.text(String(decoding: bytes, as: UTF8.self)))
            }
        }
    }

    struct Tail: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tail",
            abstract: "Show the latest events, and wait for more.",
            examples: [
                CommandExample("mailledger events tail", "the latest ten, and each new one as it comes"),
                CommandExample("mailledger events tail --limit 3 --once", "the latest three, and no waiting"),
            ])

        @Option(name: .limit, help: ArgumentHelp("Begin with the latest N.", valueName: "n")) var limit: Int = 10
        @Flag(name: .long, help: "Do not wait for more.") var once = false
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            try require("--limit", isCount: limit)
            try output.requireEnd(once)
        }

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open()
            let start = max(0, try ledger.store.head().position.rawValue - Int64(limit))
            let follower = EventFollower(ledger: ledger, selection: RecordedEventSelection(), isOnce: once)
            try follower.run(after: Position(start), writingTo: session)
        }
    }
}
