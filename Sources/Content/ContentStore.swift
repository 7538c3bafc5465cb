import Compression
public import DiskFiles
public import Hashing
public import SQLite

/// Stores contents by their SHA-256, compressed, the same bytes once.
///
/// ```swift
/// let store = try ContentStore(directory: ledger, mode: .create)
/// let digest = try store.batch { try $0.put(bytes: message) }
/// let content = try store.read(digest)
/// ```
///
/// Up to 1 MiB a content is a row of `content.sqlite`, beyond that a file of `content/`. A store is used by one thread at
/// a time; any number of processes may share its directory. A process that is killed leaves at most files that no row
/// names, which `removeLeftovers()` takes away.
public final class ContentStore {
    /// Contents up to this many bytes are kept in the database.
    static let largestRow = 1 << 20
    /// Contents up to this many bytes are read into memory.
    static let largestBytes = 4 << 20

    let path: String
    private let mode: Connection.Mode
    private let timeout: Int32
    /// Where its files are; a store in memory has none, and reads what is large by way of the system's.
    let disk: any Files
    private let folder: ContentFiles?
    /// Whether a stand-in is opened where there is no store.
    private let isOptional: Bool
    private let isAlone: Bool
    // A list of messages needs no content: opening the store costs as much as a third of a short question.
    private lazy var opened = Result { try open() }

    private struct Opened {
        let connection: Connection
        let statements: ContentStatements
        var isStandIn = false
    }
    var compressor = FrameCompressor()
    var decompressor = FrameDecompressor()

    /// Opens the store of a directory; `.create` makes what is not there, with the modes 0700 and 0600.
    ///
    /// - Parameters:
    ///   - timeout: How long a call waits for another process that writes, in milliseconds.
    ///   - isAlone: Whether no other process is to open it meanwhile. Then it needs no memory that processes share, which
    ///     not every file system can give (<https://www.sqlite.org/wal.html#noshm>).
    public convenience init(
        directory: String, mode: Connection.Mode, timeout: Int32 = 10_000, isAlone: Bool = false,
        on disk: any Files = KernelFiles.shared
    ) throws {
        let path = directory + "/content.sqlite"
        if mode == .create {
            try onDisk { () throws(FileError) in
                _ = try disk.makePrivateFolder(directory)
                // The files beside it take over its mode.
                if try disk.makeEmpty(path) { try disk.syncFolder(FilePath(directory)) }
            }
        }
        self.init(
            path: path, mode: mode, timeout: timeout, files: ContentFiles(files: disk, directory: directory),
            disk: disk, isAlone: isAlone)
        _ = try opened.get()
    }

    /// Makes a store that is gone with its last owner and touches no disk.
    public static func inMemory() throws -> ContentStore {
        let store = ContentStore(
            path: Connection.inMemory, mode: .create, timeout: 0, files: nil, disk: KernelFiles.shared)
        _ = try store.opened.get()
        return store
    }

    /// Returns the store of a ledger, which is opened when it is first asked for something.
    ///
    /// Where it is missing, something else, or damaged then, a stand-in without content takes its place. With it
    /// all else of a ledger can be used: each content is missing, and each batch throws ``ContentError/lost(path:)``.
    public static func openedIfThere(
        directory: String, mode: Connection.Mode, on disk: any Files = KernelFiles.shared
    ) -> ContentStore {
        ContentStore(
            path: directory + "/content.sqlite", mode: mode, timeout: 10_000,
            files: ContentFiles(files: disk, directory: directory), disk: disk, isOptional: true)
    }

    private init(
        path: String, mode: Connection.Mode, timeout: Int32, files: ContentFiles?, disk: any Files,
        isOptional: Bool = false, isAlone: Bool = false
    ) {
        self.path = path
        self.mode = mode
        self.timeout = timeout
        self.isOptional = isOptional
        self.isAlone = isAlone
        self.disk = disk
        folder = files
    }

    // MARK: Opening

    var connection: Connection {
        get throws { try opened.get().connection }
    }

    var statements: ContentStatements {
        get throws { try opened.get().statements }
    }

    /// Nil for a store in memory, where every content is a row.
    var files: ContentFiles? { isStandIn ? nil : folder }

    /// Whether this store stands in for one that is gone: it has no content, and takes none.
    public var isStandIn: Bool { (try? opened.get().isStandIn) ?? false }

