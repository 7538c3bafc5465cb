internal import Cryptography

/// How far a reader has come in a log; notices that the log behind it is another one.
///
/// After a failover to a standby that lags, or from a backup, other events have the positions that a reader knows. While a
/// log is not opened again (``LogReading/reopenings``), nothing is asked for.
package struct LogBookmark: Sendable {
    package private(set) var position: Position
    /// The leaf at the position; nil at the start, and beyond the end.
    private var leaf: SHA256Digest?
    /// The opening of the log that was read last; nil for none.
    private var opening: Int?

    package init(at position: Position) {
        self.position = position
    }

    /// Reads what is behind the bookmark, and moves it to where the reading ended.
    ///
    /// What was read while the log was opened again is read once more.
    ///
    /// - Throws: ``EventLogError/otherLog(at:)``; what the closure throws.
    /// - Complexity: One row of a log on a server, and another one behind each opening.
    package mutating func read<Output>(
        _ log: any LogReading, _ body: (Position) throws -> (output: Output, end: Position)
    ) throws -> Output {
        while true {
            let opening = log.reopenings
            try compare(with: log, as: opening)
            let (output, end) = try body(position)
            guard opening > 0 else {
                position = end
                return output
            }
            let isKnown = end == position && opening == self.opening
            let leaf = isKnown ? self.leaf : try log.recordedLeaf(at: end)
            // Only the head says which server answers: a connection that others left may lead to another one.
            _ = try log.head()
            guard log.reopenings == opening else { continue }
            (position, self.leaf, self.opening) = (end, leaf, opening)
            return output
        }
    }

    /// Notes which log is read, before anything of it is.
    package mutating func place(in log: any LogReading) throws {
        try read(log) { ((), $0) }
    }

    /// Notices that the log is another one, without reading on.
    ///
    /// - Throws: ``EventLogError/otherLog(at:)``.
    /// - Complexity: One row of a log on a server, and another one behind each opening.
    package mutating func check(_ log: any LogReading) throws {
        guard opening != nil, log.reopenings > 0 else { return }
        _ = try log.head()
        let opening = log.reopenings
        try compare(with: log, as: opening)
        self.opening = opening
    }

    private func compare(with log: any LogReading, as opening: Int) throws {
        guard let known = self.opening, known != opening, let leaf else { return }
        guard try log.recordedLeaf(at: position) == leaf else { throw EventLogError.otherLog(at: position) }
    }
}
