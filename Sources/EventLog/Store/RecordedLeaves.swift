internal import Cryptography

/// The leaves that the tiles of a log hold, for a reader that goes from one to the next.
struct RecordedLeaves {
    private let log: any LogReading
    private var index: Int64 = -1
    private var hashes: [UInt8] = []

    init(of log: any LogReading) {
        self.log = log
    }

    /// Returns the leaf of a position, or nil when there is none.
    ///
    /// - Complexity: One row of 256 leaves is read for as many positions in turn.
    mutating func leaf(at position: Position) throws -> SHA256Digest? {
        // A damaged row may name any place.
        guard position > .start else { return nil }
        let (tile, offset) = (position.rawValue - 1).quotientAndRemainder(dividingBy: TileID.width)
        if tile != index {
            hashes = try log.hashes(of: TileID(level: 0, index: tile)) ?? []
            index = tile
        }
        let start = Int(offset) * SHA256Digest.byteCount
        guard start + SHA256Digest.byteCount <= hashes.count else { return nil }
        return SHA256Digest(bytes: hashes[start..<start + SHA256Digest.byteCount])
    }
}
