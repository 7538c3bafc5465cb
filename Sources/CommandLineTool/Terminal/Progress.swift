import CivilTime
internal import DiskFiles
import Synchronization
internal import Terminals

/// A line on standard error with the progress of a long work; nothing if standard error is no terminal.
///
/// It is redrawn at most ten times a second, and removed once the work has finished. Any thread may update it.
package final class Progress: Sendable {
    private struct State {
        var label: String
        var done = 0
        /// How many were done before the start.
        var before = 0
        var total: Int?
        var start: UInt64
        var drawn: UInt64?
        var isFinished = false
    }

    /// The least time between two drawings, in nanoseconds.
    private static let interval: UInt64 = 100_000_000

    private let state: Mutex<State>
    private let unit: String
    private let width: Int?
    private let clock: @Sendable () -> UInt64
    private let write: @Sendable (String) -> Void

    /// Makes a line that is first drawn by `update`.
    ///
    /// - Parameters:
    ///   - width: the terminal's columns; nil draws nothing.
    ///   - clock: nanoseconds that never go back.
    package init(
        _ label: String,
        unit: String,
        total: Int? = nil,
        width: Int? = Terminal.columns(of: Surroundings.current.errors),
        clock: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds },
        write: @escaping @Sendable (String) -> Void = { StandardError.write($0) }
    ) {
        state = Mutex(State(label: label, total: total, start: clock()))
        self.unit = unit
        self.width = width
        self.clock = clock
        self.write = write
    }

    /// Says how many are done, and how many there are where that has become known.
    ///
    /// - Parameters:
    ///   - share: How much is done, from 0 to 1, where the count does not tell.
    ///   - detail: What tells it, in words.
    package func update(
        done: Int, total: Int? = nil, share: Double? = nil, detail: @autoclosure () -> String? = nil
    ) {
        guard let width else { return }
        let now = clock()
        let line = state.withLock { state -> ProgressLine? in
            guard !state.isFinished else { return nil }
            state.done = done
            if let total { state.total = total }
            if let drawn = state.drawn, now - drawn < Self.interval { return nil }
            state.drawn = now
            let seconds = Double(now - state.start) / 1e9
            return ProgressLine(
                label: state.label, unit: unit, done: done, before: state.before, total: state.total,
                seconds: seconds, share: share, detail: detail())
        }
        // The last column stays free: some terminals break the line there. EL, ECMA-48 section 8.3.41.
        if let line { write("\r" + line.text(width: max(1, width - 1)) + "\u{1B}[K") }
    }

    /// Begins another part of the work, of which some may be done already.
    package func begin(_ label: String, from before: Int = 0, total: Int? = nil) {
        let now = clock()
        state.withLock { state in
            state.label = label
            state.done = before
            state.before = before
            state.total = total
            state.start = now
        }
    }

    /// Removes the line, so that a message can be printed in its place; the next `update` draws it again.
    package func clear() {
        let wasDrawn = state.withLock { state in
            defer { state.drawn = nil }
            return state.drawn != nil
        }
        if wasDrawn { write("\r\u{1B}[K") }
    }

    /// Removes the line for good.
    package func finish() {
        state.withLock { $0.isFinished = true }
        clear()
    }
}
