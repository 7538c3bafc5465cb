internal import Content
internal import EventLog
internal import Hashing

/// What no event needs, and how much it was.
public struct ContentCollection: Sendable, Hashable {
    /// How many contents no event names.
    public var contents = 0
    /// Their bytes as they are stored.
    public var storedBytes: Int64 = 0
    /// Files that a killed process left in the store's folder, and uploads whose time is over; not looked for in a dry run.
    public var leftovers = 0

    public init() {}
}

extension LedgerMaintenance {
    /// Takes away the contents that no event names, or none but erased ones.
    ///
    /// An import that is killed between storing a message and recording it leaves such; what was deleted, pruned or undone
    /// does not count, since its events name it and an undo brings it back. It waits until nobody imports.
    ///
    /// - Parameter patience: How long it waits for who stores content or writes to the log.
    /// - Throws: ``EventLogError/busy(holder:)`` while an import goes on.
    /// - Complexity: O(events + contents); 32 bytes of memory a content.
    @discardableResult
    public func collectContent(
        dryRun: Bool = false, patience: Duration = contentPatience
    ) throws -> ContentCollection {
        try ledger.requireWritable()
        guard ledger.unit == nil else { throw LedgerError.insideUnitOfWork }
        return try ledger.collecting(patience: patience) {
            try ledger.store.withWriterLock {
                var stored: Set<SHA256Digest> = []
                try ledger.content.forEach { digest, _ in stored.insert(digest) }
                let unnamed = try ledger.unnamed(among: stored)
                var collection = ContentCollection()
                try ledger.content.forEach { digest, storedSize in
                    guard unnamed.contains(digest) else { return }
                    collection.contents += 1
                    collection.storedBytes += storedSize
                }
                guard !dryRun else { return collection }
                try ledger.content.remove(unnamed)
                collection.leftovers = try ledger.content.removeLeftovers() + (ledger.blobs?.sweep() ?? 0)
                return collection
            }
        }
    }
}
