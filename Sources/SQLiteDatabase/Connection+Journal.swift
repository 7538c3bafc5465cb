extension Connection {
    /// Writes a write-ahead log back and truncates its file; false if a reader still uses an older state.
    ///
    /// <https://www.sqlite.org/pragma.html#pragma_wal_checkpoint>
    public func truncateJournal() throws -> Bool {
        try first("PRAGMA wal_checkpoint(TRUNCATE)") { !$0.numbered.bool(0) } ?? true
    }
}
