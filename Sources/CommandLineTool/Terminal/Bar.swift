/// Numbers as lengths, for a terminal: a bar beside each, or a line of them.
package enum Bar {
    /// A bar whose length is the share of a number in the largest one, to an eighth of a column.
    ///
    /// - Parameter width: The columns of the largest.
    package static func text(_ number: Int, of largest: Int, width: Int) -> String {
        guard number > 0, largest > 0, width > 0 else { return "" }
        let share = Double(min(number, largest)) / Double(largest)
        // What is there at all can be seen.
        let eighths = max(1, Int(share * Double(width * 8) + 0.5))
        let rest = eighths % 8
        return String(repeating: "█", count: eighths / 8) + (rest > 0 ? String(parts[rest - 1]) : "")
    }

    /// A line with a column of eight heights for each number; nothing is a blank.
    package static func sparkline(_ numbers: [Int]) -> String {
        guard let largest = numbers.max(), largest > 0 else { return "" }
        return String(
            numbers.map { number in
                number > 0 ? heights[min(7, Int(Double(number) / Double(largest) * 8))] : " "
            })
    }

    private static let parts: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
