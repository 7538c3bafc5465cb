public import DiskFiles
internal import EventLog
internal import LedgerContexts
public import LedgerHistory
internal import LedgerKernel

extension ErasureRecord {
    /// Returns the erasures that the ledger of a backup, or another backup of it, recorded.
    ///
    /// - Parameter path: The folder of the one that may know more.
    /// - Throws: ``BackupError/otherLedger(path:_:)`` if it belongs to another ledger, ``BackupError/notABackup(path:)``
    ///   if there is no backup, and what opening either throws.
    public static func records(
        in path: String, forBackup backup: String, on files: any Files = KernelFiles.shared
    ) throws -> [ErasureRecord] {
        let folder = BackupFolder(backup, on: files)
        guard files.exists(folder.manifestPath) else { throw folder.refusalWithoutManifest }
        let (log, known) = (try folder.openLog(), try self.log(in: path, on: files))
        guard known.identity.id == log.identity.id else { throw BackupError.otherLedger(path: path, known.identity.id) }
        return try known.erasureRecords(by: .builtIn)
    }

    private static func log(in path: String, on files: any Files) throws -> any LogReading {
        let folder = BackupFolder(path, on: files)
        return try files.exists(folder.manifestPath)
            ? folder.openLog()
            : LedgerLocation(path, on: files).openLog()
    }
}
