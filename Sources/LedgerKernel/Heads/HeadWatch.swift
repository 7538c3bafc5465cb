package import EventLog

/// Notifies many subscribers of a ledger when its log has grown, with as few questions to the log as its engine allows.
package protocol HeadWatch: Sendable {
    /// Waits until the log ends beyond a position, whichever process made it so; nil when the task is cancelled.
    ///
    /// - Returns: Where the log ended when it was asked last.
    /// - Throws: What asking the log throws, to all who wait.
    func head(beyond position: Position) async throws -> Position?
}
