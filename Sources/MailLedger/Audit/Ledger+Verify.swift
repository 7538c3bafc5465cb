public import Content
public import EventLog

extension Ledger {
    /// Recomputes every digest, leaf and tile of the log, and checks every position and stream version.
    ///
    /// - Throws: ``LogFault`` for the first thing that does not hold.
    public func verifyLog(progress: (Position) -> Bool = { _ in true }) throws -> LogReport {
        try store.verify(progress: progress)
    }

    /// Reads every stored content and compares its digest; the closure returns false to stop.
    public func verifyContent(_ body: (ContentFinding) throws -> Bool) throws {
        try content.verify(each: body)
    }
}
