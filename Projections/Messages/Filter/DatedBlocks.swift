internal import SQLiteDatabase

/// Blocks of messages in the order of a list by date, each placed by the date that the list reaches first.
struct DatedBlocks {
    private struct Block {
        let number: Int64
        /// The dates between which its messages lie, in µs and in the direction of the list: negated if the newest come
        /// first.
        let first, last: Int64
    }

    let order: ListOrder
    private let blocks: [Block]

    /// - Parameter count: The number of blocks to read; one more is read to find their edge.
    init(first count: Int, in order: ListOrder, on connection: Connection) throws {
        let (edge, first, last): (SQL, SQL, SQL) =
            switch order {
            case .newestFirst: ("latest", "-latest", "-earliest")
            case .oldestFirst: ("earliest", "earliest", "latest")
            }
        self.order = order
        blocks = try connection.rows(
            """
            SELECT block, \(first), \(last) FROM message_block ORDER BY \(edge) \(order.direction) LIMIT \(bind: count + 1)
            """
        ) { try Block(number: $0.next(), first: $0.next(), last: $0.next()) }
    }

    /// The number of blocks that are followed by another, whose first date is their edge.
    var count: Int { max(blocks.count - 1, 0) }

    /// The numbers of the first `count` blocks, ascending.
    func numbers(ofFirst count: Int) -> [Int64] {
        blocks[..<count].map(\.number).sorted()
    }

    /// The date in µs at which messages outside of the first `count` blocks begin.
    func edge(ofFirst count: Int) -> Int64 {
        switch order {
        case .newestFirst: -blocks[count].first
        case .oldestFirst: blocks[count].first
        }
    }

    /// The fewest of the first blocks that are likely to have `wanted` messages before their edge; nil if all have
    /// fewer.
    ///
    /// A block whose messages are of all times has few of them there, and many blocks may end at nearly the same date.
    /// So it assumes that each block's messages are spread evenly over its time. Complexity: O(*n* log *n*).
    func fewest(holding wanted: Int64) -> Int? {
        guard count > 0, expected(ofFirst: count) >= Double(wanted) else { return nil }
        var (few, enough) = (0, count)
        while enough - few > 1 {
            let middle = (few + enough) / 2
            if expected(ofFirst: middle) >= Double(wanted) { enough = middle } else { few = middle }
        }
        return enough
    }

    /// The expected number of messages of the first blocks that come before all others.
    func expected(ofFirst count: Int) -> Double {
        let edge = Double(blocks[count].first)
        return blocks[..<count].reduce(0) { sum, block in
            let (first, last) = (Double(block.first), Double(block.last))
            let share = last < edge ? 1 : (edge - first) / max(last - first, 1)
            return sum + share * Double(MessageBlock.size)
        }
    }
}
