import Compression
public import DiskFiles
public import Hashing
import SQLite

/// Contents that are stored together, lent by `ContentStore.batch(_:)`.
public struct ContentBatch: ~Copyable {
    let store: ContentStore
    private var directories: Set<String> = []
    private var created: [SHA256Digest] = []

    init(store: ContentStore) {
        self.store = store
    }

    // MARK: Putting

    /// Stores bytes, unless they are stored already, and returns their digest.
    public mutating func put(bytes: [UInt8]) throws -> SHA256Digest {
        let digest = SHA256Hasher.digest(of: bytes)
        try put(bytes: bytes, digest: digest)
        return digest
    }

    /// Stores bytes whose digest is known: with a wrong one they can never be read again.
    public mutating func put(bytes: [UInt8], digest: SHA256Digest) throws {
        assert(SHA256Hasher.digest(of: bytes) == digest, "a content is stored under its own digest")
        guard try !isPresent(digest) else { return }
        guard let files = store.files, bytes.count > ContentStore.largestRow else {
            return try insert(
                PackedContent(digest: digest, size: bytes.count, frame: store.compressor.frame(of: bytes)))
        }
        var temporary = try files.makeTemporary()
        var offset = 0
        try compress(size: Int64(bytes.count), into: temporary) { buffer in
            let count = min(buffer.count, bytes.count - offset)
            unsafe buffer.withUnsafeMutableBytes { target in
                unsafe bytes.withUnsafeBytes { source in
                    unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[offset..<offset + count]))
                }
            }
            offset += count
            return count
        }
        try publish(&temporary, of: Int64(bytes.count), as: digest, in: files)
    }

    /// Stores what was packed, unless it is stored already.
    public mutating func put(_ packed: PackedContent) throws {
        if try !isPresent(packed.digest) { try insert(packed) }
    }

    private func insert(_ packed: PackedContent) throws {
        try store.calling {
            _ = try store.statements.insert.run(
                packed.digest.bytes, packed.size, packed.frame.count, packed.frame)
        }
    }

    /// Stores bytes of a regular file, from an offset to the end or for a length, and returns their digest.
    ///
    /// The bytes are read once, hashed and compressed on the way: memory stays within a few MiB.
    ///
    /// - Throws: `ContentError.sourceChanged` when the file ends before the bytes do, `ContentError.notAFile` for a pipe.
    public mutating func put(
        _ file: SharedFile, offset: Int64 = 0, length: Int64? = nil
    ) throws -> SHA256Digest {
        let status = try onDisk { () throws(FileError) in try file.status() }
        guard status.isRegular else { throw ContentError.notAFile }
        let size = length ?? max(0, status.size - offset)
        guard size >= 0, offset >= 0, size <= max(0, status.size - offset) else { throw ContentError.sourceChanged }
        guard let files = store.files, size > ContentStore.largestRow else {
            return try put(bytes: readAll(file, offset: offset, size: size))
        }
        var temporary = try files.makeTemporary()
        var hasher = SHA256Hasher()
        var position = offset
        try compress(size: size, into: temporary) { buffer in
            let limit = Int(min(offset + size - position, Int64(buffer.count)))
            let count = try onDisk { () throws(FileError) in
                try file.read(into: &buffer, 0..<limit, from: position)
            }
            guard count > 0 else { throw ContentError.sourceChanged }
            hasher.update(buffer.span.extracting(0..<count))
            position += Int64(count)
            return count
        }
        let digest = hasher.finalize()
        if try !isPresent(digest) { try publish(&temporary, of: size, as: digest, in: files) }
        return digest
    }

    private func readAll(_ file: SharedFile, offset: Int64, size: Int64) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(size))
        let count = try onDisk { () throws(FileError) in
            try file.read(into: &bytes, 0..<bytes.count, from: offset)
        }
        guard count == bytes.count else { throw ContentError.sourceChanged }
        return bytes
    }

    // MARK: Files

    private func compress(
        size: Int64, into temporary: borrowing ContentFiles.Temporary, from read: (inout [UInt8]) throws -> Int
    ) throws {
        let (files, handle) = (temporary.file.files, temporary.file.handle)
        var position: Int64 = 0
        try store.compressor.compress(size: size, from: read) { piece in
            do throws(FileError) { try files.write(piece, to: handle, at: position) } catch {
                throw ContentError(error)
            }
            position += Int64(piece.count)
        }
    }

    mutating func publish(
        _ temporary: inout ContentFiles.Temporary, of size: Int64, as digest: SHA256Digest, in files: ContentFiles
    ) throws {
        let storedSize = try onDisk { () throws(FileError) in try temporary.file.status() }.size
        let record = try store.record(of: digest)
        directories.insert(try files.publish(&temporary, as: digest))
        try store.calling {
            if let record {
                try store.statements.repair.run(storedSize, record.id)
            } else {
                created.append(digest)
                try store.statements.insert.run(digest.bytes, size, storedSize, [UInt8]?.none)
            }
        }
    }

    /// Whether nothing needs to be written; a row whose file is gone or cut is written again.
    func isPresent(_ digest: SHA256Digest) throws -> Bool {
        guard let record = try store.record(of: digest) else { return false }
        guard record.isFile, let files = store.files else { return true }
        return files.isPresent(digest, storedSize: record.storedSize)
    }

    /// Makes the names of the new files last, once a directory.
    func syncDirectories() throws(ContentError) {
        for directory in directories.sorted() { try store.files?.syncNames(in: directory) }
    }

    /// Takes away the files whose rows are about to be rolled back.
    func removeFiles() {
        for digest in created { store.files?.remove(digest) }
    }
}
