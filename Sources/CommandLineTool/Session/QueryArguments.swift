internal import ArgumentParser
internal import EventLog
internal import MailLedger
internal import Projections

/// The words of a query, as they were typed after a verb.
struct QueryArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Which messages; 'mailledger help messages' explains the language.", valueName: "query"),
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

    /// Whether nothing was typed, which `messages` takes for everything and a change refuses.
    var isEmpty: Bool { words.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    /// Reads the query, and says how it was read where asked.
    ///
    /// - Parameter folder: A folder that an option of the verb names beside the query.
    func filter(inFolder folder: String? = nil) throws -> MessageFilter {
        var context = Settings.queryContext()
        context.now = Surroundings.current.now().microseconds
        var filter = try MessageFilter(query: Self.text(words), in: context)
        if let folder {
            let inFolder = MessageFilter.folder(FolderReference(folder))
            filter = filter == .all ? inFolder : MessageFilter.and([filter, inFolder]).canonical
        }
        if explain { StandardError.line("query: \(filter.explanation(in: context))") }
        return filter
    }
}
