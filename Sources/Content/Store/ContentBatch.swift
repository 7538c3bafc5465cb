import Compression
public import Cryptography
public import DiskFiles

/// Contents that are stored together, lent by `ContentStore.batch(_:)`.
public struct ContentBatch: ~Copyable {
    let store: ContentStore
    let writer: any ContentWriter

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
        if try !isPresent(digest) { try add(bytes: bytes, digest: digest) }
    }

    /// Stores a content, which may be of another store, whose digest is known; a large one in constant memory.
    public mutating func put(_ content: StoredContent, digest: SHA256Digest) throws {
        switch content {
        case .bytes(let bytes): try put(bytes: bytes, digest: digest)
        case .file(let file):
            guard try !isPresent(digest) else { return }
            let stored = try put(file.file, length: file.size)
            assert(stored == digest, "a content is stored under its own digest")
        }
    }

    private mutating func add(bytes: [UInt8], digest: SHA256Digest) throws {
        guard try bytes.count > store.backend.largestRow else {
            return try insert(
                PackedContent(digest: digest, size: bytes.count, frame: store.frame(of: bytes)))
        }
        let pieces = try writer.makePieces()
        var offset = 0
        try compress(size: Int64(bytes.count), into: pieces) { buffer in
            let count = min(buffer.count, bytes.count - offset)
            unsafe buffer.withUnsafeMutableBytes { target in
                unsafe bytes.withUnsafeBytes { source in
                    unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[offset..<offset + count]))
                }
            }
            offset += count
            return count
        }
        try pieces.publish(as: digest, size: Int64(bytes.count))
    }

    /// Stores contents, unless they are stored already.
    ///
    /// - Complexity: One question to the engine for some hundreds of them, before those that it has not are sent.
    public mutating func put(_ contents: [NewContent]) throws {
        var known = try store.wholes(among: contents.map(\.digest))
        for content in contents where known.insert(content.digest).inserted {
            switch content {
            case .bytes(let bytes, let digest): try add(bytes: bytes, digest: digest)
            case .packed(let packed): try insert(packed)
            }
        }
    }

    private func insert(_ packed: PackedContent) throws {
        try writer.insert(packed.frame, of: packed.digest, size: Int64(packed.size))
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
        guard try size > Int64(store.backend.largestRow) else {
            return try put(bytes: readAll(file, offset: offset, size: size))
        }
        let pieces = try writer.makePieces()
        var hasher = SHA256Hasher()
        var position = offset
        try compress(size: size, into: pieces) { buffer in
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
        if try !isPresent(digest) { try pieces.publish(as: digest, size: size) }
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

    // MARK: Pieces

    private func compress(
        size: Int64, into pieces: any ContentPieceWriter, from read: (inout [UInt8]) throws -> Int
    ) throws {
        // A file of the store is readable by `zstd` alone; so large a content gains nothing by a dictionary.
        var compressor = FrameCompressor()
        try compressor.compress(size: size, from: read) { try pieces.append($0) }
    }

    /// Whether nothing needs to be written; a row whose pieces are gone or cut is written again.
    private func isPresent(_ digest: SHA256Digest) throws -> Bool {
        try !store.wholes(among: [digest]).isEmpty
    }
}
