internal import Cryptography
internal import SQLiteDatabase

/// Recomputes the tiles of a log's Merkle tree above its leaves, and compares each with the stored one.
///
/// It needs memory for one tile per level.
struct TileVerifier: ~Copyable {
    /// The tile at the right edge of a level: the number of full tiles before it, and its hashes so far.
    private struct Edge {
        var index: Int64 = 0
        var hashes: [UInt8] = []
    }

    private let connection: Connection
    private var hasher = MerkleHasher()
    private var edges: [Edge] = []

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Takes the root of the next full tile of leaves, which were already compared with the stored ones.
    mutating func append(root: SHA256Digest) throws {
        if edges.isEmpty { edges.append(Edge()) }
        edges[0].index += 1
        try append(root.bytes, level: 1)
    }

    /// Takes the leaves behind the last full tile.
    mutating func append(rest leaves: [SHA256Digest]) throws {
        guard !leaves.isEmpty else { return }
        if edges.isEmpty { edges.append(Edge()) }
        edges[0].hashes = leaves.flatMap(\.bytes)
    }

    private mutating func append(_ hash: [UInt8], level: Int) throws {
        if level == edges.count { edges.append(Edge()) }
        edges[level].hashes += hash
        guard edges[level].hashes.count == Int(TileID.width) * SHA256Digest.byteCount else { return }
        try compareEdge(of: level)
        let root = try hasher.root(ofPacked: edges[level].hashes[...])
        edges[level] = Edge(index: edges[level].index + 1)
        try append(root.bytes, level: level + 1)
    }

    /// Compares the incomplete tiles after the last leaf with the stored ones; nothing may be stored beyond them.
    mutating func finish(at head: Position) throws {
        var count: Int64 = 0
        for (level, edge) in edges.enumerated() {
            count += edge.index
            guard !edge.hashes.isEmpty else { continue }
            count += 1
            try compareEdge(of: level)
        }
        let storedCount = try connection.first("SELECT count(*) FROM tiles") { try $0.next(Int64.self) }
        guard storedCount == count else { throw Self.excess(after: head) }
    }

    private func compareEdge(of level: Int) throws {
        let edge = edges[level]
        let stored = try stored(TileID(level: level, index: edge.index))
        guard stored != edge.hashes else { return }
        let common = zip(stored, edge.hashes).prefix { $0 == $1 }.count / SHA256Digest.byteCount
        let hash = edge.index * TileID.width + Int64(common)
        let first = (0..<level).reduce(hash) { first, _ in first * TileID.width } + 1
        // Leaves are compared one by one: if a leaf tile differs here, it is too long.
        guard level > 0, common * SHA256Digest.byteCount < edge.hashes.count else {
            throw Self.excess(after: Position(first - 1))
        }
        throw LogFault(position: Position(first), reason: "a Merkle tile of level \(level) differs from the leaves")
    }

    private func stored(_ tile: TileID) throws -> [UInt8] {
        try SQLiteTiles(connection).hashes(of: tile) ?? []
    }

    private static func excess(after head: Position) -> LogFault {
        LogFault(position: head.advanced(by: 1), reason: "the Merkle tiles hold more than the log does")
    }
}
