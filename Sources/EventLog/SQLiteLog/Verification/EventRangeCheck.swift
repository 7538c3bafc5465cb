internal import Cryptography
internal import SQLiteDatabase

/// Recomputes the digests and leaves of a range of events, and compares them with their rows and their tiles.
///
/// Only what the entry needs is copied out of SQLite: the bytes are hashed in place.
struct EventRangeCheck: ~Copyable {
    /// The hashes from which the tree above a range is made.
    struct Tiles {
        /// The roots of the full tiles.
        var roots: [SHA256Digest] = []
        /// The leaves behind the last full tile.
        var rest: [SHA256Digest] = []
    }

    /// The row of the transaction of the current events.
    private struct TransactionRow {
        let number: Int64
        let first: Int64
        let last: Int64
        let recordedAt: Int64
        let digest: [UInt8]
    }

    private let connection: Connection
    private let lookups: Lookups
    private var hasher = SHA256Hasher()
    private var nodes = MerkleHasher()
    private var entry: EntryBuffer
    private var leaves: [UInt8] = []
    private var transaction: TransactionRow?
    private(set) var places = StreamPlaceSum()
    /// The number of key changes.
    private(set) var rotations = 0

    /// Statements that are run for some of the events.
    private struct Lookups {
        let transactions: Statement
        let erasures: Statement
        /// Finds the place of an event in its stream; nil if the whole index is checked anyway.
        let placeInStream: Statement?

        init(on connection: Connection, checksStreams: Bool) throws {
            transactions = try connection.prepare(
                """
                SELECT number, first_position, first_position + event_count - 1, recorded_at, digest
                FROM transactions WHERE number = ?
                """)
            erasures = try connection.prepare("SELECT 1 FROM erasures WHERE kind = 'event' AND number = ?")
            placeInStream =
                checksStreams
                ? try connection.prepare("SELECT position FROM events WHERE stream = ? AND version = ?") : nil
        }
    }

    static func make(on connection: Connection, ledger: LedgerID, checksStreams: Bool) throws -> EventRangeCheck {
        EventRangeCheck(connection, try Lookups(on: connection, checksStreams: checksStreams), ledger)
    }

    private init(_ connection: Connection, _ lookups: Lookups, _ ledger: LedgerID) {
        self.connection = connection
        self.lookups = lookups
        entry = EntryBuffer(ledger: ledger)
    }

    /// Checks a range whose first event begins a tile.
    mutating func run(_ range: ClosedRange<Int64>, endsAtHead: Bool) throws -> Tiles {
        let events = try connection.cursor(
            """
            SELECT position, stream, version, type, "schema", "transaction", account, payload, salt, digest
            FROM events WHERE position BETWEEN \(bind: range.lowerBound) AND \(bind: range.upperBound) ORDER BY position
            """)
        transaction = nil
        leaves.removeAll(keepingCapacity: true)
        var tiles = Tiles()
        var expected = range.lowerBound
        do {
            while try events.step() {
                try events.withRow { try check($0.numbered, at: expected, startsRange: expected == range.lowerBound) }
                if expected % TileID.width == 0 {
                    try compareLeaves(through: expected)
                    tiles.roots.append(try nodes.root(ofPacked: leaves[...]))
                    leaves.removeAll(keepingCapacity: true)
                }
                expected += 1
            }
            guard expected == range.upperBound + 1 else {
                throw LogFault(position: Position(expected), reason: "the event is missing")
            }
            if endsAtHead { try requireEnd(before: expected) }
        } catch let fault as LogFault {
            // A leaf before it may be wrong, too.
            try compareLeaves(through: expected - 1)
            throw fault
        } catch let error as SQLiteError where error.isCorrupt {
            throw LogFault(position: Position(expected), reason: "SQLite finds the file damaged: \(error.message)")
        }
        try compareLeaves(through: range.upperBound)
        let size = SHA256Digest.byteCount
        tiles.rest = stride(from: 0, to: leaves.count, by: size).compactMap {
            SHA256Digest(bytes: leaves[$0..<$0 + size])
        }
        return tiles
    }

