package import EventLog

/// Which earlier moments of a ledger can be asked about at once, and whether their read models are right.
package struct PastMoments {
    private let ledger: Ledger

    package init(of ledger: Ledger) {
        self.ledger = ledger
    }

    /// Whether the read models of a position are kept, so that none has to be built.
    package func stand(at position: Position) throws -> Bool {
        try ledger.pastViews.isKept(at: position)
    }

    /// Compares the read models that are kept with a build from the first event on.
    ///
    /// - Returns: The first row that differs of each that does.
    package func differences(progress: Views.Progress = { _, _ in true }) throws -> [ViewsDifference] {
        try ledger.pastViews.check(progress: progress)
    }

    /// Returns the position that a moment means, as it is written.
    package func position(of text: String) throws -> Position {
        try ledger.resolve(Moment(parsing: text, in: ledger.environment.queryContext)).position
    }
}
