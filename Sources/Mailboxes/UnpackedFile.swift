import Compression
import DiskFiles

/// The plain bytes of a compressed file or of a pipe, in a file without a name that is gone with its last owner.
final class UnpackedFile: Sendable {
    private static let pieceSize = 256 << 10

    private let file: SharedFile
    let state: FileState

    private init(_ scratch: Scratch) throws(UnpackingError) {
        do throws(FileError) { state = try scratch.file.state() } catch { throw .scratch(error) }
        file = scratch.file
    }

    /// The file, which stays as long as somebody has it.
    func open() -> SharedFile { file }

    /// Unpacks all of a compressed file.
    static func unpacking(
        _ location: Location, _ format: CompressedFormat, in directory: FilePath, on files: any Files
    ) throws(UnpackingError) -> UnpackedFile {
        var reader = try PackedReader(location, format)
        var scratch = try Scratch(in: directory, on: files)
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
    static func collecting(
        _ descriptor: Descriptor, in directory: FilePath, on files: any Files
    ) throws(UnpackingError) -> UnpackedFile {
        var scratch = try Scratch(in: directory, on: files)
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
private struct Scratch {
    let file: SharedFile
    private var position: Int64 = 0

    init(in directory: FilePath, on files: any Files) throws(UnpackingError) {
        do throws(FileError) { file = try SharedFile(files, directory, .nameless) } catch { throw .scratch(error) }
    }

    mutating func write(_ bytes: [UInt8], _ count: Int) throws(UnpackingError) {
        do throws(FileError) {
            try file.write(bytes.span.extracting(0..<count), at: position)
        } catch {
            throw .scratch(error)
        }
        position += Int64(count)
    }
}
