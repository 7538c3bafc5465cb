internal import CivilTime
internal import EventLog

/// A part of what a ledger does, with how long it took: what to look at when something is slow.
///
/// It names no account, no folder and no message, and holds no text of anybody.
public struct Phase: Sendable, Hashable {
    public enum Name: String, Sendable, CaseIterable {
        /// The ledger is opened.
        case open
        /// The read models take in what the log has beyond them; they may have to be built.
        case views
        /// The full text takes in what the log has beyond it.
        case search
        /// A question is answered from the read models.
        case answer
        /// The writer's lock is waited for.
        case lock
        /// A command is decided on.
        case decide
        /// What was decided is appended to the log and made durable.
        case append
    }

    public let name: Name
    public let microseconds: Int64
    /// How many events were taken in or appended; nil where none are counted.
    public let events: Int64?
}

/// Told of each phase when it is over.
public typealias PhaseObserver = @Sendable (Phase) -> Void

extension LedgerEnvironment {
    /// Does something, and tells the observer how long it took; without one no clock is read.
    func timed<Output>(
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
