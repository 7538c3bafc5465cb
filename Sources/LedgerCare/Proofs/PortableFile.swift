public import DiskFiles
public import LedgerKernel

/// A small text that leaves a ledger, or comes from elsewhere: a checkpoint, a key, a proof.
public enum PortableFile {
    /// The greatest size of a file that is read; a larger one is no proof.
    public static let maximumByteCount = 256 << 20

    /// Writes a file whole or not at all, for its owner only, and never into a ledger.
    ///
    /// - Throws: ``LedgerError/io(path:reason:)``; another error if the file exists and must not be overwritten, or if
    ///   the path is inside of a ledger.
    public static func write(
        _ text: String, to path: String, overwriting: Bool, on files: any Files = KernelFiles.shared
    ) throws {
        try NewFile.write(to: path, overwriting: overwriting, on: files) { try $0(Array(text.utf8)[...]) }
    }

    /// Reads a file.
    ///
    /// - Throws: ``LedgerError/io(path:reason:)`` if there is none, or if it cannot be read.
    public static func read(
        _ path: String, on files: any Files = KernelFiles.shared
    ) throws(LedgerError) -> String {
        String(decoding: try bytes(of: path, on: files), as: UTF8.self)
    }

    /// Reads the bytes of a file.
    ///
    /// - Throws: ``LedgerError/io(path:reason:)`` if there is none, or if it cannot be read or is too large.
    public static func bytes(
        of path: String, on files: any Files = KernelFiles.shared
    ) throws(LedgerError) -> [UInt8] {
        guard let bytes = try NewFile.contents(of: path, limit: maximumByteCount, on: files) else {
            throw .io(path: path, reason: "there is no such file")
        }
        return bytes
    }
}
