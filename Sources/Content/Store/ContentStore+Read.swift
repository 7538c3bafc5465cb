import Compression
public import Cryptography
public import DiskFiles

extension ContentStore {
    /// Returns a content after checking its digest.
    ///
    /// - Throws: `ContentError.missing`, or `ContentError.corrupt` with the fault.
    public func read(_ digest: SHA256Digest) throws -> StoredContent {
        try content(at: locate(digest), of: digest)
    }

    func content(at location: Location, of digest: SHA256Digest) throws -> StoredContent {
        if case .bytes(let bytes) = location { return .bytes(bytes) }
        guard location.size > Self.largestBytes else {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Int(location.size))
            try stream(location, of: digest) { piece in
                unsafe piece.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
            }
            return .bytes(bytes)
        }
        let file = try makeScratchFile()
        try stream(location, of: digest) { try file.append($0) }
        return .file(file)
    }

    /// Writes a content's bytes to an open file, pipe or socket, within a few MiB of memory.
    ///
    /// A content of more than 4 MiB is found to be corrupt only when its bytes are out.
    public func write(_ digest: SHA256Digest, to descriptor: Descriptor) throws {
        try stream(locate(digest), of: digest) { piece in
            do throws(FileError) { try descriptor.write(piece) } catch { throw ContentError(error) }
        }
    }

    // MARK: Checking

    /// The location of a content's bytes; a small content has been read and checked.
    enum Location {
        case bytes([UInt8])
        case frame([UInt8], size: Int64)
        case pieces(ContentRow)

        var size: Int64 {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .frame(_, let size): size
            case .pieces(let row): row.size
            }
        }
    }

    func locate(_ digest: SHA256Digest) throws -> Location {
        var location: Location?
        try loadedDictionary()
        try backend.load([digest]) { location = try unpack($1, $2) }
        guard let location else { throw ContentError.missing(digest) }
        return location
    }

    /// Decompresses and checks a small content.
    func unpack(_ row: ContentRow, _ frame: borrowing Span<UInt8>) throws -> Location {
        let digest = row.digest
        guard row.size >= 0 else { throw ContentError.corrupt(digest, reason: "its recorded size is \(row.size)") }
        if row.isInPieces { return .pieces(row) }
        guard row.storedSize == Int64(frame.count) else {
            throw ContentError.corrupt(digest, reason: "its frame has \(frame.count) of \(row.storedSize) bytes")
        }
        if row.size > Self.largestBytes {
            return .frame(unsafe frame.withUnsafeBufferPointer { unsafe Array($0) }, size: row.size)
        }
        let bytes: [UInt8]
        do throws(FrameError) { bytes = try decompressor.bytes(of: frame, size: Int(row.size)) } catch {
            throw ContentError.corrupt(digest, reason: error.reason)
        }
        guard SHA256Hasher.digest(of: bytes) == digest else {
            throw ContentError.corrupt(digest, reason: "its bytes have another digest")
        }
        return .bytes(bytes)
    }

    /// Hands out a content's bytes piece by piece, and throws after the last when their digest is wrong.
    func stream(
        _ location: Location, of digest: SHA256Digest, to write: (borrowing Span<UInt8>) throws -> Void
    ) throws {
        switch location {
        case .bytes(let bytes):
            try write(bytes.span)
        case .frame(let frame, let size):
            var position = 0
            try decompress(size: size, of: digest, to: write) { buffer in
                let count = min(buffer.count, frame.count - position)
                unsafe buffer.withUnsafeMutableBytes { target in
                    unsafe frame.withUnsafeBytes { source in
                        unsafe target.copyMemory(
                            from: UnsafeRawBufferPointer(rebasing: source[position..<position + count]))
                    }
                }
                position += count
                return count
            }
        case .pieces(let row):
            let pieces = try backend.openPieces(of: row)
            try decompress(size: row.size, of: digest, to: write) { try pieces.read(into: &$0) }
        }
    }

    private func decompress(
        size: Int64, of digest: SHA256Digest, to write: (borrowing Span<UInt8>) throws -> Void,
        from read: (inout [UInt8]) throws -> Int
    ) throws {
        var hasher = SHA256Hasher()
        try naming(digest) {
            try decompressor.decompress(size: size, from: read) { piece in
                hasher.update(piece)
                try write(piece)
            }
        }
        guard hasher.finalize() == digest else {
            throw ContentError.corrupt(digest, reason: "its bytes have another digest")
        }
    }

    private func naming<Output>(_ digest: SHA256Digest, _ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch let error as FrameError {
            throw ContentError.corrupt(digest, reason: error.reason)
        }
    }
}
