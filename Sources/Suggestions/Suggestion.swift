/// Finds the name that was meant by one that does not exist.
package enum Suggestion {
    /// Returns the candidate nearest to `word`, or nil where none is near: a third of the letters may be wrong.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let typed = Array(word.lowercased())
        // A name needs no comparison where it is far too long, and a command line may hold any rubbish.
        guard !typed.isEmpty, typed.count <= 64 else { return nil }
        let ranked = candidates.map { ($0, distance(typed, Array($0.lowercased()))) }
        if let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(1, min(3, typed.count / 3)) { return best.0 }
        let longer = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
        return typed.count >= 2 && longer.count == 1 ? longer.first : nil
    }

    /// Returns how many letters must be added, dropped, changed or swapped with their neighbour.
    ///
    /// - Complexity: O(*n* · *m*).
    static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
