internal import Content
internal import Cryptography
internal import LibPQ

/// Writes contents within one transaction of a log's store. Rows wait until some megabytes of them are sent together.
final class PostgresContentWriter: ContentWriter {
    private let backend: PostgresContentBackend
    private var log: PostgresLogStore { backend.log }
    /// Whether the transaction is a decision's, which goes on behind the batch.
    private let isWithin: Bool
    private var waiting: [(digest: SHA256Digest, size: Int64, frame: [UInt8])] = []
    private var waitingDigests: Set<SHA256Digest> = []
    private var waitingBytes = 0
    /// Whether something was sent that the decision's transaction has to be able to take back.
    private var hasSavepoint = false
    /// When the server was asked last: it ends a transaction that is idle for too long.
    private var lastAnswer = ContinuousClock.now

    /// The most bytes of rows that wait, and the most bytes of pieces in one round trip.
    private static let together = 8 << 20

    init(_ backend: PostgresContentBackend, isWithin: Bool) {
        self.backend = backend
        self.isWithin = isWithin
    }

    // MARK: Rows

    func insert(_ frame: [UInt8], of digest: SHA256Digest, size: Int64) throws {
        log.unit?.storedContents.insert(digest)
        waiting.append((digest, size, frame))
        waitingDigests.insert(digest)
        waitingBytes += frame.count
        if waitingBytes >= Self.together { try sendRows() }
    }

    /// Sends the rows that are waiting; called before anything is asked that could miss them.
    func sendRows() throws {
        try send(takeRows())
    }

    /// Sends the rows that are waiting if a content is among them.
    ///
    /// Most contents are asked for because they are new: of those a batch sends hundreds together.
    func sendRows(ifAny digests: [SHA256Digest]) throws {
        if digests.contains(where: waitingDigests.contains) { try sendRows() }
    }

    private func takeRows() -> [PostgresStatement] {
        guard !waiting.isEmpty else { return [] }
        let rows = waiting
        (waiting, waitingDigests, waitingBytes) = ([], [], 0)
        return [
            """
            INSERT INTO mailledger.content (ledger, digest, number, size, stored_size, data)
            SELECT \(log.id), digest, last + place, size, octet_length(data), data
            FROM unnest(\(.digests(rows.map(\.digest))), \(.integers(rows.map(\.size))),
                    \(.arrayOfBytes(rows.map(\.frame)))) WITH ORDINALITY AS coming (digest, size, data, place),
                \(lastNumber) AS numbered (last)
            """
        ]
    }

    /// The number of the content that came last; the lock of the log keeps others from giving the next one.
    private var lastNumber: PostgresStatement {
        "(SELECT coalesce(max(number), 0) FROM mailledger.content WHERE ledger = \(log.id))"
    }

    func remove(_ digests: [SHA256Digest]) throws {
        guard !digests.isEmpty else { return }
        let those: PostgresStatement = "ledger = \(log.id) AND digest = ANY(\(.digests(digests)))"
        try send([
            PostgresLogStore.asEraser,
            "DELETE FROM mailledger.content_piece WHERE \(those)",
            "DELETE FROM mailledger.content WHERE \(those)",
            PostgresLogStore.asNode,
        ])
    }

    // MARK: Pieces

    func makePieces() throws -> any ContentPieceWriter {
        SpooledPieces(try backend.makeScratchFile(), for: self)
    }

    /// Makes the bytes of a file the pieces of a content; it replaces pieces of the same content, which keeps its number.
    fileprivate func publish(_ frame: ContentFile, as digest: SHA256Digest, size: Int64) throws {
        let known = try backend.find([digest])[0]
        log.unit?.storedContents.insert(digest)
        if known != nil { try remove([digest]) }
        var statements: [PostgresStatement] = [
            """
            INSERT INTO mailledger.content (ledger, digest, number, size, stored_size)
            SELECT \(log.id), \(.digest(digest)), coalesce(\(.integer(known?.number)), last + 1), \(.integer(size)),
                \(.integer(frame.size))
            FROM \(lastNumber) AS numbered (last)
            """
        ]
        var (piece, position): (Int64, Int64) = (0, 0)
        var buffer = [UInt8](repeating: 0, count: ContentRow.largest)
        while case let count = try frame.read(into: &buffer, from: position), count > 0 {
            statements.append(
                """
                INSERT INTO mailledger.content_piece (ledger, digest, piece, data)
                VALUES (\(log.id), \(.digest(digest)), \(.integer(piece)), \(.bytes(Array(buffer[..<count]))))
                """)
            piece += 1
            position += Int64(count)
            if statements.count * ContentRow.largest >= Self.together {
                try send(statements)
                statements = []
            }
        }
        try send(statements)
    }

    // MARK: The transaction

    /// Runs a batch, and sends its last rows; if it throws, it takes back what was sent, so that the decision may go on.
    func run<Output>(_ body: (PostgresContentWriter) throws -> Output) throws -> Output {
        do {
            let output = try body(self)
            try finish()
            return output
        } catch {
            if hasSavepoint { _ = try? deliver(["ROLLBACK TO SAVEPOINT contents", "RELEASE SAVEPOINT contents"]) }
            throw error
        }
    }

    /// Behind the last rows nothing can be taken back: most batches are one statement, and need no savepoint.
    ///
    /// A decision's wait for its events.
    private func finish() throws {
        guard isWithin, !hasSavepoint else {
            return try deliver(takeRows() + (hasSavepoint ? ["RELEASE SAVEPOINT contents"] : []))
        }
        log.unit?.contents += takeRows()
    }

    private func send(_ statements: [PostgresStatement]) throws {
        guard isWithin, !hasSavepoint, !statements.isEmpty else { return try deliver(statements) }
        hasSavepoint = true
        try deliver(["SAVEPOINT contents"] + statements)
    }

    private func deliver(_ statements: [PostgresStatement]) throws {
        guard !statements.isEmpty else { return }
        // A decision's commit may have to be sent again, and with it what was sent before.
        try backend.calling { _ = try isWithin ? log.writeAll(statements) : log.ask(statements) }
        lastAnswer = .now
    }

    /// Keeps the transaction alive while a content comes slowly.
    fileprivate func stayAwake() throws {
        if lastAnswer.duration(to: .now) > .seconds(5) { try deliver(["SELECT 1"]) }
    }
}

/// Collects the frame of a content in a file without a name until its digest is known.
private final class SpooledPieces: ContentPieceWriter {
    private let frame: ContentFile
    private let writer: PostgresContentWriter

    init(_ frame: ContentFile, for writer: PostgresContentWriter) {
        self.frame = frame
        self.writer = writer
    }

    func append(_ bytes: borrowing Span<UInt8>) throws {
        try frame.append(bytes)
        try writer.stayAwake()
    }

    func publish(as digest: SHA256Digest, size: Int64) throws {
        try writer.publish(frame, as: digest, size: size)
    }
}
