internal import ArgumentParsing
internal import MailLedger

/// Which ledger, for every verb.
struct LedgerOptions: ParsableArguments {
    static let isCommon = true
    /// The one option that may stand before the verb, too.
    static let option = "--ledger"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The ledger: a folder, or a URL (default: $MAILLEDGER, else ledger.path, else mailledger/default in $XDG_DATA_HOME).",
            valueName: "dir"),
        completion: .directory)
    var ledger: String?

    func validate() throws {
        if ledger?.isEmpty == true { throw ValidationError("--ledger takes a folder; this one is empty") }
    }

    /// Moves `--ledger DIR` from before the verb to behind it, where every verb reads it.
    static func behindVerb(_ arguments: [String]) -> [String] {
        let count = countBeforeVerb(arguments)
        guard count > 0 else { return arguments }
        var moved = Array(arguments.dropFirst(count))
        let end = moved.firstIndex(of: "--") ?? moved.endIndex
        // Of two the last counts, as of any option: a script's ledger is not that of the alias that it was typed with.
        guard !moved[..<end].contains(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return moved }
        moved.insert(contentsOf: arguments.prefix(count), at: end)
        return moved
    }

    /// The number of words of `--ledger DIR` before the verb; 0 where the verb comes first, or none.
    static func countBeforeVerb(_ arguments: [String]) -> Int {
        guard let first = arguments.first else { return 0 }
        let count = first == option ? 2 : first.hasPrefix(option + "=") ? 1 : 0
        return count > 0 && arguments.count > count && !arguments[count].hasPrefix("-") ? count : 0
    }
}

extension LedgerOptions {
    /// Reads the words before the verb, as ``countBeforeVerb(_:)`` counts them.
    init(beforeVerb words: [String]) throws {
        self.init()
        guard let last = words.last else { return }
        ledger = words.count == 1 ? String(last.dropFirst(Self.option.count + 1)) : last
        try validate()
    }
}

/// How answers are written.
struct OutputOptions: ParsableArguments {
    static let isCommon = true

    @Option(name: .shortAndLong, help: "How to write the answer.")
    var format: OutputFormat = .text

    @Option(name: .long, help: ArgumentHelp("The version of the JSON to write: 1 or 2.", valueName: "n"))
    var formatVersion: Int = OutputFormat.standardVersion

    @Option(name: .long, help: "When to use colours (default: output.color, else auto).")
    var color: ColorChoice?

    @Flag(name: .long, help: "Do not show long text a screen at a time.")
    var noPager = false

    @Flag(name: .long, help: "Show on standard error how long each part takes.")
    var verbose = false

    func validate() throws {
        guard formatVersion >= OutputFormat.versions.lowerBound else { throw OutputFormat.tooOld }
        guard formatVersion <= OutputFormat.versions.upperBound else { throw OutputFormat.tooNew }
    }

    /// Refuses a document for a list that goes on for ever.
    func requireEnd(_ hasEnd: Bool) throws {
        if format == .json, !hasEnd {
            throw ValidationError("--format json needs --once, since a list has an end; --format jsonl does without")
        }
    }
}

enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case text
    case json
    case jsonl
    case csv

    /// Counts the changes of the JSON that would break a program; all of these can be asked for.
    package static let versions = 1...2
    /// The version that is written where none is asked for.
    package static let standardVersion = 1

    // The codes that notmuch uses for the same (notmuch(1), --format-version).

    /// A version is asked for that this program does not write any more.
    static let tooOld = ExitCode(20)
    /// A version is asked for that this program does not know yet.
    static let tooNew = ExitCode(21)
}

/// How a change is made.
struct ChangeOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The reason; the log records it.", valueName: "text"))
    var reason: String?

    @Option(name: .long, help: ArgumentHelp("Who acts (default: change.actor, else the user).", valueName: "name"))
    var actor: String?

    func validate() throws {
        if let actor, actor.allSatisfy(\.isWhitespace) {
            throw ValidationError("--actor takes a name; this one is empty")
        }
    }
}

extension ChangeOptions {
    /// The actor, the reason and the options of a request.
    ///
    /// - Parameter name: The name by which the log knows the command.
    func call(_ name: String, _ dryRun: DryRunOptions? = nil, _ hold: HoldOptions? = nil) -> Call {
        Call(
            reason: reason, command: name, isDryRun: dryRun?.dryRun ?? false,
            overridesHolds: hold?.overrideHold ?? false)
    }
}

/// Whether a change is only looked at.
struct DryRunOptions: ParsableArguments {
    @Flag(name: .long, help: "Show what would change, and change nothing.")
    var dryRun = false

    /// A look before a question to the user.
    static var only: DryRunOptions {
        var options = DryRunOptions()
        options.dryRun = true
        return options
    }
}

/// Whether a verb speaks of trouble only, as cron wants it.
struct QuietOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Say nothing when all is well.")
    var quiet = false
}

/// Whether a person has agreed already.
struct ConfirmationOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false
}

/// Which part of a long list.
struct PageOptions: ParsableArguments {
    @Option(name: .limit, help: ArgumentHelp("Show at most N.", valueName: "n"))
    var limit: Int?

    @Option(name: .long, help: ArgumentHelp("Leave out the first N.", valueName: "n"))
    var offset: Int = 0

    func validate() throws {
        try require("--limit", isCount: limit)
        try require("--offset", isCount: offset)
    }
}

/// How lists show the dates of mail.
struct DateOptions: ParsableArguments {
    @Option(name: .long, help: "How to show dates (default: output.dates, else relative).")
    var dates: DateStyle?
}

extension OutputOptions {
    /// Text, for verbs that write no answer of their own.
    static var text: OutputOptions { OutputOptions() }
}
