import MailLedger
import TestSupport
import Testing

private struct Row: Identifiable, Hashable, Sendable {
    let id: Int
    var text = 0
}

@Suite struct `The difference of two lists` {
    @Test func `says what was removed, inserted, moved and updated`() {
        let difference = ListDifference(
            from: [1, 2, 3, 4].map { Row(id: $0) }, to: [Row(id: 4), Row(id: 1), Row(id: 3, text: 1), Row(id: 5)])
        #expect(difference.removed == [1])
        #expect(difference.inserted == [3])
        #expect(difference.moved.map { [$0.from, $0.to] } == [[3, 0]])
        #expect(difference.updated == [2])
        #expect(!difference.isEmpty && ListDifference(from: [Row(id: 1)], to: [Row(id: 1)]).isEmpty)
    }

    @Test func `applied to the old list gives the new one, with as few rows touched as can be`() {
        var random = SeededGenerator(for: "differences of lists")
        for round in 0..<400 {
            let label = "seed \(random.seed) round \(round)"
            let ids = Array(0..<24).shuffled(using: &random)
            let old = ids.prefix(Int.random(in: 0...16, using: &random)).map { Row(id: $0) }
            var new = round % 2 == 0 ? Array(0..<24).shuffled(using: &random) : old.map(\.id)
            if round % 2 == 1 {
                for _ in 0..<Int.random(in: 0..<4, using: &random) where !new.isEmpty {
                    let id = new.remove(at: new.indices.randomElement(using: &random) ?? 0)
                    if Bool.random(using: &random) {
                        new.insert(id, at: Int.random(in: 0...new.count, using: &random))
                    }
                }
            }
            let rows = new.prefix(16).map { Row(id: $0, text: Int.random(in: 0..<2, using: &random)) }
            let difference = ListDifference(from: old, to: rows)
            #expect(apply(difference, to: old, rows) == rows, "\(label)")
            // The standard library finds the longest common part, too.
            let shortest = rows.map(\.id).difference(from: old.map(\.id))
            #expect(difference.removed.count + difference.moved.count == shortest.removals.count, "\(label)")
            #expect(difference.inserted.count + difference.moved.count == shortest.insertions.count, "\(label)")
        }
    }

    @Test func `of lists with an id twice can be applied, too`() {
        let (old, new) = ([1, 1, 2].map { Row(id: $0) }, [2, 2, 1].map { Row(id: $0) })
        #expect(apply(ListDifference(from: old, to: new), to: old, new) == new)
    }

    @Test func `of a long list turned over is quick`() {
        let rows = (0..<100_000).map { Row(id: $0) }
        let difference = ListDifference(from: rows, to: rows.reversed())
        #expect(difference.moved.count == rows.count - 1 && difference.removed.isEmpty)
    }

    /// Does what the documentation says.
    private func apply(_ difference: ListDifference, to old: [Row], _ new: [Row]) -> [Row] {
        var rows = old
        for index in (difference.removed + difference.moved.map(\.from)).sorted(by: >) { rows.remove(at: index) }
        let moved = difference.moved.map { ($0.to, old[$0.from]) }
        let inserted = difference.inserted.map { ($0, new[$0]) }
        for (index, row) in (moved + inserted).sorted(by: { $0.0 < $1.0 }) { rows.insert(row, at: index) }
        for index in difference.updated { rows[index] = new[index] }
        return rows
    }
}
