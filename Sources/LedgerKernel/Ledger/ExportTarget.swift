package import DiskFiles
internal import Mail
package import Mailboxes

/// The target of written mail.
public enum ExportTarget: Hashable, Sendable {
    case folder(String)
    case file(String)
    case standardOutput

    /// Refuses a target inside a ledger.
    package func requireOutsideLedgers(on files: any Files) throws {
        switch self {
        case .folder(let path), .file(let path): try LedgerLocation.requireOutside(path, on: files)
        case .standardOutput: break
        }
    }

    /// Prepares the one file that is written; standard output for all that is none.
    package func stagedFile(overwriting: Bool, on files: any Files) throws -> StagedFile {
        guard case .file(let path) = self else { return StagedFile() }
        return try StagedFile(at: path, overwriting: overwriting, on: files)
    }
}
