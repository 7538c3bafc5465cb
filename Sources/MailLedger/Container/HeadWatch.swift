package import EventLog

/// Tells many subscribers of a ledger when its log has grown, by as few questions to the log as its engine allows.
package protocol HeadWatch: Sendable {
    /// Waits until the log ends beyond a position, whichever process made it so; nil when the task is cancelled.
    ///
    /// - Returns: Where the log ended when it was asked last.
    /// - Throws: What asking the log throws, to all who wait.
    func head(beyond position: Position) async throws -> Position?
}
