import Cryptography
import DiskFiles
import SQLiteDatabase

/// Contents in one SQLite file and a folder beside it: rows up to 1 MiB, beyond that a file each.
///
/// In memory there is no folder, and every content is a row. Processes take turns by SQLite's own locks
/// (<https://www.sqlite.org/wal.html>); a killed one leaves at most files that no row names.
final class SQLiteContentBackend: ContentBackend {
    let path: String
    let largestRow: Int
    let connection: Connection
    let statements: ContentStatements
    let files: ContentFiles?
    let hasDictionary: Bool

    /// Opens the database, and brings it into shape where the mode makes one.
    ///
    /// - Parameters:
    ///   - timeout: How long a call waits for another process that writes, in milliseconds.
    ///   - isAlone: Whether no other process is to open it meanwhile. Then it needs no memory that processes share, which
    ///     not every file system can give (<https://www.sqlite.org/wal.html#noshm>).
    init(
        path: String, mode: Connection.Mode, timeout: Int32, isAlone: Bool = false, files: ContentFiles?,
        on disk: any Files
    ) throws {
        self.path = path
        self.files = files
        largestRow = files == nil ? .max : ContentRow.largest
        if mode != .create, !disk.exists(path) { throw ContentError.notAStore(path: path) }
        // A new store has both copies of its dictionary, or is not made.
        if mode == .create, (try? disk.status(of: path))?.size ?? 0 == 0 { try files?.write(.mail) }
        do {
            connection = try ContentSchema.connect(to: path, mode: mode, timeout: timeout, isAlone: isAlone, on: disk)
            if isAlone, mode != .readOnly { try connection.run("PRAGMA locking_mode = EXCLUSIVE") }
            hasDictionary = try ContentSchema.open(on: connection, mode: mode, path: path, timeout: timeout)
            statements = try ContentStatements(on: connection)
            if mode == .create { try mendDictionary() }
        } catch let error as SQLiteError {
            throw error.code == ContentSchema.notADatabase
                ? ContentError.notAStore(path: path) : ContentError(error, path: path)
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

    // MARK: Asking

    func find(_ digests: [SHA256Digest]) throws -> [ContentRow?] {
        try calling { try digests.map { try row(of: $0) } }
    }

    func row(of digest: SHA256Digest) throws -> ContentRow? {
        try statements.find.first(digest.bytes) { row in
            try ContentRow(
                number: row.next(), digest: digest, size: row.next(), storedSize: row.next(), isInPieces: row.next())
        }
    }

    func load(
        _ digests: [SHA256Digest], _ body: (Int, ContentRow, borrowing Span<UInt8>) throws -> Void
    ) throws {
        try calling {
            for (index, digest) in digests.enumerated() {
                try statements.load.first(digest.bytes) { row in
                    let found = try ContentRow(
                        number: row.next(), digest: digest, size: row.next(), storedSize: row.next(),
                        isInPieces: row.nextIsNull())
                    // A NULL has no bytes.
                    try row.numbered.withBytes(3) { try body(index, found, $0) }
                }
            }
        }
    }

    func openPieces(of row: ContentRow) throws -> any ContentPieces {
        guard let file = try files?.open(row.digest) else { throw ContentError.missing(row.digest) }
        let status = try onDisk { () throws(FileError) in try file.status() }
        guard status.isRegular, status.size == row.storedSize else {
            throw ContentError.corrupt(
                row.digest, reason: "its file has \(status.size) of \(row.storedSize) bytes")
        }
        return FilePieces(file)
    }

    func hasPieces(of row: ContentRow) throws -> Bool {
        files?.isPresent(row.digest, storedSize: row.storedSize) ?? true
    }

    func lastNumber() throws -> Int64 {
        try calling { try connection.first("SELECT max(id) FROM content") { try $0.next(Int64?.self) } ?? nil } ?? 0
    }

    func statistics() throws -> ContentStatistics {
        try calling {
            try connection.first("SELECT count(*), total(size), total(stored_size) FROM content") { row in
                try ContentStatistics(count: row.next(), rawBytes: row.next(), storedBytes: row.next())
            } ?? ContentStatistics(count: 0, rawBytes: 0, storedBytes: 0)
        }
    }
}

/// The frame of a content in its file.
private final class FilePieces: ContentPieces {
    private let file: SharedFile
    private var position: Int64 = 0

    init(_ file: consuming File) {
        self.file = SharedFile(file)
    }

    func read(into buffer: inout [UInt8]) throws -> Int {
        let (start, file) = (position, file)
        let count = try onDisk { () throws(FileError) in try file.read(into: &buffer, 0..<buffer.count, from: start) }
        position += Int64(count)
        return count
    }
}

extension ContentError {
    init(_ error: SQLiteError, path: String) {
        if error.isBusy {
            self = .busy
        } else if error.isReadOnly {
            self = .notWritable(path: path)
        } else if error.isFull {
            self = .full
        } else {
            self = .engine(EngineFailure(error))
        }
    }
}

extension EngineFailure {
    fileprivate init(_ error: SQLiteError) {
        let kind: Kind =
            if error.isCorrupt {
                .damage
            } else if error.isCannotOpen || error.isInputOutput {
                .file(code: error.systemCode)
            } else {
                .other
            }
        self.init(kind, message: error.message)
    }
}
