/// The lines of ranges of a message, counted in one pass over it: messages within each other have most bytes in common.
struct LineCounts {
    /// The line ends before each place that was asked for.
    private var before: [Int: Int] = [:]

    /// - Complexity: O(the length of the bytes + n log n) for n ranges.
    init(_ bytes: [UInt8], in ranges: [Range<Int>]) {
        var count = 0
        var position = 0
        for place in ranges.flatMap({ [$0.lowerBound, $0.upperBound] }).sorted() {
            count += Self.lineEnds(bytes, position..<place)
            position = place
            before[place] = count
        }
    }

    subscript(range: Range<Int>) -> Int { (before[range.upperBound] ?? 0) - (before[range.lowerBound] ?? 0) }

    private static func lineEnds(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        var count = 0
        for byte in bytes[range] { count &+= byte == 0x0A ? 1 : 0 }
        return count
    }
}
