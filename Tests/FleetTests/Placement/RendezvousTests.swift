import Cryptography
import EventLog
import Fleet
import TestSupport
import Testing

/// Where ledgers are warm, for ids and names that are drawn by lot.
@Suite struct `A placement of ledgers` {
    private static let count = 3_000

    private struct Lot {
        var generator = SeededGenerator(for: "A placement")
        let ledgers: [LedgerID]

        init() {
            var generator = generator
            ledgers = (0..<count).map { _ in
                LedgerID(
                    UniqueID.random { count in (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } })
            }
            self.generator = generator
        }

        mutating func nodes(_ count: Int) -> [String] {
            (0..<count).map { "node\($0)-\(UInt32.random(in: 0...UInt32.max, using: &generator))" }
        }
    }

    @Test(arguments: [4, 8, 16])
    func `gives a further node its part, and moves nothing else`(_ count: Int) {
        var lot = Lot()
        let nodes = lot.nodes(count)
        let more = nodes + ["another"]
        var (moved, isOnlyToIt, keepsOrder) = (0, true, true)
        for ledger in lot.ledgers {
            let (before, after) = (
                Rendezvous.choices(of: ledger, among: nodes), Rendezvous.choices(of: ledger, among: more)
            )
            if after.filter({ $0 != "another" }) != before { keepsOrder = false }
            guard after.first != before.first else { continue }
            moved += 1
            if after.first != "another" { isOnlyToIt = false }
        }
        #expect(isOnlyToIt && keepsOrder, "seed \(lot.generator.seed)")
        // Of 3,000 draws, five standard deviations to both sides.
        let ideal = 1 / Double(count + 1)
        let deviation = 5 * (ideal * (1 - ideal) / Double(Self.count)).squareRoot()
        #expect(
            abs(Double(moved) / Double(Self.count) - ideal) < deviation, "seed \(lot.generator.seed): \(moved) moved")
    }

    @Test(arguments: [4, 8, 16])
    func `leaves the ledgers of a lost node to their second choices, and moves no others`(_ count: Int) {
        var lot = Lot()
        let nodes = lot.nodes(count)
        let rest = Array(nodes.dropFirst())
        let others = lot.ledgers.filter { ledger in
            let (before, after) = (
                Rendezvous.choices(of: ledger, among: nodes), Rendezvous.choices(of: ledger, among: rest)
            )
            return after.first != (before.first == nodes[0] ? before[1] : before[0])
        }
        #expect(others == [], "seed \(lot.generator.seed)")
    }

    @Test(arguments: [4, 8, 16])
    func `spreads ledgers evenly, in whatever order nodes are named`(_ count: Int) {
        var lot = Lot()
        let nodes = lot.nodes(count)
        var (kept, isOrdered): ([String: Int], Bool) = ([:], true)
        for ledger in lot.ledgers {
            let choices = Rendezvous.choices(of: ledger, among: nodes)
            if choices != Rendezvous.choices(of: ledger, among: nodes.reversed()) { isOrdered = false }
            kept[choices[0], default: 0] += 1
        }
        let mean = Double(Self.count) / Double(count)
        for (node, number) in kept {
            #expect(abs(Double(number) - mean) < 5 * mean.squareRoot(), "seed \(lot.generator.seed): \(node) \(number)")
        }
        #expect(kept.count == count && isOrdered, "seed \(lot.generator.seed)")
    }

    @Test func `is the same for all programs`() throws {
        // From: printf '00112233445566778899aabbccddeeff' | xxd -r -p, the name behind it, sha256sum.
        let ledger = try #require(LedgerID("00112233-4455-6677-8899-aabbccddeeff"))
        #expect(Rendezvous.choices(of: ledger, among: ["a", "b", "c"]) == ["b", "c", "a"])
    }
}
