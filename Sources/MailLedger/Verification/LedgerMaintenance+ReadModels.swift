public import EventLog
internal import Projections
internal import SQLite

/// The read models as a whole: built anew, held against a fresh build, carried over to other rules.
extension LedgerMaintenance {
    /// What a rebuild is at.
    public enum RebuildPart: Sendable {
        case views
        /// The full text, which takes longest.
        case search
    }

    /// Told where a part of a rebuild has come to, and where the log ends now; false stops it.
    public typealias RebuildProgress = (_ part: RebuildPart, _ reached: Position, _ head: Position) -> Bool

    /// Builds all read models anew from the first event on, while others read and write.
    ///
    /// Killed or stopped at any moment, it leaves what is live as it was, and the next rebuild goes on from where it had come to.
    ///
    /// - Throws: ``EventLogError/cancelled`` where `progress` stopped it.
    public func rebuild(progress: @escaping RebuildProgress = { _, _, _ in true }) throws {
        try ledger.requireWritableFolder()
        guard ledger.unit == nil else { throw LedgerError.insideUnitOfWork }
        try ledger.views.rebuild { progress(.views, $0, $1) }
        try ledger.openSearch()
        try ledger.rebuildSearch { progress(.search, $0, $1) }
    }

    /// Compares the live read models with a build from the first event on, and returns the first row that differs.
    public func checkViews(progress: @escaping Views.Progress = { _, _ in true }) throws -> ViewsDifference? {
        try ledger.views.check(progress: progress)
    }

    /// Compares the search index with one built from the log and the stored messages, and returns the first row that differs.
    ///
    /// - Complexity: What it takes to index all content.
    public func checkSearch() throws -> ViewsDifference? {
        try ledger.search.check(with: ledger.store, catalogue: ledger.catalogue, content: ledger.content)
    }

    /// Builds the read models by this program's rules, counts for each the rows that differ from the live ones, and makes what
    /// was built live unless it is a dry run. The full text has no rows to compare: `rebuild` makes it anew.
    ///
    /// - Parameter limit: How many rows of each read model are shown.
    /// - Throws: ``LedgerError/orphanedRows(_:)`` where rows of the build belong to nothing; the live ones stay.
    public func migrate(
        dryRun: Bool, sampling limit: Int, progress: @escaping Views.Progress = { _, _ in true }
    ) throws -> ViewsMigration {
        if !dryRun { try ledger.requireWritableFolder() }
        guard ledger.unit == nil else { throw LedgerError.insideUnitOfWork }
        return try ledger.views.migrate(
            dryRun: dryRun, sampling: limit,
            inspect: { connection in
                let orphans = try Orphans.count(on: connection)
                guard orphans == 0 else { throw LedgerError.orphanedRows(orphans) }
            }, progress: progress)
    }

    /// How far a build of the views had come that was stopped, and that the next one carries on.
    public func stoppedBuild() throws -> Position? {
        try ledger.views.condition().building
    }

    /// The read models that every ledger has, with the versions of their rules, in the order in which an event reaches them.
    public static var readModels: [(name: String, version: Int)] {
        AllProjections.types.map { ($0.name, $0.version) } + [("search", SearchIndex.version)]
    }
}
