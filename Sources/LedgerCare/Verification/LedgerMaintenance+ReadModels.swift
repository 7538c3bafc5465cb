public import EventLog
public import LedgerKernel
internal import Projections
internal import SQLiteDatabase

/// The read models as a whole: rebuilding them, comparing them with a fresh build, and migrating them to other rules.
extension LedgerMaintenance {
    /// The part that a rebuild works on.
    public enum RebuildPart: Sendable {
        case views
        /// The full text, which takes longest.
        case search
    }

    /// Called with the position that a part of a rebuild has reached, and the log's present head; false stops it.
    public typealias RebuildProgress = (_ part: RebuildPart, _ reached: Position, _ head: Position) -> Bool

    /// Rebuilds all read models from the first event on, while others read and write.
    ///
    /// If it is killed or stopped, the live ones stay unchanged, and the next rebuild continues from the last batch.
    /// Those of earlier moments are removed first: the next question about a moment makes them from the log.
    ///
    /// - Throws: ``EventLogError/cancelled`` if `progress` stopped it.
    public func rebuild(progress: @escaping RebuildProgress = { _, _, _ in true }) throws {
        try ledger.writing.requireWritableFolder()
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        if let location = ledger.location {
            try PastViews.removeAll(in: location.viewsDirectory, on: location.files)
        }
        try ledger.stores.views.rebuild { progress(.views, $0, $1) }
        try ledger.stores.openSearch()
        try ledger.stores.rebuildSearch { progress(.search, $0, $1) }
    }

    /// Compares the live read models with a build from the first event on, and returns the first row that differs.
    public func checkViews(progress: @escaping Views.Progress = { _, _ in true }) throws -> ViewsDifference? {
        try ledger.stores.views.check(progress: progress)
    }

    /// Compares the search index with one built from the log and the stored messages, and returns the first row that
    /// differs.
    ///
    /// - Complexity: That of indexing all content.
    public func checkSearch() throws -> ViewsDifference? {
        try ledger.stores.search.check(with: ledger.store, catalogue: ledger.catalogue, content: ledger.content)
    }

    /// Builds the read models by this program's rules, and counts for each the rows that differ from the live ones.
    ///
    /// Unless it is a dry run, the build becomes live. The full text has no rows to compare: `rebuild` makes a new one.
    ///
    /// - Parameter limit: The number of rows shown for each read model.
    /// - Throws: ``LedgerError/orphanedRows(_:)`` if rows of the build belong to nothing; the live ones stay.
    public func migrate(
        dryRun: Bool, sampling limit: Int, progress: @escaping Views.Progress = { _, _ in true }
    ) throws -> ViewsMigration {
        if !dryRun { try ledger.writing.requireWritableFolder() }
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        return try ledger.stores.views.migrate(
            dryRun: dryRun, sampling: limit,
            inspect: { connection in
                let orphans = try Orphans.count(on: connection)
                guard orphans == 0 else { throw LedgerError.orphanedRows(orphans) }
            }, progress: progress)
    }

    /// The position of a stopped build of the views that the next one continues.
    public func stoppedBuild() throws -> Position? {
        try ledger.stores.views.condition().building
    }

    /// The read models that every ledger has, with the versions of their rules, in the order in which an event reaches
    /// them.
    public static var readModels: [(name: String, version: Int)] {
        AllProjections.types.map { ($0.name, $0.version) } + [("search", SearchIndex.version)]
    }
}
