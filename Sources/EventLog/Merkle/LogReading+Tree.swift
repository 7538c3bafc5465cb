public import Cryptography

/// The tiles that a log holds.
struct LogTiles: TileReading {
    private let log: any LogReading

    init(of log: any LogReading) {
        self.log = log
    }

    func hashes(of tile: TileID) throws -> [UInt8]? { try log.hashes(of: tile) }
}

extension LogReading {
    /// Returns the Merkle tree hash of the first *n* events (RFC 6962 section 2.1).
    /// - Complexity: O(log *n*) tiles read.
    public func root(at position: Position) throws -> SHA256Digest {
        try MerkleTree(LogTiles(of: self), size: position.rawValue).root()
    }

    /// Returns the leaf hash of the event at a position, computed from the stored event; nil if there is none.
    public func leaf(at position: Position) throws -> SHA256Digest? {
        guard let event = try event(at: position), let transaction = try transaction(event.transaction) else {
            return nil
        }
        var hasher = SHA256Hasher()
        return Entry.leaf(of: event, in: transaction, ledger: identity.id, with: &hasher)
    }

    /// Finds it in its tile.
    public func recordedLeaf(at position: Position) throws -> SHA256Digest? {
        guard position > .start else { return nil }
        var leaves = RecordedLeaves(of: self)
        return try leaves.leaf(at: position)
    }
}
