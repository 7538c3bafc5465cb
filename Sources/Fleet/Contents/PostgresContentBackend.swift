package import Content
package import Cryptography
internal import LibPQ

/// Contents of one ledger in the database of its log: a row each, and pieces of 1 MiB beside it for the larger ones.
///
/// It uses the connection of a log's store. A batch takes the writer's lock of the log, so that numbers have no gaps and
/// nobody removes a content that a batch found. Within ``PostgresLogStore/withWriterLock(_:)`` it is part of that
/// transaction: contents and the events that name them are committed together.
///
/// Nothing of it outlives a transaction on the server, so that a pooler may give each transaction another session.
package final class PostgresContentBackend: ContentBackend {
    package let path: String
    package let largestRow = ContentRow.largest
    let log: PostgresLogStore
    let makeScratchFile: () throws -> ContentFile
    /// The batch that is running, whose rows may not be sent yet.
    var writer: PostgresContentWriter?

    /// - Parameters:
    ///   - log: The store whose connection it uses, and whose access.
    ///   - makeScratchFile: Makes a file for the frame of a large content, whose digest is known only at its end.
    package init(beside log: PostgresLogStore, makeScratchFile: @escaping () throws -> ContentFile) {
        self.log = log
        self.makeScratchFile = makeScratchFile
        path = log.log.address.description
    }

    /// Returns what is made of each row.
    private func rows<Made>(_ statement: PostgresStatement, _ make: (inout PostgresRow) throws -> Made) throws -> [Made]
    {
        try calling { try log.rows(statement, make) }
    }

    // MARK: Asking

    package func find(_ digests: [SHA256Digest]) throws -> [ContentRow?] {
        guard !digests.isEmpty else { return [] }
        try writer?.sendRows(ifAny: digests)
        let found = try rows(
            """
            SELECT \(ContentRow.columns) FROM mailledger.content
            WHERE ledger = \(log.id) AND digest = ANY(\(.digests(digests)))
            """
        ) { try ContentRow(from: &$0) }
        let rows = Dictionary(uniqueKeysWithValues: found.map { ($0.digest, $0) })
        if writer != nil { log.unit?.foundContents.formUnion(rows.keys) }
        return digests.map { rows[$0] }
    }

    package func load(
        _ digests: [SHA256Digest], _ body: (Int, ContentRow, borrowing Span<UInt8>) throws -> Void
    ) throws {
        guard !digests.isEmpty else { return }
        try writer?.sendRows(ifAny: digests)
        let asked = Dictionary(grouping: digests.indices) { digests[$0] }
        _ = try rows(
            """
            SELECT \(ContentRow.columns), data FROM mailledger.content
            WHERE ledger = \(log.id) AND digest = ANY(\(.digests(digests)))
            """
        ) { row in
            let found = try ContentRow(from: &row)
            try row.nextBytes { frame in
                for index in asked[found.digest] ?? [] {
                    // One in pieces has no bytes here.
                    if let frame { try body(index, found, frame) } else { try body(index, found, Span()) }
                }
            }
        }
    }

    package func page(_ order: ContentOrder, after last: ContentEntry?, count: Int) throws -> [ContentEntry] {
        try writer?.sendRows()
        let place: PostgresStatement =
            switch order {
            case .digest: "digest > \(.bytes(last?.digest.bytes ?? [])) ORDER BY digest"
            // Whatever somebody made of the numbers, a walk misses no row.
            case .arrival: "number > \(.integer(last?.number ?? .min)) ORDER BY number"
            }
        return try rows(
            """
            SELECT \(ContentRow.columns) FROM mailledger.content
            WHERE ledger = \(log.id) AND \(place) LIMIT \(.integer(Int64(count)))
            """
        ) { row in
            let found = try ContentRow(from: &row)
            return ContentEntry(
                number: found.number, digest: found.digest, size: found.size, storedSize: found.storedSize)
        }
    }

    /// Nil: nodes of earlier versions read the same rows, and know no dictionaries.
    package func dictionary() -> ContentDictionary? { nil }

    package func faultOfDictionary() -> String? { nil }

    package func mendDictionary() {}

    package func lastNumber() throws -> Int64 {
        try writer?.sendRows()
        return try rows("SELECT coalesce(max(number), 0) FROM mailledger.content WHERE ledger = \(log.id)") {
            try $0.next(Int64.self)
        }.first ?? 0
    }

    package func statistics() throws -> ContentStatistics {
        try writer?.sendRows()
        return try rows(
            """
            SELECT count(*), coalesce(sum(size), 0)::int8, coalesce(sum(stored_size), 0)::int8
            FROM mailledger.content WHERE ledger = \(log.id)
            """
        ) { try ContentStatistics(count: $0.next(), rawBytes: $0.next(), storedBytes: $0.next()) }
        .first ?? ContentStatistics(count: 0, rawBytes: 0, storedBytes: 0)
    }

    // MARK: Pieces

    package func openPieces(of row: ContentRow) throws -> any ContentPieces {
        guard let size = try sizeOfPieces(of: row) else { throw ContentError.missing(row.digest) }
        guard size == row.storedSize else {
            throw ContentError.corrupt(row.digest, reason: "its pieces have \(size) of \(row.storedSize) bytes")
        }
        return PostgresPieces(of: row, in: self)
    }

    package func hasPieces(of row: ContentRow) throws -> Bool {
        try sizeOfPieces(of: row) == row.storedSize
    }

    /// The size of all pieces of a content; nil if there are none. The server does not read them for that.
    private func sizeOfPieces(of row: ContentRow) throws -> Int64? {
        try rows(
            """
            SELECT sum(octet_length(data)) FROM mailledger.content_piece
            WHERE ledger = \(log.id) AND digest = \(.digest(row.digest))
            """
        ) { try $0.next(Int64?.self) }.first ?? nil
    }

    /// Returns the first piece behind one, with its number.
    func piece(of digest: SHA256Digest, after number: Int64) throws -> (number: Int64, bytes: [UInt8])? {
        try rows(
            """
            SELECT piece, data FROM mailledger.content_piece
            WHERE ledger = \(log.id) AND digest = \(.digest(digest)) AND piece > \(.integer(number))
            ORDER BY piece LIMIT 1
            """
        ) { try (number: $0.next(Int64.self), bytes: $0.next([UInt8].self)) }.first
    }
}

extension ContentRow {
    fileprivate static let columns: PostgresStatement = "number, digest, size, stored_size, data IS NULL"

    fileprivate init(from row: inout PostgresRow) throws {
        let number = try row.next(Int64.self)
        guard let digest = try row.nextDigest() else {
            throw ContentError.engine(EngineFailure(.damage, message: "content \(number) has no valid digest"))
        }
        try self.init(
            number: number, digest: digest, size: row.next(), storedSize: row.next(), isInPieces: row.next())
    }
}
