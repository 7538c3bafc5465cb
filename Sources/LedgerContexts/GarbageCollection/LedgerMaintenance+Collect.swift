internal import Content
internal import Cryptography
internal import EventLog
public import LedgerKernel

/// The contents that no event needs, and their size.
public struct ContentCollection: Sendable, Hashable {
    /// The number of contents that no event refers to.
    public var contents = 0
    /// Their size as stored, in bytes.
    public var storedBytes: Int64 = 0
    /// Files that a killed process left in the store's folder, and uploads whose time is over; not looked for in a dry run.
    public var leftovers = 0

    public init() {}
}

extension LedgerMaintenance {
    /// Removes the contents that no event refers to; erased events do not count.
    ///
    /// An import that is killed between storing a message and recording it leaves such contents. Deleted, pruned or
    /// undone messages stay, because their events refer to them and an undo brings them back. It waits until no import
    /// runs.
    ///
    /// - Parameter patience: How long it waits for processes that store content or write to the log.
    /// - Throws: ``EventLogError/busy(holder:)`` while an import runs.
    /// - Complexity: O(events + contents); 32 bytes of memory a content.
    @discardableResult
    public func collectContent(
        dryRun: Bool = false, patience: Duration = contentPatience
    ) throws -> ContentCollection {
        try ledger.writing.requireWritable()
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        return try ledger.writing.collecting(patience: patience) {
            try ledger.store.withWriterLock {
                var stored: Set<SHA256Digest> = []
                try ledger.content.forEach { digest, _ in stored.insert(digest) }
                let unnamed = try ledger.stores.unnamed(among: stored)
                var collection = ContentCollection()
                try ledger.content.forEach { digest, storedSize in
                    guard unnamed.contains(digest) else { return }
                    collection.contents += 1
                    collection.storedBytes += storedSize
                }
                guard !dryRun else { return collection }
                try ledger.content.remove(unnamed)
                collection.leftovers = try ledger.content.removeLeftovers() + (ledger.stores.blobs?.sweep() ?? 0)
                return collection
            }
        }
    }
}
