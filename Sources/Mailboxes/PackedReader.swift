import Compression
import DiskFiles

/// Why a compressed file was not unpacked.
enum UnpackingError: Error {
    /// The file itself cannot be read.
    case system(FileError)
    /// No file without a name can be made or written.
    case scratch(FileError)
    case compression(CompressionError)
    case changed

    init(_ error: any Error) {
        switch error {
        case let error as UnpackingError: self = error
        case let error as CompressionError: self = .compression(error)
        case let error as FileError: self = .system(error)
        default: self = .system(FileError(.read, "", .inputOutput))
        }
    }

    /// The same as the reason to skip the file.
    var reason: SkipReason {
        switch self {
        case .system(let error): SkipReason(errno: error.code.number)
        case .scratch(let error): .unreadable(error.code.number)
        case .changed: .changedWhileRead
        case .compression(.truncated): .truncated
        case .compression(.damaged(let words)): .damaged(words)
        case .compression(.windowTooLarge):
            .unsupportedCompression("zstd with a window of more than \(StreamDecompressor.largestWindow >> 20) MiB")
        case .compression(.unsupported(let format)): .unsupportedCompression(format.rawValue)
        }
    }

    /// The same as the fault of a message, or of the folder where it was to be unpacked.
    func mailboxError(path: String, directory: String) -> MailboxError {
        switch self {
        case .system(let error): .unreadable(path: path, errno: error.code.number)
        case .scratch(let error): .noTemporaryFile(directory: directory, errno: error.code.number)
        case .changed: .changedWhileRead(path: path)
        case .compression: .refused(SkippedFile(path: path, reason: reason, isExpected: false))
        }
    }
}

/// Reads the contents of a compressed file from the beginning.
struct PackedReader: ~Copyable {
    private let file: SharedFile
    private let state: FileState
    private var decompressor: StreamDecompressor
    private var position: Int64 = 0

    /// Opens the file for itself.
    init(_ location: Location, _ format: CompressedFormat) throws(UnpackingError) {
        let decompressor = try Self.decompressor(format)
        let file = try Self.calling { () throws(FileError) in try location.open() }
        let state = try Self.calling { () throws(FileError) in try file.state() }
        guard state.kind == .regular else { throw .changed }
        self.decompressor = decompressor
        self.file = file
        self.state = state
    }

    private static func decompressor(_ format: CompressedFormat) throws(UnpackingError) -> StreamDecompressor {
        do throws(CompressionError) { return try StreamDecompressor(format) } catch { throw .compression(error) }
    }

    private static func calling<Result: ~Copyable>(
        _ body: () throws(FileError) -> Result
    ) throws(UnpackingError) -> Result {
        do throws(FileError) { return try body() } catch { throw .system(error) }
    }

    /// Fills `range` of a buffer and returns how many bytes there were: fewer only at the end.
    mutating func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(UnpackingError) -> Int {
        do {
            var position = position
            let count = try decompressor.read(into: &buffer, range) { [file] input in
                let count = try file.read(into: &input, 0..<input.count, from: position)
                position += Int64(count)
                return count
            }
            self.position = position
            return count
        } catch {
            throw UnpackingError(error)
        }
    }

    /// Reads to the end, to find any fault.
    mutating func checkAll() throws(UnpackingError) {
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        while try read(into: &piece, 0..<piece.count) > 0 {}
    }

    /// Throws if the file has changed since the start.
    func checkUnchanged() throws(UnpackingError) {
        let now = try Self.calling { () throws(FileError) in try file.state() }
        guard now == state else { throw .changed }
    }
}
