/// Why a Merkle tree could not answer.
public enum MerkleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A size or index lies outside of the tree.
    case outOfRange
    /// A tile that a tree of this size needs is not stored, or has too few hashes.
    case missingTile(TileID)
    /// A stored tile is no row of whole hashes.
    case damagedTile

    /// A line for a log.
    public var description: String {
        switch self {
        case .outOfRange: "a size or index lies outside of the Merkle tree"
        case .missingTile(let tile): "Merkle tile \(tile.level)/\(tile.index) is missing or incomplete"
        case .damagedTile: "a Merkle tile is no row of whole hashes"
        }
    }
}
