internal import ArgumentParsing
internal import Mail
internal import MailLedger

struct QueryVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query", abstract: "Save queries under names, for query:NAME.",
        subcommands: [Save.self, List.self, ShowOne.self, Remove.self])

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "save",
            abstract: "Save a query under a name; it replaces an older one of that name.",
            examples: [
                CommandExample(
                    "mailledger query save work 'in:Work or from:@harbour.example.com'",
                    "query:work then means that"),
                CommandExample(
                    "mailledger query save todo 'is:unread date:2w..'", "'2w' counts from the day on which it is used"),
            ],
            discussion: """
                The query is kept as typed, so 'today' means the day of use. Only ids are fixed: 3f2a7432 is kept as
                id:ID, and a word that only looks like an id as word:WORD. It may use other saved queries. The answer
                says how many messages it finds now. A query that cannot be read, or that uses itself, is refused. The
                queries are in the group [query] of the configuration file.
                """)

        @Argument(help: "The name: letters, digits, - and _.", completion: .names(.savedQuery)) var name: String
        @Argument(help: ArgumentHelp("The query.", valueName: "query"), completion: .names(.query)) var words: [String]
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let typed = QueryArguments.text(words)
            if let count = words.first(where: CountArguments.isCount) {
                throw ValidationError(
                    "'\(count)' names no messages; 'not \(count.dropFirst())' are those without the word")
            }
            guard typed.contains(where: { !$0.isWhitespace }) else {
                throw ValidationError("Say which query to save; '*' means all messages")
            }
            let (text, count) = try understand(typed, as: name, session)
            let before = try SavedQueries(session.settings).save(text, as: name)
            guard let form = try SavedQueries(Settings()).form(name) else { return }
            try session.write(form) {
                session.line(
                    before.map { $0 == text ? "query:\(name) is that already." : "query:\(name) was \($0)" }
                        ?? "Saved query:\(name).")
                session.line("It is read as \(form.explanation ?? "")")
                if let count { session.line("It finds \(Counted.messages(count)) now.") }
            }
        }

        /// What is to be kept, and how many messages it finds; where there is no ledger, words are words and nothing is counted.
        private func understand(
            _ text: String, as name: String, _ session: Session
        ) throws -> (text: String, count: Int?) {
            guard let query = try? ReadQuery(text) else { return (text, nil) }
            let ledger: Ledger
            do { ledger = try session.open() } catch { return (query.typed.withoutIDs, nil) }
            let understood = try query.understood(in: ledger, withDeleted: false)
            // What a folder or an account is to be that is not there yet, the query may name all the same.
            let count = try? ledger.read { try $0.countMessages(matching: understood.filter) }
            return (understood.text, count)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the saved queries.",
            examples: [
                CommandExample("mailledger query save todo is:unread", "a query"),
                CommandExample("mailledger query list", "names and queries"),

            ],
            discussion: """
                A problem with a saved query is reported on standard error.
                """)

        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(LedgerOptions(), output, pages: true, none: "No saved queries.")
            let forms = session.settings.file == nil ? [] : try SavedQueries(session.settings).all()
            try session.write(forms) {
                var table = Table([.init(looks: [.yellow]), .init(minimum: 20, isFlexible: true)])
                for form in forms { table.append([form.name, form.query]) }
                session.write(table)
            }
            for form in forms {
                guard let fault = form.fault else { continue }
                StandardError.line(Sanitizer.line("warning: query:\(form.name): \(fault)"))
            }
        }
    }

    struct ShowOne: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a saved query, and how it is read.",
            examples: [
                CommandExample("mailledger query save work in:Work", "a query to show"),
                CommandExample("mailledger query show work", "the query, and how it is read"),
            ])

        @Argument(help: "The name.", completion: .names(.savedQuery)) var name: String
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(LedgerOptions(), output)
            guard let form = try SavedQueries(session.settings).form(name) else {
                throw DomainError.notFound(kind: "saved query", name: name)
            }
            try session.write(form) {
                var table = Table([.init(looks: [.dim]), .init()])
                table.append(["query", form.query])
                table.append(form.explanation.map { ["read as", $0] } ?? ["fault", form.fault ?? ""])
                session.write(table)
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a saved query.",
            examples: [
                CommandExample("mailledger query save todo is:unread", "a query to delete"),
                CommandExample("mailledger query delete todo", "the name only; no message changes"),
            ],
            discussion: """
                Saved queries that used it are named on standard error.
                """)

        @Argument(help: "The name.", completion: .names(.savedQuery)) var name: String
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(LedgerOptions(), output)
            let queries = try SavedQueries(session.settings)
            guard let form = try queries.form(name) else {
                throw DomainError.notFound(kind: "saved query", name: name)
            }
            let users = try queries.delete(name)
            try session.write(form) { session.line("Deleted query:\(name), which was \(form.query)") }
            for user in users { StandardError.line("warning: query:\(user) uses it") }
        }
    }
}
