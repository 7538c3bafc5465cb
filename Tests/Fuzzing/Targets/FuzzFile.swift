internal import DiskFiles
import Glibc
internal import Synchronization

/// Files for readers that take a path or a descriptor: in memory where the system has a place for that.
enum FuzzFile {
    private static let folder: String = {
        let parent = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/mailledger-fuzz-XXXXXX".utf8CString)
        let isMade = unsafe mkdtemp(&template) != nil
        precondition(isMade, "\(parent) takes no folder")
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        paths.withLock { $0.append(path) }
        atexit { FuzzFile.removeAll() }
        return path
    }()

    private static let paths = Mutex<[String]>([])
    private static let scratch = Mutex<SharedFile?>(nil)

    /// Writes a file over the one of the same name, and returns its path.
    static func write(_ bytes: [UInt8], named name: String) throws -> String {
        let path = "\(folder)/\(name)"
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BrokenPromise(description: "\(path) cannot be written: errno \(errno)") }
        defer { close(descriptor) }
        try fill(descriptor, with: bytes)
        return path
    }

    /// Returns a file that holds the bytes, until the next call.
    static func file(of bytes: [UInt8]) throws -> SharedFile {
        let file = try scratch.withLock { scratch in
            let file = try scratch ?? SharedFile(KernelFiles.shared, FilePath("\(folder)/scratch"), .create)
            scratch = file
            return file
        }
        try file.truncate(to: 0)
        try file.write(bytes.span, at: 0)
        return file
    }

    private static func fill(_ descriptor: CInt, with bytes: [UInt8]) throws {
        let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == bytes.count else { throw BrokenPromise(description: "a file takes \(count) bytes") }
    }

    private static func removeAll() {
        for folder in paths.withLock({ $0 }) {
            for name in ["mail.mbox", "one.eml", "config", "scratch"] { unsafe unlink("\(folder)/\(name)") }
            unsafe rmdir(folder)
        }
    }
}
