internal import DiskFiles
internal import EventLog
internal import Mail
internal import Synchronization

/// The cursors of a ledger: a file each in its folder `cursors`, or memory for a ledger without a folder.
final class CursorFolder: Sendable {
    /// What keeps a cursor for one subscriber; it ends with its process at the latest.
    final class Claim: Sendable {
        private let lock: FileLock?
        private let release: @Sendable () -> Void

        fileprivate init(_ lock: FileLock? = nil, release: @escaping @Sendable () -> Void = {}) {
            self.lock = lock
            self.release = release
        }

        deinit { release() }
    }

    private struct Memory {
        var stored: [String: StoredCursor] = [:]
        var claimed: Set<String> = []
    }

    private let path: String?
    private let files: any Files
    private let memory = Mutex(Memory())

    private static let suffix = ".cursor"

    init(path: String?, on files: any Files) {
        self.path = path
        self.files = files
    }

    /// Keeps a cursor for one subscriber.
    func claim(_ name: String) throws -> Claim {
        guard let path else { return try claimInMemory(name) }
        try NewFile.makeFolder(path, on: files)
        // A file of its own, which stays: the cursor's is another one after each write.
        guard let lock = FileLock(path: "\(path)/\(name).lock", on: files) else {
            throw EventLogError.readOnly(path: path)
        }
        guard lock.take(.exclusiveIfFree, patience: .zero) else { throw CursorError.inUse(name: name) }
        return Claim(lock)
    }

    private func claimInMemory(_ name: String) throws -> Claim {
        guard memory.withLock({ $0.claimed.insert(name).inserted }) else { throw CursorError.inUse(name: name) }
        return Claim { [self] in memory.withLock { _ = $0.claimed.remove(name) } }
    }

    /// Returns where a subscriber stands; nil where it never said so.
    func cursor(_ name: String) throws -> StoredCursor? {
        guard let file = file(of: name) else { return memory.withLock { $0.stored[name] } }
        guard let bytes = try NewFile.contents(of: file, limit: 4096, on: files) else { return nil }
        guard let cursor = StoredCursor(String(decoding: bytes, as: UTF8.self)) else {
            throw CursorError.damaged(name: name)
        }
        return cursor
    }

    /// Puts a cursor into the place of the one before, for who has claimed it.
    func store(_ cursor: StoredCursor, as name: String) throws {
        guard let file = file(of: name) else { return memory.withLock { $0.stored[name] = cursor } }
        try NewFile.replace(file, with: Array(cursor.text.utf8), aside: file + ".new", on: files)
    }

    /// Forgets a cursor, for who has claimed it; returns whether there was one.
    func remove(_ name: String) throws -> Bool {
        guard let file = file(of: name) else { return memory.withLock { $0.stored.removeValue(forKey: name) != nil } }
        try? files.remove(file + ".new")
        return try onDisk { () throws(FileError) in try files.removeIfThere(file) }
    }

    /// The names of all cursors, sorted.
    func names() -> [String] {
        guard let path else { return memory.withLock { $0.stored.keys.sorted() } }
        return ((try? files.names(in: path)) ?? []).filter { $0.hasSuffix(Self.suffix) }.map {
            String($0.dropLast(Self.suffix.count))
        }
        .sorted()
    }

    private func file(of name: String) -> String? { path.map { "\($0)/\(name)\(Self.suffix)" } }

    /// Refuses what is no name of a file that people can type.
    static func check(_ name: String) throws(DomainError) {
        let allowed = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || [0x2D, 0x2E, 0x5F].contains(byte)
        }
        guard allowed, (1...64).contains(name.utf8.count), name.first != ".", name.first != "-" else {
            throw .invalid(
                field: "cursor",
                reason: "is 1 to 64 letters, digits, '-', '_' and '.', and begins with a letter or a digit")
        }
    }
}
