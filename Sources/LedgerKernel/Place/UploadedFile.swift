package import Cryptography
internal import DiskFiles
internal import Synchronization

/// A file of bytes that are coming in, which has no name yet by which anybody finds it.
package final class UploadedFile: Sendable {
    private struct State: ~Copyable {
        var hasher = SHA256Hasher()
        var size: Int64 = 0
        var digest: SHA256Digest?
        var isThere = true
    }

    private let path: String
    private let file: SharedFile
    private let state = Mutex(State())

    init(_ path: String, on files: any Files) throws(FileError) {
        self.path = path
        file = try SharedFile(files, FilePath(path), .createNew, links: .refused)
    }

    deinit {
        discard()
    }

    /// How many bytes have come.
    package var size: Int64 { state.withLock { $0.size } }

    /// Adds bytes behind the others.
    package func write(_ bytes: [UInt8]) throws {
        let start = state.withLock { state in
            state.hasher.update(bytes)
            defer { state.size += Int64(bytes.count) }
            return state.size
        }
        try onDisk(path) { () throws(FileError) in try file.write(bytes.span, at: start) }
    }

    /// The digest of all bytes; nothing is added behind that.
    package var digest: SHA256Digest {
        state.withLock { state in
            if let digest = state.digest { return digest }
            let digest = state.hasher.finalize()
            state.digest = digest
            return digest
        }
    }

    /// Gives it a name. The bytes are on the disk before that: after a loss of power no name leads to half of them.
    func move(to new: String) throws(FileError) {
        try file.sync()
        try file.files.rename(path, to: new)
        state.withLock { $0.isThere = false }
    }

    /// Takes it away, unless it was given a name.
    package func discard() {
        let isThere = state.withLock { state in
            defer { state.isThere = false }
            return state.isThere
        }
        if isThere { try? file.files.remove(path) }
    }
}
