internal import ArgumentParser
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
    /// The time that dates are told from, in answers and in queries; what is recorded has the time of `environment`.
    var now: @Sendable () -> Timestamp = { clockOfReaders ?? .now }
    /// Where answers go.
    var output: Descriptor = .standardOutput
    /// Where messages, questions and progress go.
    var errors: Descriptor = .standardError
    /// The disk that ledgers are on.
    var files: any Files = KernelFiles.shared

    /// The folder of a ledger, by a path as it was typed.
    func location(_ path: String) -> LedgerLocation { LedgerLocation(path, on: files) }

    @TaskLocal static var current = Surroundings()

    /// The variable that sets another time to tell dates from, so that an answer can be the same every day.
    static let clockVariable = "MAILLEDGER_NOW"

    private static var clockOfReaders: Timestamp? {
        ProcessEnvironment.value(clockVariable).flatMap { Timestamp(iso8601: $0) }
    }

    /// Refuses a time that cannot be read.
    static func validate() throws {
        guard let text = ProcessEnvironment.value(clockVariable), !text.isEmpty, clockOfReaders == nil else { return }
        throw ValidationError("$\(clockVariable) is no time like 2026-02-19T09:00:00Z: \"\(text)\"")
    }
}
