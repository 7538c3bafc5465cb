internal import Glibc
internal import MailGenerator

/// The program behind `make bench`.
@main
enum BenchCommand {
    static let usage = """
        usage: ledger-bench run [options]        measure, and print the table
               ledger-bench lists [options]      measure lists in a small and a large mailbox, and print the table
               ledger-bench growth [options]     measure the same work on mailboxes of several sizes, and print the table
               ledger-bench fleet [options]      measure ledgers on a PostgreSQL server beside folders, and print the table
               ledger-bench generate DIR COUNT   write the mail that is measured on, and nothing else
               ledger-bench loop NAME ARGUMENTS  one measurement inside a process of its own; used by run

        --messages N       messages to generate (10000)
        --mail DIR         measure on the Maildirs below this folder instead
        --rounds N         paired runs (5)
        --events N         events of the loops on the log alone (100000)
        --tool PATH        the release binary (.build/release/mailledger)
        --work DIR         where all is written; emptied first (.build/bench)
        --document FILE    rewrite the table in this page
        --table NAME       the one between its marks of this name (bench)
        --without-peers    leave out notmuch and mu
        --only WORDS       only the groups of these names, separated by commas

        Of growth: --sizes LIST (10000,100000), --rounds, --tool, --work and --document.
        Of fleet: --messages, --mail, --rounds, --tool, --work, --document, and --only of append, writers, wal, import,
        questions, node and standby.
        Of lists: --small N (10000), --large N (100000), --rounds, --work (.build/lists) and --document.
        """

    /// What was asked for cannot be done; the text says what would.
    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            StandardStream.error.line("ledger-bench: \(error)")
            exit(error is UsageError ? 2 : 1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        switch arguments.first {
        case "run":
            let options = try BenchOptions(Array(arguments.dropFirst()))
            try Bench(options).run()
        case "lists": try ListBench(ListOptions(Array(arguments.dropFirst()))).run()
        case "fleet": try FleetBench(Array(arguments.dropFirst())).run()
        case "growth": try GrowthBench(Array(arguments.dropFirst())).run()
        case "generate":
            guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
                throw UsageError(description: "generate takes a folder and a count\n\(usage)")
            }
            let mail = try GeneratedMaildir(writingTo: absolutePath(arguments[1]), count: count)
            print("\(mail.messageCount) messages, \(mail.byteCount) bytes, \(mail.unreadCount) unread")
        case "loop":
            guard arguments.count >= 2 else { throw UsageError(description: usage) }
            let timing = try Loops.run(arguments[1], Array(arguments.dropFirst(2)))
            print("\(timing.seconds) \(timing.count)")
        default:
            throw UsageError(description: usage)
        }
    }
}

/// What is measured, and where.
struct BenchOptions {
    var messages = 10_000
    var mail: String?
    var rounds = 5
    var events = 100_000
    var tool = absolutePath(".build/release/mailledger")
    var work = absolutePath(".build/bench")
    var document: String?
    /// Which of the page's tables.
    var table = "bench"
    var usesPeers = true
    /// Whether the loops in C stand beside the views and the full text; they keep all that they write in memory.
    var usesLoops = true
    var only: [String]?
    /// The mailboxes of `growth`, in messages.
    var sizes = [10_000, 100_000]

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            if name == "--without-peers" {
                usesPeers = false
                continue
            }
            guard let value = rest.popFirst() else {
                throw BenchCommand.UsageError(description: "\(name) wants a value\n\(BenchCommand.usage)")
            }
            switch name {
            case "--messages": messages = try Self.number(value, name)
            case "--mail": mail = absolutePath(value)
            case "--rounds": rounds = try Self.number(value, name)
            case "--events": events = try Self.number(value, name)
            case "--tool": tool = absolutePath(value)
            case "--work": work = absolutePath(value)
            case "--document": document = absolutePath(value)
            case "--table": table = value
            case "--sizes":
                sizes = try value.split(separator: ",").map { try Self.number(String($0), name) }
            case "--only": only = value.split(separator: ",").map(String.init)
            default: throw BenchCommand.UsageError(description: "there is no option \(name)\n\(BenchCommand.usage)")
            }
        }
        guard unsafe access(tool, X_OK) == 0 else {
            throw BenchCommand.UsageError(
                description: "\(tool) is not there: run make build first, or name it by --tool")
        }
    }

    static func number(_ text: String, _ option: String) throws -> Int {
        guard let number = Int(text), number > 0 else {
            throw BenchCommand.UsageError(description: "\(option) wants a number above 0")
        }
        return number
    }
}
