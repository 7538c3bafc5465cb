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

    /// Whether nothing was typed, which `messages` takes for everything and a change refuses.
    var isEmpty: Bool { words.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    /// Reads the query, and says how it was read where asked.
    func filter() throws -> MessageFilter {
        var context = QueryContext.standard()
        context.now = Surroundings.current.now().microseconds
        let filter = try MessageFilter(query: words.joined(separator: " "), in: context)
        if explain { StandardError.line("query: \(filter.explanation(in: context))") }
        return filter
    }
}
