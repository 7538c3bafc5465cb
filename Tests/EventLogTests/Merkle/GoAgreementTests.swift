import EventLog
import Foundation
import Hashing
import Testing

/// Compares tiles, roots and proofs with Go's golang.org/x/mod/sumdb/tlog, which the Go checksum database runs on.
struct GoAgreementTests {
    static let goPath = "/usr/share/gocode"
    static let isGoPresent =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/go")
        && FileManager.default.fileExists(atPath: goPath + "/src/golang.org/x/mod/sumdb/tlog/tlog.go")

    static let program = #"""
        package main

        import (
            "encoding/hex"
            "fmt"
            "strconv"

            "golang.org/x/mod/sumdb/tlog"
        )

        type hashes []tlog.Hash

        func (h hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
            out := make([]tlog.Hash, len(indexes))
            for i, index := range indexes {
                out[i] = h[index]
            }
            return out, nil
        }

        func check(err error) {
            if err != nil {
                panic(err)
            }
        }

        func main() {
            const size = 66000
            var stored hashes
            for n := int64(0); n < size; n++ {
                more, err := tlog.StoredHashes(n, []byte(strconv.FormatInt(n, 10)), stored)
                check(err)
                stored = append(stored, more...)
            }
            for _, t := range []int64{1, 2, 3, 255, 256, 257, 511, 1000, 65535, 65536, 65537, size} {
                root, err := tlog.TreeHash(t, stored)
                check(err)
                fmt.Println("root", t, hex.EncodeToString(root[:]))
                for _, n := range []int64{0, 1, t / 3, t / 2, t - 2, t - 1} {
                    if n < 0 || n >= t {
                        continue
                    }
                    proof, err := tlog.ProveRecord(t, n, stored)
                    check(err)
                    fmt.Print("inclusion ", n, " ", t)
                    for _, h := range proof {
                        fmt.Print(" ", hex.EncodeToString(h[:]))
                    }
                    fmt.Println()
                    if n == 0 {
                        continue
                    }
                    tree, err := tlog.ProveTree(t, n, stored)
                    check(err)
                    fmt.Print("consistency ", n, " ", t)
                    for _, h := range tree {
                        fmt.Print(" ", hex.EncodeToString(h[:]))
                    }
                    fmt.Println()
                }
            }
            for _, tile := range tlog.NewTiles(8, 0, size) {
                data, err := tlog.ReadTileData(tile, stored)
                check(err)
                fmt.Println("tile", tile.L, tile.N, tile.W, hex.EncodeToString(data))
            }
        }
        """#

    /// Runs the Go program and returns its lines, each split at its spaces.
    func run() throws -> [[String]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mailledger-go-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "main.go")
        try Data(Self.program.utf8).write(to: file)
        let output = folder.appending(path: "output")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/go")
        process.arguments = ["run", file.path]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "GOPATH": Self.goPath, "GO111MODULE": "off", "GOFLAGS": "",
            "GOCACHE": folder.appending(path: "cache").path,
        ]) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try String(decoding: Data(contentsOf: output), as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: " ").map(String.init) }
    }

    @Test(.enabled(if: isGoPresent, "needs golang-go and golang-golang-x-mod-dev"))
    func `Go's transparency log gives the same roots, proofs and tiles`() throws {
        let lines = try run()
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
        #expect(counts["root"] == 12 && counts["inclusion", default: 0] > 50 && counts["consistency", default: 0] > 40)
    }
}
