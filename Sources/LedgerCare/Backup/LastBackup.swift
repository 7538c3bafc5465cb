internal import CivilTime
package import EventLog
internal import JSONCoding
package import LedgerKernel

/// Where a ledger was backed up to the last time, and how far: the file `last-backup.json` in its folder.
///
/// Only a help: a ledger without it knows of no backup.
package struct LastBackup: Codable, Hashable, Sendable {
    /// The folder of the backup.
    package let path: String
    /// The last event that it has.
    package let position: Position
    /// When it was finished.
    package let finishedAt: String

    enum CodingKeys: String, CodingKey {
        case path, position
        case finishedAt = "finished_at"
    }

    fileprivate static let limit = 64 << 10
}

extension LastBackup {
    /// The last backup that was noted; nil where none was, or where the note cannot be read.
    package init?(of ledger: Ledger) {
        guard let location = ledger.location,
            let bytes = try? NewFile.contents(of: location.backupNotePath, limit: Self.limit, on: ledger.files),
            let last = try? JSONBytesDecoder().decode(LastBackup.self, from: bytes)
        else { return nil }
        self = last
    }

    /// Notes a backup; where this user may not write to the ledger, or no room is left, nothing is noted.
    package static func note(_ report: BackupReport, of ledger: Ledger, to path: String) {
        guard let location = ledger.location else { return }
        let note = LastBackup(
            path: LedgerLocation(path, on: ledger.files).directory, position: report.manifest.position,
            finishedAt: report.manifest.finishedAt)
        guard let bytes = try? JSONBytesEncoder().encode(note) else { return }
        try? NewFile.replace(location.backupNotePath, with: bytes, on: ledger.files)
    }
}
