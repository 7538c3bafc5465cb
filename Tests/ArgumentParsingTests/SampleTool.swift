import ArgumentParsing

/// A tool with every kind of argument, for the tables of the tests.
struct SampleTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "books",
        abstract: "Keeps books.",
        version: "books 1.2",
        subcommands: [ListBooks.self, AddBooks.self, Shelf.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Audit", subcommands: [Subcommand("verify", Verify.self), Subcommand("secret", Secret.self)])
        ]
    )

    @Option(name: .customLong("library"), help: ArgumentHelp("The library's folder.", valueName: "folder"))
    var library: String?

    @Flag(name: .shortAndLong, help: "Prints less.")
    var quiet = false
}

enum BookFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json, jsonl
}

enum SortOrder: String, EnumerableFlag {
    case ascending, descending

    static func help(for value: SortOrder) -> ArgumentHelp? {
        value == .ascending ? "Oldest first." : "Newest first."
    }
}

struct OutputOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "How the answer is written.")
    var format = BookFormat.text

    @Flag(help: ArgumentHelp("Explains how the query was read.", visibility: .hidden))
    var explain = false
}

struct ListBooks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the books that match a query, the newest first, with their authors and their places.",
        examples: [
            CommandExample("books list 'by:ada'", "a quoted query"),
            CommandExample("books list --limit 5 -- -strange", "a word that begins with a dash"),
        ],
        discussion: "A query of several words means all of them.",
        aliases: ["ls"]
    )

    @OptionGroup var root: SampleTool
    @OptionGroup(title: "Output") var output: OutputOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("Prints at most this many.", valueName: "n"))
    var limit: Int?

    @Option(help: "Only books of at least this weight, in kilograms, which excludes most paperbacks but few atlases.")
    var weight = 0.5

    @Option(help: "Whether lent books count.")
    var lent: Bool = true

    @Option(name: .customLong("by"), help: "An author; may be given again.")
    var authors: [String] = []

    @Flag var order: SortOrder?

    @Flag(name: .customShort("v")) var verbose = false

    @Argument(help: "What to look for.")
    var query: [String] = []

    var cached = 7
    var note: String?

    mutating func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit may not be negative") }
    }
}

struct AddBooks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds books.",
        examples: [
            CommandExample("books add --account ada@example.org --title 'A Book' top", "one book"),
            CommandExample("books list", ""),
        ])

    @Argument(help: "The shelf to put them on.") var shelf: String
    @Argument(help: "The books.", completion: .file(extensions: ["epub"])) var books: [String]
    @Option(help: "Who pays.") var account: String
    @Option(parsing: .upToNextOption) var tags: [String] = []
    @Option(parsing: .remaining) var note: [String] = []
    @Option(parsing: .unconditional) var title: String?
    @Option(name: .customLong("on")) var day: Day?
    @Flag var cover: Cover = .soft

    enum Cover: EnumerableFlag {
        case soft, hard
    }
}

struct Day: ExpressibleByArgument, Equatable {
    let number: Int

    init?(argument: String) {
        guard let number = Int(argument), (1...31).contains(number) else { return nil }
        self.number = number
    }
}

struct Shelf: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manages shelves.",
        subcommands: [ListShelves.self, RenameShelf.self],
        defaultSubcommand: ListShelves.self
    )
}

struct ListShelves: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the shelves.")
    @Flag var empty = false
}

struct RenameShelf: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Renames a shelf.")
    @Argument var from: String
    @Argument var to: String
    @Argument var position: Int?
}

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Verifies the books.")

    mutating func run() throws { throw ExitCode(6) }
}

struct Secret: ParsableCommand {
    static let configuration = CommandConfiguration(shouldDisplay: false)
}
