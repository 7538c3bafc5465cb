internal import DiskFiles
internal import MailLedger
internal import WireModels

/// The folder of a served ledger, which somebody may move or replace while the server has its files open.
///
/// What a server wrote then would be in the moved folder, and a new ledger in its place would be passed over.
struct ServedFolder: Sendable {
    private struct Log {
        let path: String
        let files: any Files
        let identity: FileIdentity
    }

    /// Nil for a ledger that is in no folder.
    private let log: Log?

    /// - Throws: `FileError` where the log is not there now.
    init(of place: any LedgerPlace) throws {
        // The folder of a ledger on a server has its read models alone.
        log = try place.folder.flatMap { $0.hasLog ? $0 : nil }.map { folder in
            let status = try folder.files.status(of: folder.logPath)
            return Log(path: folder.logPath, files: folder.files, identity: status.identity)
        }
    }

    /// Whether its path still leads to the log that was opened.
    ///
    /// - Complexity: One stat(2).
    var isThere: Bool {
        guard let log else { return true }
        return (try? log.files.status(of: log.path))?.identity == log.identity
    }

    static let isGone = "the ledger's folder was moved or replaced; start the server again"

    /// - Throws: ``APIFailure`` where its path does not lead to the log any more.
    func requireIsThere() throws {
        guard isThere else { throw APIFailure(.serviceUnavailable, Self.isGone) }
    }
}
