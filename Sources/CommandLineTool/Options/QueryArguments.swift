internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import Projections

/// The words of a query, as they were typed after a verb.
struct QueryArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Which messages; 'mailledger help queries' explains the language.", valueName: "query"),
        completion: .names(.query))
    var words: [String] = []

    @Flag(name: .long, help: "Show how the query was read.")
    var explain = false

    /// Puts a space before words such as `-from:ada`, `-(…` and `-"…`, so that no parser of options takes them for its own.
    ///
    /// No option looks so, and in a query a space there means nothing.
    static func shielded(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { isNegatedTerm($0) ? " " + $0 : $0 } + arguments[end...]
    }

    private static func isNegatedTerm(_ word: String) -> Bool {
        guard word.hasPrefix("-") else { return false }
        let term = word.dropFirst()
        if term.hasPrefix("(") || term.hasPrefix("\"") { return true }
        guard let colon = term.firstIndex(of: ":") else { return false }
        return QueryField(named: String(term[..<colon])) != nil
    }

    /// What was typed, as one text.
    static func text(_ words: [String]) -> String {
        words.map { $0.hasPrefix(" -") ? String($0.dropFirst()) : $0 }.joined(separator: " ")
    }

    func validate() throws {
        // A count of a verb without a limit, else all but a few messages.
        if let count = words.first(where: CountArguments.isCount) {
            throw ValidationError("'\(count)' names no messages; 'not \(count.dropFirst())' are those without the word")
        }
    }

    /// Whether nothing was typed, which `messages` takes for everything and a change refuses.
    var isEmpty: Bool { words.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    /// The query as it was typed.
    var text: String { Self.text(words) }

    /// Reads the query, so that a bad one ends the verb before a ledger is opened.
    ///
    /// - Parameter folder: A folder that an option of the verb names beside the query.
    func read(inFolder folder: String? = nil) throws -> ReadQuery {
        try ReadQuery(queryOfIDs ?? text, inFolder: folder, explains: explain)
    }

    /// Reads the words as ids, one or several; nil where some word is none.
    func readAsIDs() throws -> ReadQuery? {
        let names = names
        let areIDs = names.allSatisfy { name in
            name.count >= 4 && name.allSatisfy { $0.isHexDigit || $0 == "-" }
        }
        return areIDs ? try ReadQuery(Self.query(ofIDs: names), explains: explain) : nil
    }

    /// The query for several words that can hardly be anything but ids; nil for other words.
    ///
    /// Each has at least eight hexadecimal digits, and together they have letters and numbers: no dates, and no words.
    private var queryOfIDs: String? {
        let names = names
        let areIDs = names.allSatisfy { name in
            let digits = name.filter { $0 != "-" }
            return digits.count >= 8 && digits.allSatisfy(\.isHexDigit)
        }
        let digits = names.joined()
        return areIDs && names.count > 1 && digits.contains(where: \.isLetter) && digits.contains(where: \.isNumber)
            ? Self.query(ofIDs: names) : nil
    }

    private var names: [Substring] { words.flatMap { $0.split(whereSeparator: \.isWhitespace) } }

    private static func query(ofIDs names: [Substring]) -> String {
        names.map { "id:\($0)" }.joined(separator: " or ")
    }

    /// Reads a query that came another way: its words are words, and no ids.
    func messages(of text: String) throws -> MessageQuery {
        let query = try ReadQuery(text, explains: explain)
        return MessageQuery(text, readAs: query.finish(query.typed.filter))
    }
}

/// Whether a query that ranges over all that ever came in is narrowed.
struct LiveOptions: ParsableArguments {
    @Flag(name: .long, help: "Leave out deleted messages.") var live = false
}

/// A query that was typed and can be read; a ledger tells which of its words are ids.
struct ReadQuery {
    let typed: TypedQuery
    private let context: QueryContext
    private let folder: String?
    private let explains: Bool

    init(_ text: String, inFolder folder: String? = nil, explains: Bool = false) throws {
        let context = Settings.queryContext()
        typed = try TypedQuery(text, in: context)
        self.context = context
        self.folder = folder
        self.explains = explains
    }

    /// Returns the filter, with the words that begin one id of the ledger as that; standard error says which those are.
    ///
    /// - Parameter withDeleted: Whether the verb reaches deleted messages.
    func filter(in ledger: Ledger, withDeleted: Bool = false) throws -> MessageFilter {
        let filter = try understood(in: ledger, withDeleted: withDeleted || typed.filter.range == .ever).filter
        for name in (try? ledger.read { try $0.likelyNames(in: filter) }) ?? [] {
            StandardError.line(
                Sanitizer.line("note: no message has \(name.term); did you mean \"\(name.likely)\"?"))
        }
        return finish(filter)
    }

    /// Returns what a request takes for it.
    func messages(in ledger: Ledger) throws -> MessageQuery {
        MessageQuery(typed.text, readAs: try filter(in: ledger))
    }

    /// The same where all messages that ever were are meant, unless live ones alone are asked for.
    func everyMessage(in ledger: Ledger, _ live: LiveOptions) throws -> MessageQuery {
        MessageQuery(typed.text, readAs: try everyFilter(in: ledger, live))
    }

    /// The same as a filter.
    func everyFilter(in ledger: Ledger, _ live: LiveOptions) throws -> MessageFilter {
        let filter = try filter(in: ledger, withDeleted: true)
        return live.live ? filter.onlyLive : filter
    }

    /// Returns the query with the words that begin one id of the ledger as that, to be kept so.
    func understood(in ledger: Ledger, withDeleted: Bool) throws -> UnderstoodQuery {
        let understood = try typed.understood(in: ledger, withDeleted: withDeleted)
        for id in understood.ids {
            StandardError.line("note: \(id.word) is read as \(id.term); word:\(id.word) is the word")
        }
        return understood
    }

    /// Adds the folder of the option, and says how the query was read where asked.
    fileprivate func finish(_ filter: MessageFilter) -> MessageFilter {
        var filter = filter
        if let folder {
            let inFolder = MessageFilter.folder(FolderReference(folder))
            filter = filter == .all ? inFolder : MessageFilter.and([filter, inFolder]).canonical
        }
        for word in filter.wordsWithoutSigns(in: context) {
            let outcome = word.searched.isEmpty ? "left out" : "searched as \(word.searched)"
            StandardError.line(Sanitizer.line("note: signs are in no index of words: \(word.typed) is \(outcome)"))
        }
        for date in typed.splitDates() {
            StandardError.line(
                Sanitizer.line(
                    "note: \(date.term) and the word \(date.word) are searched; \(date.joined) is the date of both"))
        }
        if explains { StandardError.line(Sanitizer.line("query: \(filter.explanation(in: context))")) }
        return filter
    }
}
