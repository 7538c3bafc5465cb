internal import SQLite

/// The part of a mailbox where the first page of a list by date must lie.
package struct MessageWindow: Hashable, Sendable {
    /// The numbers that its messages have; they are few, apart from each other and ascend.
    let ids: [ClosedRange<Int64>]
    /// The first date, in µs, that messages outside of it may have in the order of the list.
    let edge: Int64
    let order: ListOrder

    /// Whether a message is in it, and comes before all that are not.
    var condition: SQL {
        // The plus keeps SQLite from walking all that are so late: those with the words are fewer.
        switch order {
        case .newestFirst: "+message.sort_date > \(bind: edge)"
        case .oldestFirst: "+message.sort_date < \(bind: edge)"
        }
    }

    /// Asks for the numbers of its documents that have words.
    func documents(with words: String) -> SQL {
        let walks: [SQL] = ids.map {
            """
            SELECT rowid FROM search.text WHERE text MATCH \(bind: words) \
            AND rowid BETWEEN \(bind: $0.lowerBound) AND \(bind: $0.upperBound)
            """
        }
        return walks.joined(separator: " UNION ALL ")
    }
}

extension MessagesQuery {
    /// Looks for the page of a search among the latest messages alone, or the earliest, where they are likely to hold it.
    ///
    /// The table `message_block` tells between which dates the messages of each block of numbers lie, as a block range index
    /// does (<https://www.postgresql.org/docs/current/brin.html>). Mail is mostly recorded in the order of its dates, folder
    /// by folder; then the latest lie in few blocks, and the full text is read for those only. How many are looked at depends on
    /// how frequent the words are, not on how large the mailbox is.
    ///
    /// - Parameters:
    ///   - numbers: Among how many numbers a page of the words may be expected.
    ///   - hits: Counts what has the words in a window, up to a bound.
    ///   - found: Counts what the whole filter takes of them, up to a page.
    /// - Returns: Nil where the words are rare, the filter takes few of what has them, or dates are spread over all blocks.
    func window(
        page: Int, order: ListOrder, startingWith numbers: Int64,
        hits: (MessageWindow, _ bound: Int) throws -> Int, found: (MessageWindow) throws -> Int
    ) throws -> MessageWindow? {
        let all = try connection.first("SELECT max(block) - min(block) + 1 FROM message_block") {
            $0.optionalInteger(0)
        }
        guard let all, let all else { return nil }
        let half = Int(all / 2)
        // With some to spare, and one that others may reach into.
        var size = min(1 + MessageBlock.count(of: numbers * 3 / 2), max(half, 1))
        while size <= half, let window = try window(blocks: size, order) {
            // What is not found among so many would not be found soon.
            let most = max(page, 20) * 16
            guard try hits(window, most) < most else { return nil }
            let found = try found(window)
            if found >= page { return window }
            guard size < half else { return nil }
            // By how many there were; a few tell little.
            size = min(size * (found == 0 ? 2 : min(max(page * 3 / 2 / found, 2), 8)), half)
        }
        return nil
    }

    /// Each range is a walk of its own through the full text.
    private static let mostRanges = 16

    /// Nil where there are no more blocks than that, or they lie apart.
    private func window(blocks count: Int, _ order: ListOrder) throws -> MessageWindow? {
        let edge: SQL =
            switch order {
            case .newestFirst: "latest"
            case .oldestFirst: "earliest"
            }
        let found = try connection.rows(
            "SELECT block, \(edge) FROM message_block ORDER BY \(edge) \(order.direction) LIMIT \(bind: count + 1)"
        ) { (block: $0.integer(0), edge: $0.integer(1)) }
        guard found.count > count, let next = found.last else { return nil }
        var ids: [ClosedRange<Int64>] = []
        for block in found.dropLast().map(\.block).sorted() {
            let numbers = MessageBlock.ids(of: block)
            if let last = ids.last, last.upperBound + 1 == numbers.lowerBound {
                ids[ids.count - 1] = last.lowerBound...numbers.upperBound
            } else {
                ids.append(numbers)
            }
        }
        guard ids.count <= Self.mostRanges else { return nil }
        return MessageWindow(ids: ids, edge: next.edge, order: order)
    }
}
