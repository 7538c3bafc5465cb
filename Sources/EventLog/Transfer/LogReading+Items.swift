internal import Cryptography

extension LogReading {
    /// Lends all transactions from one position to another, each before its events, and checks each first.
    ///
    /// The checks compare them with their digests and with the Merkle tree.
    ///
    /// - Parameter start: The last position of a transaction, or ``Position/start``.
    /// - Throws: ``LogFault`` for the first fault, or what the closure throws.
    package func forEachItem(after start: Position, through end: Position, _ body: (LogItem) throws -> Void) throws {
        var hasher = SHA256Hasher()
        var leaves = RecordedLeaves(of: self)
        var current: StoredTransaction?
        var reached = start
        try forEach(EventSelection(after: start, through: end)) { event in
            // A damaged page may lend a row that is not in its place.
            guard event.position > reached else {
                throw LogFault(position: Position(reached.rawValue &+ 1), reason: "the event is missing")
            }
            reached = event.position
            if current?.number != event.transaction {
                guard let transaction = try transaction(event.transaction),
                    transaction.firstPosition == event.position
                else {
                    throw LogFault(position: event.position, reason: "its transaction does not begin here")
                }
                try transaction.check(with: &hasher)
                try body(.transaction(transaction))
                current = transaction
            }
            guard let transaction = current else { preconditionFailure("it was just set") }
            try event.check(with: &hasher)
            let leaf = Entry.leaf(of: event, in: transaction, ledger: identity.id, with: &hasher)
            guard try leaves.leaf(at: event.position) == leaf else {
                throw LogFault(
                    position: event.position, reason: "the entry differs from its leaf in the Merkle tree")
            }
            try body(.event(event, leaf: leaf))
            // The row behind the last one may be damaged, and SQLite reads it before it compares its place.
            return event.position < end
        }
    }

    /// Returns the transaction whose last event is at a position; nil if a transaction continues there.
    package func transaction(endingAt position: Position) throws -> LogHead? {
        guard position > .start else { return LogHead(position: .start, transaction: 0) }
        guard let found = try transaction(holding: position), found.lastPosition == position else { return nil }
        return LogHead(position: position, transaction: found.number)
    }
}
