package import EventLog

/// Which earlier moments of a ledger can be asked about at once.
package struct PastMoments {
    private let ledger: Ledger

    package init(of ledger: Ledger) {
        self.ledger = ledger
    }

    /// Whether the read models of a position are kept, so that none has to be built.
    package func stand(at position: Position) throws -> Bool {
        try ledger.pastViews.isKept(at: position)
    }

    /// Returns the position that a moment means, as it is written.
    package func position(of text: String) throws -> Position {
        try ledger.resolve(Moment(parsing: text, in: ledger.environment.queryContext)).position
    }
}
