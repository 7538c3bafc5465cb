import DiskFiles
import Foundation
import MIME

/// Parses a message written with plain line ends.
func parse(_ text: String, limits: ParseLimits = .standard) throws -> ParsedMessage {
    try MessageParser(limits: limits).parse(.bytes([UInt8](text.utf8)))
}

/// Parses a message of raw bytes.
func parse(_ bytes: [UInt8]) throws -> ParsedMessage {
    try MessageParser().parse(.bytes(bytes))
}

/// A file in the temporary folder, removed with `remove()`.
struct TemporaryFile {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("mime-\(UUID()).eml")
    let descriptor: Int32

    init() throws {
        descriptor = unsafe open(url.path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        if descriptor < 0 { throw CocoaError(.fileWriteUnknown) }
    }

    func write(_ bytes: [UInt8]) throws {
        try Foundation.FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(bytes))
    }

    /// The same file, open once more.
    func shared() throws -> SharedFile { try SharedFile(KernelFiles.shared, FilePath(url.path), .read) }

    func remove() {
        close(descriptor)
        unsafe unlink(url.path)
    }
}
