import Foundation
import MailLedger

/// A folder of a test's own, gone when the test is over.
final class ScratchFolder {
    let path: String

    init() throws {
        path = "\(FileManager.default.temporaryDirectory.path)/mailledger-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Where a ledger of a name would be.
    func location(_ name: String) -> LedgerLocation {
        LedgerLocation("\(path)/\(name)")
    }

    /// Writes a file below the folder, makes the folders on the way, and returns its path.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try write(name, Array(text.utf8))
    }

    /// Takes a file or a folder away.
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }

    /// Gives a file or a folder another name.
    func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: "\(path)/\(other)")
    }
}
