internal import ArgumentParser
internal import MailLedger
internal import Projections

/// The words of a query, as they were typed after a verb.
struct QueryArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Which messages; 'mailledger help messages' explains the language.", valueName: "query"))
    var words: [String] = []

    @Flag(name: .long, help: "Show how the query was read.")
    var explain = false

    /// Whether nothing was typed, which `messages` takes for everything and a change refuses.
    var isEmpty: Bool { words.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    /// The query as it was typed.
    var text: String { words.joined(separator: " ") }

    /// Reads the query, and says how it was read where asked.
    func filter() throws -> MessageFilter {
        try filter(of: text)
    }

    /// Reads a query that came another way.
    func filter(of text: String) throws -> MessageFilter {
        let context = QueryContext.standard()
        let filter = try MessageFilter(query: text, in: context)
        if explain { StandardError.line("query: \(filter.explanation(in: context))") }
        return filter
    }
}
