import Cryptography
import DiskFiles
import SQLiteDatabase

extension SQLiteContentBackend {
    func batch<Output>(_ body: (any ContentWriter) throws -> Output) throws -> Output {
        let transaction = try begin()
        let writer = SQLiteContentWriter(self)
        let output: Output
        do {
            output = try body(writer)
            try writer.syncDirectories()
        } catch {
            // While the lock still keeps others from storing the same bytes.
            writer.removeFiles()
            throw error
        }
        do {
            try transaction.commit()
        } catch let error as SQLiteError {
            throw ContentError(error, path: path)
        }
        return output
    }

    private func begin() throws -> Transaction {
        // SQLite has no special code for this refusal.
        if connection.isInTransaction { throw ContentError.busy }
        return try calling { try Transaction(.immediate, on: connection) }
    }

    func remove(_ digests: [SHA256Digest]) throws {
        let transaction = try begin()
        try calling {
            let delete = try connection.prepare("DELETE FROM content WHERE digest = ? RETURNING data IS NULL")
            for digest in digests {
                // Within the lock: the next process that stores the same bytes makes the file again. That also repairs
                // a row whose file a crash has lost.
                if try delete.first(digest.bytes, row: { try $0.next(Bool.self) }) == true { files?.remove(digest) }
            }
        }
        try commit(transaction)
    }

    private func commit(_ transaction: consuming Transaction) throws {
        do {
            try transaction.commit()
        } catch let error as SQLiteError {
            throw ContentError(error, path: path)
        }
    }

    // MARK: Care

    func purge() throws -> Bool {
        try calling {
            // After this, no page has removed content (sqlite.org/lang_vacuum.html).
            try connection.run("VACUUM")
            return try connection.truncateJournal()
        }
    }

    private static let check: SQL = "PRAGMA integrity_check(content)"

    func faultOfIndex() throws -> String? {
        try calling {
            do {
                return try connection.fault(by: Self.check)
            } catch let error as SQLiteError where error.isCorrupt {
                return error.message
            }
        }
    }

    func mend() throws -> Bool {
        try calling {
            if try connection.fault(by: Self.check) == nil { return true }
            do {
                try connection.run("REINDEX content_digest")
            } catch let error as SQLiteError where !error.isBusy && !error.isOfSystem {
                return false
            }
            return try connection.fault(by: Self.check) == nil
        }
    }

    func forEachLeftover(_ body: (_ place: String) throws -> Bool) throws {
        try files?.forEachLeftover(isKnown: isFile) { path, _ in try body(path) }
    }

    func removeLeftovers() throws -> Int {
        guard let files else { return 0 }
        // The transaction keeps the files of another process's batch safe.
        let transaction = try begin()
        var removed = 0
        try files.forEachLeftover(isKnown: isFile) { path, isOwn in
            if isOwn, files.remove(below: path) { removed += 1 }
            return true
        }
        try commit(transaction)
        return removed
    }

    private func isFile(_ digest: SHA256Digest) throws -> Bool {
        try calling { try row(of: digest)?.isInPieces ?? false }
    }
}

/// Writes within one transaction, and knows the files that it made.
private final class SQLiteContentWriter: ContentWriter {
    let backend: SQLiteContentBackend
    private var directories: Set<String> = []
    private var created: [SHA256Digest] = []

    init(_ backend: SQLiteContentBackend) {
        self.backend = backend
    }

    func insert(_ frame: [UInt8], of digest: SHA256Digest, size: Int64) throws {
        try backend.calling {
            _ = try backend.statements.insert.run(digest.bytes, size, frame.count, frame)
        }
    }

    func makePieces() throws -> any ContentPieceWriter {
        guard let files = backend.files else { return RowWriter(self) }
        return FileWriter(try files.makeTemporary(), in: files, for: self)
    }

    func publish(
        _ temporary: inout ContentFiles.Temporary, storedSize: Int64, as digest: SHA256Digest, size: Int64,
        in files: ContentFiles
    ) throws {
        let row = try backend.calling { try backend.row(of: digest) }
        directories.insert(try files.publish(&temporary, as: digest))
        try backend.calling {
            if let row {
                try backend.statements.repair.run(storedSize, row.number)
            } else {
                created.append(digest)
                try backend.statements.insert.run(digest.bytes, size, storedSize, [UInt8]?.none)
            }
        }
    }

    /// Makes the names of the new files last, once a directory.
    func syncDirectories() throws(ContentError) {
        for directory in directories.sorted() { try backend.files?.syncNames(in: directory) }
    }

    /// Removes the files whose rows are about to be rolled back.
    func removeFiles() {
        for digest in created { backend.files?.remove(digest) }
    }
}

/// Writes a frame to a file that has a name of its own only once it is whole.
private final class FileWriter: ContentPieceWriter {
    private var temporary: ContentFiles.Temporary
    private let files: ContentFiles
    private let writer: SQLiteContentWriter
    private var position: Int64 = 0

    init(_ temporary: consuming ContentFiles.Temporary, in files: ContentFiles, for writer: SQLiteContentWriter) {
        self.temporary = temporary
        self.files = files
        self.writer = writer
    }

    func append(_ bytes: borrowing Span<UInt8>) throws {
        do throws(FileError) { try temporary.file.write(bytes, at: position) } catch { throw ContentError(error) }
        position += Int64(bytes.count)
    }

    func publish(as digest: SHA256Digest, size: Int64) throws {
        try writer.publish(&temporary, storedSize: position, as: digest, size: size, in: files)
    }
}

/// Collects a frame in memory, where every content is a row.
private final class RowWriter: ContentPieceWriter {
    private let writer: SQLiteContentWriter
    private var frame: [UInt8] = []

    init(_ writer: SQLiteContentWriter) {
        self.writer = writer
    }

    func append(_ bytes: borrowing Span<UInt8>) throws {
        unsafe bytes.withUnsafeBufferPointer { unsafe frame.append(contentsOf: $0) }
    }

    func publish(as digest: SHA256Digest, size: Int64) throws {
        try writer.insert(frame, of: digest, size: size)
    }
}