    private func open() throws -> Opened {
        do {
            return try open(path, mode: mode)
        } catch let error as ContentError where isOptional && error.meansNoStore {
            var standIn = try open(Connection.inMemory, mode: .create)
            standIn.isStandIn = true
            return standIn
        }
    }

    private func open(_ path: String, mode: Connection.Mode) throws -> Opened {
        if mode != .create, !disk.exists(path) { throw ContentError.notAStore(path: path) }
        do {
            let connection = try ContentSchema.connect(
                to: path, mode: mode, timeout: timeout, isAlone: isAlone, on: disk)
            if isAlone { try connection.run("PRAGMA locking_mode = EXCLUSIVE") }
            try ContentSchema.open(on: connection, mode: mode, path: path, timeout: timeout)
            return Opened(connection: connection, statements: try ContentStatements(on: connection))
        } catch let error as SQLiteError {
            throw error.code == ContentSchema.notADatabase
                ? ContentError.notAStore(path: path) : ContentError(error, path: path)
        }
    }

    // MARK: Writing

    /// Stores contents in one commit, which lasts when the call returns, or none of them when the closure throws.
    ///
    /// Other processes wait meanwhile until they write; readers do not. A batch within a batch is refused.
    public func batch<Output>(_ body: (inout ContentBatch) throws -> Output) throws -> Output {
        guard !isStandIn else { throw ContentError.lost(path: path) }
        let transaction = try calling { try Transaction(.immediate, on: connection) }
        var batch = ContentBatch(store: self)
        let output: Output
        do {
            output = try body(&batch)
            try batch.syncDirectories()
        } catch {
            // While the lock still keeps others from storing the same bytes.
            batch.removeFiles()
            throw error
        }
        do {
            try transaction.commit()
        } catch let error as SQLiteError {
            throw ContentError(error, path: path)
        }
        return output
    }

    /// Takes a store away, with all its contents; nobody may have it open.
    public static func remove(from directory: String, on disk: any Files = KernelFiles.shared) {
        ContentFiles(files: disk, directory: directory).removeAll()
        for suffix in ["", "-wal", "-shm"] { try? disk.remove("\(directory)/content.sqlite\(suffix)") }
    }

    /// Lends a store in a folder that does not exist yet, and takes both away again.
    public static func withScratch<Output>(
        in directory: String, on disk: any Files = KernelFiles.shared, _ body: (ContentStore) throws -> Output
    ) throws -> Output {
        defer {
            remove(from: directory, on: disk)
            try? disk.removeFolder(directory)
        }
        return try body(ContentStore(directory: directory, mode: .create, on: disk))
    }

    /// Opens a file without a name beside the contents, to collect one that comes in pieces.
    public func makeScratchFile() throws -> ContentFile {
        ContentFile(try disk.openNameless(in: directoriesForReading))
    }

    // MARK: Asking

    /// Whether a content is stored; its file is not looked at.
    public func contains(_ digest: SHA256Digest) throws -> Bool {
        try record(of: digest) != nil
    }

    /// The number of the content that was put in last: less than before where contents are gone that were there. O(1).
    package func lastNumber() throws -> Int64 {
        try calling { try connection.first("SELECT max(id) FROM content") { try $0.next(Int64?.self) } ?? nil } ?? 0
    }

    /// Counts the contents, their bytes as they came, and their bytes as they are stored.
    ///
    /// - Complexity: O(contents), over the index alone.
    public func stats() throws -> ContentStatistics {
        try calling {
            try connection.first("SELECT count(*), total(size), total(stored_size) FROM content") { row in
                try ContentStatistics(count: row.next(), rawBytes: row.next(), storedBytes: row.next())
            } ?? ContentStatistics(count: 0, rawBytes: 0, storedBytes: 0)
        }
    }

    /// Runs calls of SQLite, whose errors become the store's.
    func calling<Output: ~Copyable>(_ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw ContentError(error, path: path)
        }
    }
}

/// How much a store holds.
public struct ContentStatistics: Equatable, Sendable {
    /// The number of contents.
    public let count: Int
    /// Their bytes as they came.
    public let rawBytes: Int64
    /// Their bytes as they are stored, without the database's own.
    public let storedBytes: Int64
}

extension ContentError {
    fileprivate var meansNoStore: Bool {
        if case .notAStore = self { return true }
        return isDamage
    }
}
