import Cryptography
import EventLog
import TestSupport
import Testing

/// Compares tiles, roots and proofs with Go's golang.org/x/mod/sumdb/tlog, which the Go checksum database runs on.
@Suite(.enabled("golang-go or golang-golang-x-mod-dev is not installed") { GoOracle.isPresent })
struct GoAgreementTests {
    /// Edges of tiles, and sizes that nobody chose.
    private func sizes() -> [Int64] {
        var generator = SeededGenerator()
        let largest = Int64(NaiveMerkle.manyLeaves.count)
        let chosen = [1, 2, 3, 255, 256, 257, 511, 1000, 65535, 65536, 65537, largest]
        return chosen + (0..<60).map { _ in Int64.random(in: 1...largest, using: &generator) }
    }

    @Test func `Go's transparency log gives the same roots, proofs and tiles`() throws {
        let sizes = sizes()
        let lines = try GoOracle.run(["tree"] + sizes.map(String.init)).split(separator: "\n")
            .map { $0.split(separator: " ").map(String.init) }
        let tree = try NaiveMerkle.largeTree.get()
        var widths: [TileID: Int] = [:]
        var counts: [String: Int] = [:]
        for line in lines {
            counts[line[0], default: 0] += 1
            let (first, second) = (try #require(Int64(line[1])), Int64(line[2]) ?? 0)
            switch line[0] {
            case "root":
                #expect(try tree.root(atSize: first).hex == line[2])
            case "inclusion":
                #expect(try tree.inclusionProof(of: first, atSize: second).hashes.map(\.hex) == Array(line[3...]))
            case "consistency":
                #expect(try tree.consistencyProof(from: first, to: second).hashes.map(\.hex) == Array(line[3...]))
            default:
                let tile = TileID(level: Int(first), index: second)
                // Go lists a growing tile at each of its widths.
                widths[tile] = Int(line[3])
                let isSame = tree.storage.hashes(of: tile)?.hex.hasPrefix(line[4]) == true
                #expect(isSame, "tile \(tile)")
            }
        }
        #expect(widths == tree.storage.tiles.mapValues { $0.count / SHA256Digest.byteCount })
        #expect(counts["root"] == sizes.count)
        #expect(counts["inclusion", default: 0] > 250 && counts["consistency", default: 0] > 200)
    }
}
