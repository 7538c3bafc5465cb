public import Hashing
import SQLite

/// What a check of a store says of one content or one file.
public enum ContentFinding: Equatable, Sendable {
    /// Its bytes have its digest.
    case sound(SHA256Digest, size: Int64)
    /// Its bytes are damaged.
    case corrupt(SHA256Digest, reason: String)
    /// A row names it, and its file is gone.
    case missing(SHA256Digest)
    /// No row names this file of the store: a killed process left it, or a batch that runs is about to name it.
    case leftover(path: String)
}

extension ContentStore {
    /// Decompresses every content, compares its digest, and looks for files that no row names.
    ///
    /// The closure returns false to stop early. Others may read and write meanwhile.
    public func verify(each body: (ContentFinding) throws -> Bool) throws {
        var last: Int64 = 0
        while true {
            // A few at a time: one long read would keep the WAL from being checkpointed.
            let page = try calling {
                try connection.rows("SELECT id, digest FROM content WHERE id > \(bind: last) ORDER BY id LIMIT 256") {
                    row in
                    try (id: row.next(Int64.self), digest: row.nextBytes { SHA256Digest(span: $0) })
                }
            }
            guard let final = page.last else { break }
            for case let digest? in page.map(\.digest) {
                guard try body(finding(of: digest)) else { return }
            }
            last = final.id
        }
        try files?.forEachLeftover(isKnown: isFile) { path, _ in try body(.leftover(path: path)) }
    }

    /// Builds the index of the digests anew where it does not agree with the rows, and returns whether all agrees then.
    ///
    /// A check by digest finds what the index says: rows that it lost would be missed by nobody.
    public func mendIndex() throws -> Bool {
        let check: SQL = "PRAGMA integrity_check(content)"
        return try calling {
            if try connection.fault(by: check) == nil { return true }
            do {
                try connection.run("REINDEX content_digest")
            } catch let error as SQLiteError where !error.isBusy && !error.isOfSystem {
                return false
            }
            return try connection.fault(by: check) == nil
        }
    }

    /// Removes files that no row names, as a killed process leaves them, and returns how many.
    ///
    /// Call it under the ledger's lock of the writer. It takes the store's own lock too, so that a batch of another process
    /// keeps its files; files that no store has named are left alone.
    @discardableResult
    public func removeLeftovers() throws -> Int {
        guard let files else { return 0 }
        let transaction = try calling { try Transaction(.immediate, on: connection) }
        var removed = 0
        try files.forEachLeftover(isKnown: isFile) { path, isOwn in
            if isOwn, files.remove(below: path) { removed += 1 }
            return true
        }
        try transaction.commit()
        return removed
    }

    /// Reads a content, and says what it is found to be.
    public func finding(of digest: SHA256Digest) throws -> ContentFinding {
        do {
            let location = try locate(digest)
            try stream(location, of: digest) { _ in }
            return .sound(digest, size: location.size)
        } catch ContentError.missing {
            return .missing(digest)
        } catch ContentError.corrupt(_, let reason) {
            return .corrupt(digest, reason: reason)
        }
    }

    private func isFile(_ digest: SHA256Digest) throws -> Bool {
        try record(of: digest)?.isFile ?? false
    }
}
