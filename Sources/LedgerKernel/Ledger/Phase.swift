internal import CivilTime
internal import EventLog

/// A part of a ledger's work and its duration, for finding out why something is slow.
///
/// It names no account, no folder and no message, and contains nobody's text.
public struct Phase: Sendable, Hashable {
    public enum Name: String, Sendable, CaseIterable {
        /// Opening the ledger.
        case open
        /// Updating the read models to the log, or building them.
        case views
        /// Updating the full text to the log.
        case search
        /// Answering a question from the read models.
        case answer
        /// Waiting for the writer's lock.
        case lock
        /// Deciding on a command.
        case decide
        /// Appending the decided events to the log and making them durable.
        case append
    }

    public let name: Name
    public let microseconds: Int64
    /// The number of applied or appended events; nil if none are counted.
    public let events: Int64?
}

/// Called after each phase.
public typealias PhaseObserver = @Sendable (Phase) -> Void

extension LedgerEnvironment {
    /// Runs a closure, and reports its duration to the observer; without one no clock is read.
    package func timed<Output>(
        _ name: Phase.Name, events: (Output) -> Int64? = { _ in nil }, _ body: () throws -> Output
    ) rethrows -> Output {
        guard let observer else { return try body() }
        let start = MonotonicClock.microseconds
        let output = try body()
        observer(
            Phase(name: name, microseconds: MonotonicClock.microseconds - start, events: events(output)))
        return output
    }
}
