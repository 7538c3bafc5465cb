internal import ArgumentParser
internal import Glibc
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
    @Option(name: .long, help: "What to write: lines for people, or names one a line.")
    var output: ListOutput = .summary

    @Flag(name: [.long, .customShort("0")], help: "End each name by a NUL character, for 'xargs -0'.")
    var null = false

    @Option(name: .long, help: "Which to list first.")
    var sort: SortOrder = .newest

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

enum SortOrder: String, CaseIterable, ExpressibleByArgument, Sendable {
    case newest
    case oldest

    var order: ListOrder { self == .newest ? .newestFirst : .oldestFirst }
}

/// Writes names as they come: one a line, or in JSON.
struct NameWriter {
    private let session: Session
    private let null: Bool
    private var kept: [String] = []

    init(_ session: Session, null: Bool) {
        self.session = session
        self.null = null
    }

    /// Writes a name, and returns whether somebody reads on.
    mutating func write(_ name: String) throws -> Bool {
        switch session.format {
        // A program gets a name as it is, where it can tell its end; a line has none of mail's own line breaks.
        case .text where null && !session.output.isTerminal: session.output.write(name + "\0")
        case .text where null: session.output.write(Sanitizer.line(name) + "\0")
        case .text: session.output.line(Sanitizer.line(name))
        case .jsonl: try session.writeLine(name)
        case .json: kept.append(name)
        }
        return session.output.isOpen
    }

    mutating func finish() throws {
        if session.format == .json { try session.write(kept) {} }
        try session.output.finish()
    }
}
