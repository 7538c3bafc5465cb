package import Content
package import Cryptography
internal import EventLog
internal import LibPQ

extension PostgresContentBackend {
    package func batch<Output>(_ body: (any ContentWriter) throws -> Output) throws -> Output {
        try writing(body)
    }

    package func remove(_ digests: [SHA256Digest]) throws {
        try writing { try $0.remove(digests) }
    }

    package func removeLeftovers() throws -> Int {
        try writing { writer in
            let digests = try leftovers()
            try writer.remove(digests)
            return digests.count
        }
    }

    /// Writes in the log's transaction if one is open, else in one of its own.
    private func writing<Output>(_ body: (PostgresContentWriter) throws -> Output) throws -> Output {
        guard log.access == .readWrite else { throw ContentError.notWritable(path: path) }
        guard writer == nil else { throw ContentError.busy }
        let isWithin = log.unit != nil
        // What the body throws is not the engine's, and stays as it is.
        var thrown: (any Error)?
        return try calling(
            {
                try log.withWriterLock {
                    let writer = PostgresContentWriter(self, isWithin: isWithin)
                    self.writer = writer
                    defer { self.writer = nil }
                    do {
                        return try writer.run(body)
                    } catch {
                        thrown = error
                        throw error
                    }
                }
            }, unless: { thrown })
    }

    // MARK: Care

    /// Lets the server reuse the room of removed rows, as ``PostgresLogStore/purge()`` does, and with the same limits.
    package func purge() throws -> Bool {
        if log.unit == nil {
            try calling { _ = try log.ask(["VACUUM mailledger.content, mailledger.content_piece"]) }
        }
        return true
    }

    /// The server keeps its indexes with its rows; to check them is its administrator's (`pg_amcheck`).
    package func mend() -> Bool { true }

    package func forEachLeftover(_ body: (_ place: String) throws -> Bool) throws {
        for digest in try leftovers() where try !body("content_piece \(digest)") { return }
    }

    /// The contents that have pieces and no row: nothing here leaves any, a restored table may.
    private func leftovers() throws -> [SHA256Digest] {
        try calling {
            try log.rows(
                """
                SELECT DISTINCT digest FROM mailledger.content_piece piece WHERE ledger = \(log.id) AND NOT EXISTS (
                    SELECT 1 FROM mailledger.content WHERE content.ledger = piece.ledger AND content.digest = piece.digest)
                """
            ) { try $0.nextDigest() }.compactMap { $0 }
        }
    }
}
