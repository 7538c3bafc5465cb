/// What is different between two answers of a list, so that a program can move rows instead of showing all again.
///
/// Take away the removed rows and those that moved, from the last to the first. Then put in the inserted rows and those
/// that moved, from the first to the last. Then show the updated ones again.
public struct ListDifference: Hashable, Sendable {
    /// A row of both answers that changed its place among the rows that stayed.
    public struct Move: Hashable, Sendable {
        /// Its index in the old answer.
        public let from: Int
        /// Its index in the new answer.
        public let to: Int
    }

    /// Indexes in the old answer, ascending.
    public let removed: [Int]
    /// Indexes in the new answer, ascending.
    public let inserted: [Int]
    /// In the order of the new answer; as few as possible.
    public let moved: [Move]
    /// Indexes in the new answer, ascending: rows of both answers whose content is different.
    public let updated: [Int]

    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty }

    /// Compares two answers, whose rows are the same if they have the same id.
    ///
    /// - Parameter old: Of several rows with the same id only the first counts; the others are removed, and inserted.
    /// - Complexity: O(n log n).
    public init<Row: Identifiable & Equatable>(from old: [Row], to new: [Row]) {
        var places = Dictionary(old.enumerated().map { ($1.id, $0) }) { first, _ in first }
        var (inserted, updated): ([Int], [Int]) = ([], [])
        var kept: [Move] = []
        for (index, row) in new.enumerated() {
            guard let place = places.removeValue(forKey: row.id) else {
                inserted.append(index)
                continue
            }
            kept.append(Move(from: place, to: index))
            if old[place] != row { updated.append(index) }
        }
        let stays = Self.longestAscent(of: kept.map(\.from))
        let remaining = Set(kept.map(\.from))
        removed = old.indices.filter { !remaining.contains($0) }
        self.inserted = inserted
        self.updated = updated
        moved = kept.filter { !stays.contains($0.from) }
    }

    /// The longest ascending part of a sequence of different numbers: the rows that need not move.
    ///
    /// Each number ends a part: the longest that ends in a lower number, and itself. Of all parts of a length only the
    /// one with the lowest end can grow (Fredman, “On computing the length of longest increasing subsequences”, 1975).
    private static func longestAscent(of numbers: [Int]) -> Set<Int> {
        var ends: [Int] = []
        var before: [Int: Int] = [:]
        for number in numbers {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if ends[middle] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[number] = ends[low - 1] }
            if low < ends.count { ends[low] = number } else { ends.append(number) }
        }
        var ascent: Set<Int> = []
        var next = ends.last
        while let number = next {
            ascent.insert(number)
            next = before[number]
        }
        return ascent
    }
}
