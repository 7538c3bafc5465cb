internal import SQLiteDatabase

/// Numbers of messages among which words are looked for.
package struct MessageNumbers: Hashable, Sendable {
    /// Those that are read in one go; they are apart from each other and ascend.
    private(set) var ranges: [ClosedRange<Int64>] = []
    /// Those that count; nil if all do that are read.
    private var members: [Int64]?

    /// - Parameters:
    ///   - numbers: In ascending order.
    ///   - gap: The greatest gap between two numbers that a range reads over.
    init(_ numbers: [Int64], readingOver gap: Int64) {
        members = numbers
        for number in numbers { append(number...number, joining: gap) }
    }

    /// Takes blocks whose numbers ascend.
    init(ofBlocks blocks: [Int64]) {
        for block in blocks { append(MessageBlock.ids(of: block), joining: 1) }
    }

    private mutating func append(_ next: ClosedRange<Int64>, joining gap: Int64) {
        if let last = ranges.last, next.lowerBound - last.upperBound <= gap {
            ranges[ranges.count - 1] = last.lowerBound...next.upperBound
        } else {
            ranges.append(next)
        }
    }

    func contains(_ number: Int64) -> Bool { ranges.contains { $0.contains(number) } }

    /// Returns a query for the documents whose text contains the words.
    func documents(with words: String) -> SQL {
        let list = "[" + ranges.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ",") + "]"
        // The plus keeps SQLite from asking for them one by one.
        let isMember: SQL = members.map { "+text.rowid IN (\(SQL.rows($0)))" } ?? "TRUE"
        // SQLite compares each document again: so the bounds are taken out of their list once.
        return """
            WITH numbers (low, high) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(\(bind: list))) \
            SELECT text.rowid FROM numbers CROSS JOIN search.text \
            WHERE text MATCH \(bind: words) AND text.rowid BETWEEN low AND high AND \(isMember)
            """
    }
}
