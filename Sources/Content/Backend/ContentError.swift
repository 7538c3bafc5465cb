public import Cryptography
internal import DiskFiles

/// A failure of the content store, by what its caller can do about it.
///
/// Descriptions name digests and the store's own files, never the contents of a message.
public enum ContentError: Error, Equatable, Sendable {
    /// No content of this digest is stored, or its file is gone.
    case missing(SHA256Digest)
    /// The stored content of this digest has changed.
    case corrupt(SHA256Digest, reason: String)
    /// The file that was to be stored changed its size while it was read.
    case sourceChanged
    /// The content to store comes from a pipe, a folder or a device.
    case notAFile
    /// Another process wrote for longer than the time that a call waits.
    case busy
    /// The medium or a file's mode forbids to write here.
    case notWritable(path: String)
    /// The file system is full.
    case full
    /// There is no store here, or its file is something else.
    case notAStore(path: String)
    /// The store of a ledger is gone or cannot be read; nothing is put in its place.
    case lost(path: String)
    /// A program newer than this one made the store.
    case unsupportedFormat(Int)
    /// A system call failed; `code` is its errno.
    case system(call: String, path: String, code: Int32)
    /// The engine failed in another way, a damaged database among them.
    case engine(EngineFailure)
}

extension ContentError: CustomStringConvertible {
    /// One line for a person.
    public var description: String {
        switch self {
        case .missing(let digest): "content \(digest) is missing"
        case .corrupt(let digest, let reason): "content \(digest) is corrupt: \(reason)"
        case .sourceChanged: "the file changed while it was read"
        case .notAFile: "content is stored from regular files"
        case .busy: "another process writes to the content store"
        case .notWritable(let path): "\(path) cannot be written"
        case .full: "no space is left for content"
        case .notAStore(let path): "\(path) is not a content store"
        case .lost(let path):
            "the content store \(path) is missing or damaged; bring it back from a backup, and all else is as it was"
        case .unsupportedFormat(let format): "the content store has format \(format), newer than this program"
        case .system(let call, let path, let code): "\(call) \(path): \(SystemCode(code).words)"
        case .engine(let failure): failure.words
        }
    }
}

extension ContentError {
    /// Whether the database of the store is damaged, so that any answer of it may fail.
    public var isDamage: Bool {
        if case .engine(let failure) = self { failure.kind == .damage } else { false }
    }

    /// Whether the server of the store gave no answer.
    public var isUnreachable: Bool {
        if case .engine(let failure) = self { failure.kind == .unreachable } else { false }
    }

    init(_ error: FileError) {
        if error.code.meansNotWritable {
            self = .notWritable(path: error.path)
        } else if error.code.meansNoRoom {
            self = .full
        } else {
            self = .system(call: error.call.rawValue, path: error.path, code: error.code.number)
        }
    }
}

/// Makes calls of the floor, whose errors become the store's.
func onDisk<Output: ~Copyable>(_ body: () throws(FileError) -> Output) throws(ContentError) -> Output {
    do throws(FileError) { return try body() } catch { throw ContentError(error) }
}
