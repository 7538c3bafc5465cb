import Compression
import Glibc
public import Hashing
public import SQLite

/// Stores contents by their SHA-256, compressed, the same bytes once.
///
/// ```swift
/// let store = try ContentStore(directory: ledger, mode: .create)
/// let digest = try store.batch { try $0.put(bytes: message) }
/// try store.write(digest, to: STDOUT_FILENO)
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

    let connection: Connection
    /// Nil for a store in memory, where every content is a row.
    let files: ContentFiles?
    let path: String
    /// Whether this store stands in for one that is gone: it has no content, and takes none.
    public let isStandIn: Bool
    let statements: ContentStatements
    var compressor = FrameCompressor()
    var decompressor = FrameDecompressor()

    /// Opens the store of a directory; `.create` makes what is not there, with the modes 0700 and 0600.
    ///
    /// - Parameter timeout: How long a call waits for another process that writes, in milliseconds.
    public convenience init(directory: String, mode: Connection.Mode, timeout: Int32 = 10_000) throws {
        let path = directory + "/content.sqlite"
        if mode == .create {
            _ = try makeDirectory(directory)
            // Not through open(2): to close a file that SQLite has open elsewhere in this process would drop its locks
            // (sqlite.org/howtocorrupt.html, section 2.2). The files beside it take over its mode.
            if unsafe mknod(path, S_IFREG | 0o600, 0) == 0 {
                guard unsafe chmod(path, 0o600) == 0 else { throw ContentError.failed("chmod", path) }
                try syncDirectory(directory)
            } else if errno != EEXIST {
                throw ContentError.failed("mknod", path)
            }
        } else if unsafe access(path, F_OK) != 0 {
            throw ContentError.notAStore(path: path)
        }
        let files = ContentFiles(directory: directory)
        try self.init(path: path, mode: mode, timeout: timeout, files: files)
    }

    /// Makes a store that is gone with its last owner and touches no disk.
    public static func inMemory() throws -> ContentStore {
        try ContentStore(path: Connection.inMemory, mode: .create, timeout: 0, files: nil)
    }

    /// Opens the store of a ledger, or a stand-in without content where it is missing, something else, or damaged.
    ///
    /// With a stand-in all else of a ledger can be used: each content is missing, and each batch throws
    /// ``ContentError/lost(path:)``.
    public static func openIfThere(directory: String, mode: Connection.Mode) throws -> ContentStore {
        do {
            return try ContentStore(directory: directory, mode: mode)
        } catch ContentError.notAStore(let path) {
            return try standIn(for: path)
        } catch let error as ContentError where error.isDamage {
            return try standIn(for: directory + "/content.sqlite")
        }
    }

    private static func standIn(for path: String) throws -> ContentStore {
        try ContentStore(path: Connection.inMemory, mode: .create, timeout: 0, files: nil, standingInFor: path)
    }

    private init(
        path: String, mode: Connection.Mode, timeout: Int32, files: ContentFiles?, standingInFor lost: String? = nil
    ) throws {
        self.path = lost ?? path
        isStandIn = lost != nil
        self.files = files
        do {
            connection = try ContentSchema.connect(to: path, mode: mode, timeout: timeout)
            try ContentSchema.open(on: connection, mode: mode, path: path, timeout: timeout)
            statements = try ContentStatements(on: connection)
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

    // MARK: Asking

    /// Whether a content is stored; its file is not looked at.
    public func contains(_ digest: SHA256Digest) throws -> Bool {
        try record(of: digest) != nil
    }

    /// Counts the contents, their bytes as they came, and their bytes as they are stored.
    ///
    /// - Complexity: O(contents), over the index alone.
    public func stats() throws -> ContentStatistics {
        try calling {
            try connection.first("SELECT count(*), total(size), total(stored_size) FROM content") { row in
                ContentStatistics(count: Int(row.integer(0)), rawBytes: row.integer(1), storedBytes: row.integer(2))
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
