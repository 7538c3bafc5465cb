internal import Domain
package import EventLog

extension Position {
    /// Refuses a position that a log does not have: a client whose log lost its end has to learn that.
    ///
    /// - Parameter head: Where the log ends.
    /// - Throws: `DomainError/invalid(field:reason:)`.
    package func requireWithin(logUpTo head: Position, field: String = "after") throws {
        guard self >= .start else { throw DomainError.invalid(field: field, reason: "is a position, from 0 on") }
        guard self <= head else {
            throw DomainError.invalid(field: field, reason: "the log ends at position \(head)")
        }
    }
}

extension LedgerReader {
    /// Returns the position behind which a client goes on.
    ///
    /// - Throws: `DomainError/invalid(field:reason:)` for one that the log does not have.
    package func position(behind number: Int64) throws -> Position {
        let position = Position(number)
        // The read models may be behind the log.
        try position.requireWithin(
            logUpTo: isOfPast ? self.position : max(self.position, store.head().position))
        return position
    }
}
