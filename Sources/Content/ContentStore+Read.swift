import Compression
public import DiskFiles
public import Hashing
import SQLite

extension ContentStore {
    /// Returns a content, after its digest was found to be right.
    ///
    /// - Throws: `ContentError.missing`, or `ContentError.corrupt` with what is wrong.
    public func read(_ digest: SHA256Digest) throws -> StoredContent {
        let location = try locate(digest)
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

    var directoriesForReading: [String] {
        [files.map { $0.directory } ?? "/dev/shm", ScratchFolder.path(orElse: "/tmp")]
    }

    // MARK: Checking

    /// Where a content's bytes are; what is small has been read and checked.
    enum Location {
        case bytes([UInt8])
        case frame([UInt8], size: Int64)
        case file(size: Int64, storedSize: Int64)

        var size: Int64 {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .frame(_, let size), .file(let size, _): size
            }
        }
    }

    func locate(_ digest: SHA256Digest) throws -> Location {
        let location = try calling {
            try statements.load.first(digest.bytes) { row -> Location in
                let (size, storedSize) = try (row.next(Int64.self), row.next(Int64.self))
                guard size >= 0 else { throw ContentError.corrupt(digest, reason: "its recorded size is \(size)") }
                if try row.nextIsNull() { return .file(size: size, storedSize: storedSize) }
                if size > Self.largestBytes { return .frame(row.numbered.blob(2), size: size) }
                return try row.numbered.withBytes(2) { frame in
                    try .bytes(naming(digest) { try decompressor.bytes(of: frame, size: Int(size)) })
                }
            }
        }
        guard let location else { throw ContentError.missing(digest) }
        if case .bytes(let bytes) = location, SHA256Hasher.digest(of: bytes) != digest {
            throw ContentError.corrupt(digest, reason: "its bytes have another digest")
        }
        return location
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
        case .file(let size, let storedSize):
            guard let file = try files?.open(digest) else { throw ContentError.missing(digest) }
            let status = try onDisk { () throws(FileError) in try file.status() }
            guard status.isRegular, status.size == storedSize else {
                throw ContentError.corrupt(digest, reason: "its file has \(status.size) of \(storedSize) bytes")
            }
            let shared = SharedFile(file)
            var position: Int64 = 0
            try decompress(size: size, of: digest, to: write) { buffer in
                let count = try onDisk { () throws(FileError) in
                    try shared.read(into: &buffer, 0..<buffer.count, from: position)
                }
                position += Int64(count)
                return count
            }
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
