import Compression
import Glibc

/// The plain bytes of a compressed file or of a pipe, in a file without a name that is gone with its last owner.
final class UnpackedFile: Sendable {
    private static let pieceSize = 256 << 10

    private let file: OpenFile
    let state: FileState

    private init(_ scratch: consuming Scratch) throws(UnpackingError) {
        do throws(SystemError) { state = try scratch.file.state() } catch { throw .scratch(error) }
        file = scratch.take()
    }

    /// Opens it once more; each owner of a descriptor reads by offsets of its own.
    func open() throws(SystemError) -> OpenFile {
        let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .last }
        return OpenFile(owning: copy)
    }

    /// Unpacks all of a compressed file.
    static func unpacking(
        _ path: RawPath, _ format: CompressedFormat, in directory: RawPath
    ) throws(UnpackingError) -> UnpackedFile {
        var reader = try PackedReader(path: path, format)
        let scratch = try Scratch(in: directory)
        var piece = [UInt8](repeating: 0, count: pieceSize)
        while true {
            let count = try reader.read(into: &piece, 0..<piece.count)
            if count == 0 { break }
            try scratch.write(piece, count)
        }
        try reader.checkUnchanged()
        return try UnpackedFile(scratch)
    }

    /// Takes all that comes out of a descriptor, unpacked where it is compressed.
    static func collecting(_ descriptor: CInt, in directory: RawPath) throws(UnpackingError) -> UnpackedFile {
        let scratch = try Scratch(in: directory)
        var stream = InputStream(descriptor)
        var piece = [UInt8](repeating: 0, count: pieceSize)
        if let format = CompressedFormat(try stream.start()) {
            do {
                var decompressor = try StreamDecompressor(format)
                while true {
                    let count = try decompressor.read(into: &piece, 0..<piece.count) { input in
                        try stream.read(into: &input)
                    }
                    if count == 0 { break }
                    try scratch.write(piece, count)
                }
            } catch {
                throw UnpackingError(error)
            }
        } else {
            while true {
                let count = try stream.read(into: &piece)
                if count == 0 { break }
                try scratch.write(piece, count)
            }
        }
        return try UnpackedFile(scratch)
    }
}

/// A file without a name that is being written.
private struct Scratch: ~Copyable {
    let file: OpenFile

    init(in directory: RawPath) throws(UnpackingError) {
        do throws(SystemError) { file = try .temporary(in: directory) } catch { throw .scratch(error) }
    }

    func write(_ bytes: [UInt8], _ count: Int) throws(UnpackingError) {
        do throws(SystemError) { try file.write(bytes.span.extracting(0..<count)) } catch { throw .scratch(error) }
    }

    consuming func take() -> OpenFile { file }
}

/// A pipe, a terminal or whatever else gives bytes and cannot be read twice.
private struct InputStream: ~Copyable {
    private let descriptor: CInt
    /// What was read to see what it is.
    private var ahead: [UInt8] = []

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Returns its first bytes and keeps them for the next reading: a magic number may come in two parts.
    mutating func start() throws(UnpackingError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while ahead.count < 16 {
            let count = try readMore(into: &buffer)
            if count == 0 { break }
            ahead += buffer[..<count]
        }
        return ahead
    }

    /// Fills the front of a buffer, and returns 0 at the end.
    mutating func read(into buffer: inout [UInt8]) throws(UnpackingError) -> Int {
        guard !ahead.isEmpty else { return try readMore(into: &buffer) }
        let count = min(ahead.count, buffer.count)
        buffer.replaceSubrange(0..<count, with: ahead[..<count])
        ahead.removeFirst(count)
        return count
    }

    private func readMore(into buffer: inout [UInt8]) throws(UnpackingError) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Others may have made it one that does not wait.
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&request, 1, -1)
            default: throw .system(.last)
            }
        }
    }
}
