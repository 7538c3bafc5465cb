/// Names a tile: up to 256 neighbouring hashes of one level (<https://c2sp.org/tlog-tiles>).
///
/// Hash *i* of tile *N* at level *L* is the root over the 256^*L* leaves from (256 *N* + *i*) × 256^*L* on.
public struct TileID: Hashable, Sendable {
    /// The number of hashes in a complete tile.
    public static let width: Int64 = 256

    /// 0 for leaf hashes, 1 for the roots of complete tiles of leaf hashes, and so on.
    public let level: Int
    /// The number within the level, from 0.
    public let index: Int64

    /// Names a tile.
    public init(level: Int, index: Int64) {
        self.level = level
        self.index = index
    }
}

/// The source from which a tree reads its tiles.
public protocol TileReading {
    /// Returns the hashes of a tile, 32 bytes each, or nil if it was never stored.
    func hashes(of tile: TileID) throws -> [UInt8]?
}

/// The storage in which a tree keeps its tiles.
public protocol TileStorage: TileReading {
    /// Stores the hashes of a tile in place of those it had, of which they are an extension.
    mutating func store(_ hashes: [UInt8], as tile: TileID) throws
}

/// Tiles in memory: for tests, and for recomputing a tree without storing it.
public struct InMemoryTiles: TileStorage, Sendable {
    /// The hashes of each tile.
    public private(set) var tiles: [TileID: [UInt8]] = [:]

    /// Makes an empty storage.
    public init() {}

    /// Returns the hashes of a tile, or nil if it was never stored.
    public func hashes(of tile: TileID) -> [UInt8]? {
        tiles[tile]
    }

    /// Stores the hashes of a tile.
    public mutating func store(_ hashes: [UInt8], as tile: TileID) {
        tiles[tile] = hashes
    }
}
