internal import ArgumentParsing
internal import CivilTime
internal import DiskFiles
internal import EventLog
internal import MailLedger
internal import Processes

/// What a run takes from the world outside it: its user, chance, the clock, and where its answers go.
///
/// It is the process's own; `demo` lends another one, so that its ledger is the same on every machine.
struct Surroundings: Sendable {
    var environment: @Sendable () -> LedgerEnvironment = { .current() }
    /// The present time for dates in answers and in queries; records have the time of `environment`.
    var now: @Sendable () -> Timestamp = { clockOfReaders ?? .now }
    /// Where verbs read what is handed to them, and people's answers.
    var input: Descriptor = .standardInput
    /// Where answers go.
    var output: Descriptor = .standardOutput
    /// Where messages, questions and progress go.
    var errors: Descriptor = .standardError
    /// The disk that ledgers are on.
    var files: any Files = KernelFiles.shared
    /// The value of a variable of the environment; programs that are run get those of the process.
    var variable: @Sendable (String) -> String? = { ProcessEnvironment.value($0) }
    /// The command that runs, with all its verbs: what names them in a hint, a manual or a completion asks it.
    private(set) var program: any ProgramCommand.Type = NoProgram.self

    /// The folder of a ledger, by a path as it was typed.
    func location(_ path: String) -> LedgerLocation { LedgerLocation(path, on: files) }

    /// A path with the home folder in the place of `~/`, where no shell has read it.
    func withHome(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = variable("HOME") else { return path }
        return home + path.dropFirst()
    }

    @TaskLocal static var current = Surroundings()

    /// Lends these surroundings to a run of a program.
    static func lend<Output>(_ program: any ProgramCommand.Type, _ body: () throws -> Output) rethrows -> Output {
        var surroundings = current
        surroundings.program = program
        return try $current.withValue(surroundings, operation: body)
    }

    /// The variable that sets another time to tell dates from, so that an answer can be the same every day.
    static let clockVariable = "MAILLEDGER_NOW"

    /// The time that is set by it; nil where none is.
    static var clockOfReaders: Timestamp? {
        current.variable(clockVariable).flatMap { Timestamp(iso8601: $0) }
    }

    /// Refuses a time that cannot be read.
    static func validate() throws {
        guard let text = current.variable(clockVariable), !text.isEmpty, clockOfReaders == nil else { return }
        throw ValidationError("$\(clockVariable) is not a time like 2026-02-19T09:00:00Z: \"\(text)\"")
    }
}

/// A command that is a program by itself, with all its verbs.
protocol ProgramCommand: ParsableCommand {
    /// Runs one command line, says what went wrong, and returns the exit code.
    static func run(_ typed: [String]) -> Int32
}

/// Where nothing runs: a program without a verb.
private struct NoProgram: ProgramCommand {
    static let configuration = CommandConfiguration(commandName: "mailledger")

    static func run(_ typed: [String]) -> Int32 { ExitCode.failure.rawValue }
}
