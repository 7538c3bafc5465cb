internal import EventLog
internal import Glibc

extension ErasureRecord {
    /// Returns what the ledger of a backup, or another backup of it, says was erased.
    ///
    /// - Parameter path: The folder of the one that may know better.
    /// - Throws: ``BackupError/otherLedger(path:_:)`` where it is one of another ledger, and what opening either throws.
    public static func records(in path: String, forBackup backup: String) throws -> [ErasureRecord] {
        let (log, known) = (try self.log(in: backup), try self.log(in: path))
        guard known.identity.id == log.identity.id else { throw BackupError.otherLedger(path: path, known.identity.id) }
        return try known.erasureRecords()
    }

    private static func log(in path: String) throws -> SQLiteEventStore {
        let folder = BackupFolder(path)
        return try unsafe access(folder.manifestPath, F_OK) == 0
            ? SQLiteEventStore.openCopy(at: folder.logPath, access: .readOnly) : LedgerLocation(path).openLog()
    }
}