    // Columns are read by number, because every event of the log is checked here: not every column is read, and bytes
    // are lent.
    private mutating func check(_ row: borrowing Row, at expected: Int64, startsRange: Bool) throws {
        try require(row.integer(0) == expected, at: expected, "the event is missing")
        let number = row.integer(5)
        if transaction?.number != number { try follow(number, at: expected, startsRange: startsRange) }
        guard let transaction else {
            throw LogFault(position: Position(expected), reason: "its transaction is missing")
        }
        try require(expected <= transaction.last, at: expected, "its transaction has fewer events")
        try checkPayload(row, at: expected)
        let (stream, version) = (row.integer(1), row.integer(2))
        places.add(stream: stream, version: version, position: expected)
        try checkPlace(stream: stream, version: version, at: expected)
        row.withBytes(3) { type in
            if Self.isRotation(type) { rotations += 1 }
        }
        entry.fill(row)
        hasher.update(entry.bytes)
        hasher.finalize().append(to: &leaves)
    }

    private static let rotation = Array(KeyRotated.type.name.utf8)

    private static func isRotation(_ type: borrowing Span<UInt8>) -> Bool {
        guard type.count == rotation.count else { return false }
        for index in type.indices where type[index] != rotation[index] { return false }
        return true
    }

    /// Moves on to the transaction of the next event.
    private mutating func follow(_ number: Int64, at position: Int64, startsRange: Bool) throws {
        let before = transaction
        if let before {
            try requireEnd(before: position)
            try require(number == before.number + 1, at: position, "transaction \(before.number + 1) is missing")
        }
        transaction = try lookups.transactions.first(number) {
            try TransactionRow(
                number: $0.next(), first: $0.next(), last: $0.next(), recordedAt: $0.next(), digest: $0.next())
        }
        guard let now = transaction else {
            throw LogFault(position: Position(position), reason: "transaction \(number) is missing")
        }
        try require(
            startsRange ? now.first <= position : now.first == position, at: position,
            "transaction \(number) says that it starts at \(now.first)")
        entry.begin(transaction: number, recordedAt: now.recordedAt, digest: now.digest)
    }

    private func requireEnd(before position: Int64) throws {
        guard let transaction else { return }
        try require(
            transaction.last < position, at: position, "the event is missing from transaction \(transaction.number)")
    }

    private mutating func checkPayload(_ row: borrowing Row, at position: Int64) throws {
        guard !row.isNull(7), !row.isNull(8) else {
            try require(row.isNull(7) && row.isNull(8), at: position, "the payload is half erased")
            // Every blanked place has to be listed: otherwise it was lost, not erased.
            let isListed = try lookups.erasures.first(position) { _ in true } ?? false
            return try require(isListed, at: position, "it is blank, and no erasure says so")
        }
        let length = row.withBytes(8) {
            hasher.update($0)
            return $0.count
        }
        row.withBytes(7) { hasher.update($0) }
        let digest = hasher.finalize()
        // As `isDigest` has it, without a copy of the bytes.
        try require(
            length == saltSize && row.withBytes(9) { digest.equals($0) }, at: position, "the payload was changed")
    }

    private func checkPlace(stream: Int64, version: Int64, at position: Int64) throws {
        guard let placeInStream = lookups.placeInStream else { return }
        if version == 1 { return try require(stream == position, at: position, "its stream \(stream) never started") }
        let before = try placeInStream.first(stream, version - 1) { try $0.next(Int64.self) }
        try require(
            before.map { $0 < position } ?? false, at: position,
            "its stream version is \(version), and version \(version - 1) does not stand before it")
    }

    /// Compares the leaves since the last full tile with the stored ones.
    private func compareLeaves(through position: Int64) throws {
        guard !leaves.isEmpty else { return }
        let index = (position - 1) / TileID.width
        let stored = try SQLiteTiles(connection).hashes(of: TileID(level: 0, index: index)) ?? []
        if stored.starts(with: leaves) {
            // A full tile never grows.
            guard leaves.count == Int(TileID.width) * SHA256Digest.byteCount, stored.count > leaves.count else {
                return
            }
            throw LogFault(position: Position(position + 1), reason: "the Merkle tiles hold more than the log does")
        }
        let common = zip(stored, leaves).prefix { $0 == $1 }.count / SHA256Digest.byteCount
        throw LogFault(
            position: Position(index * TileID.width + Int64(common) + 1),
            reason: "the entry differs from its leaf in the Merkle tree")
    }

    private func require(_ condition: Bool, at position: Int64, _ reason: @autoclosure () -> String) throws {
        guard condition else { throw LogFault(position: Position(position), reason: reason()) }
    }
}
