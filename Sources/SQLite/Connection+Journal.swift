extension Connection {
    /// Writes a write-ahead log back and cuts its file to nothing; false while a reader of what was before keeps it.
    ///
    /// <https://www.sqlite.org/pragma.html#pragma_wal_checkpoint>
    public func truncateJournal() throws -> Bool {
        try first("PRAGMA wal_checkpoint(TRUNCATE)") { !$0.numbered.bool(0) } ?? true
    }
}
