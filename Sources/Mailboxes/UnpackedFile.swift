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
        _ location: Location, _ format: CompressedFormat, in directory: RawPath
    ) throws(UnpackingError) -> UnpackedFile {
        var reader = try PackedReader(location, format)
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
