internal import ArgumentParsing
internal import Mail
internal import MailLedger
internal import Projections

/// What is written of each thing that a list finds.
enum ListOutput: String, CaseIterable, ExpressibleByArgument, Sendable {
    case summary
    case ids
    case threads
    case files
    case tags
}

/// What is written of a list, and in which order.
struct ListOptions: ParsableArguments {
    @Option(name: .long, help: "The output: lines for people, or one name per line.")
    var output: ListOutput = .summary

    @Flag(name: [.long, .customShort("0")], help: "End each name by a NUL character, for 'xargs -r0'.")
    var null = false

    @Option(name: .long, help: "Which to list first.")
    var sort: RequestOrder = .newest

    @OptionGroup var dates: DateOptions

    func validate() throws {
        if null && output == .summary {
            throw ValidationError("--null goes with --output ids, threads, files or tags")
        }
    }

    /// Refuses what makes no sense with JSON, in which each name has an end of its own.
    func check(_ format: OutputFormat) throws {
        if null && format != .text { throw ValidationError("--null goes with --format text") }
    }
}

extension RequestOrder: DomainWord {}

/// Writes names as they come: one a line, or in JSON.
struct NameWriter {
    private let session: Session
    private let null: Bool
    /// The list of JSON; nil for text.
    private let list: ListWriter?

    init(_ session: Session, null: Bool) {
        self.session = session
        self.null = null
        list = session.list()
    }

    /// Writes a name, and returns whether somebody reads on.
    func write(_ name: String) throws -> Bool {
        if let list { return try list.write(name) }
        // A program gets a name as it is, where it can tell its end; a line has none of mail's own line breaks.
        let isExact = null && !session.output.isTerminal
        session.output.write((isExact ? name : Sanitizer.line(name)) + (null ? "\0" : "\n"))
        return session.output.isOpen
    }

    func finish() throws {
        guard let list else {
            session.tellIfEmpty()
            return try session.output.finish()
        }
        try list.finish()
    }
}
