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

    /// The query as it was typed.
    var text: String { words.joined(separator: " ") }

    /// Reads the query, and says how it was read where asked.
    ///
    /// - Parameter folder: A folder that an option of the verb names beside the query.
    func filter(inFolder folder: String? = nil) throws -> MessageFilter {
        try filter(of: text, inFolder: folder)
    }

    /// Reads a query that came another way.
    func filter(of text: String, inFolder folder: String? = nil) throws -> MessageFilter {
        var context = Settings.queryContext()
        context.now = Surroundings.current.now().microseconds
        var filter = try MessageFilter(query: text, in: context)
        if let folder {
            let inFolder = MessageFilter.folder(FolderReference(folder))
            filter = filter == .all ? inFolder : MessageFilter.and([filter, inFolder]).canonical
        }
        if explain { StandardError.line("query: \(filter.explanation(in: context))") }
        return filter
    }
}
