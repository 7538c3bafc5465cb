internal import SQLiteDatabase

/// The part of a mailbox that must contain the first page of a list by date.
package struct MessageWindow: Hashable, Sendable {
    /// The numbers of its messages.
    let numbers: MessageNumbers
    /// The first date, in µs, that messages outside of it may have in the order of the list.
    let edge: Int64
    let order: ListOrder
    /// The approximate distance between the numbers of messages with the words.
    let spacing: Int64

    /// The greatest number of ranges; each takes a walk of its own through the full text.
    private static let mostRanges = 16

    /// The first `count` blocks; nil if they are too scattered.
    fileprivate init?(ofFirst count: Int, of dates: DatedBlocks, spacing: Int64) {
        numbers = MessageNumbers(ofBlocks: dates.numbers(ofFirst: count))
        guard numbers.ranges.count <= Self.mostRanges else { return nil }
        edge = dates.edge(ofFirst: count)
        order = dates.order
        self.spacing = spacing
    }

    /// Whether a message with a date comes before all messages outside the window.
    func isBeforeEdge(_ date: SQL) -> SQL {
        // The plus keeps SQLite from walking all messages of such dates: those with the words are fewer.
        switch order {
        case .newestFirst: "+\(date) > \(bind: edge)"
        case .oldestFirst: "+\(date) < \(bind: edge)"
        }
    }

    /// The number of matches of the words at which a window is given up: more would take too long.
    static func mostHits(of page: Int) -> Int { max(page, 20) * 16 }
}

/// The result of a search for the window of a page.
enum WindowSearch {
    /// Gathering all messages with the words costs less than finding a window.
    case rareWords
    case window(MessageWindow)
    /// The filter selects few of the messages with the words, or dates are spread over all blocks.
    case none
}

/// The kind of rows on a page.
enum ListedKind {
    case messages
    case threads

    /// Counts the rows for numbers of messages.
    fileprivate var count: SQL {
        switch self {
        case .messages: "count(*)"
        case .threads: "count(DISTINCT (SELECT thread FROM thread_member WHERE message = number))"
        }
    }
}

extension MessagesQuery {
    /// Searches for the page among the latest messages alone, or the earliest, where they are likely to contain it.
    ///
    /// The table `message_block` has the dates between which the messages of each block of numbers lie, like a block
    /// range index (<https://www.postgresql.org/docs/current/brin.html>). Mail is mostly recorded in the order of its
    /// dates, folder by folder. Then the latest messages are in few blocks, and the full text is read for those only.
    /// The number of blocks depends on the frequency of the words, not on the size of the mailbox.
    ///
    /// - Parameter found: Counts the messages of a window that match the whole filter, up to a page or more.
    func window(
        of words: String, page: Int, of kind: ListedKind, among messages: Double, _ order: ListOrder,
        found: (MessageWindow) throws -> Int
    ) throws -> WindowSearch {
        // A page that is large compared to the mailbox is not limited to the latest messages.
        guard page < Int(messages) / 8 else { return .none }
        guard let sample = try sample(of: words, page, kind, order) else { return .rareWords }
        guard try hasFewAliases() else { return .none }
        let half = try countOfBlocks() / 2
        let most = max(
            MessageWindow.mostHits(of: page), kind == .messages ? Self.mostGathered(page, of: messages) / 4 : 0)
        // With a reserve.
        var (size, wanted) = (0, sample.numbersOfPage * 3 / 2)
        while let blocks = try firstBlocks(holding: wanted, atMost: half, order), blocks.size > size {
            size = blocks.size
            guard let window = MessageWindow(ofFirst: size, of: blocks.dates, spacing: sample.spacing) else {
                return .none
            }
            guard try count(window.numbers.documents(with: words), upTo: most) < most else { return .none }
            let found = try found(window)
            if found >= page { return .window(window) }
            // Enlarged by the share that matched; if only a few did, the share is unreliable.
            let held = blocks.dates.expected(ofFirst: size)
            wanted = max(wanted, Int64(held)) * Int64(found == 0 ? 2 : min(max(page * 3 / 2 / found, 2), 4))
        }
        return .none
    }

    /// The blocks at the end of the mailbox that probably have `wanted` messages before all others, and their number.
    private func firstBlocks(
        holding wanted: Int64, atMost half: Int, _ order: ListOrder
    ) throws -> (dates: DatedBlocks, size: Int)? {
        var limit = min(4 * (1 + MessageBlock.count(of: wanted)), half)
        while true {
            let dates = try DatedBlocks(first: limit, in: order, on: connection)
            if let size = dates.fewest(holding: wanted) { return (dates, size) }
            // Otherwise as many blocks as are allowed.
            guard limit < half, dates.count == limit else { return dates.count > 0 ? (dates, dates.count) : nil }
            limit = min(limit * 4, half)
        }
    }

    private func countOfBlocks() throws -> Int {
        // Each end by itself: for both at once SQLite would read everything between them.
        try connection.first(
            """
            SELECT ifnull((SELECT max(block) FROM message_block) - (SELECT min(block) FROM message_block) + 1, 0)
            """
        ) { try $0.next() } ?? 0
    }

    /// The cost of finding a window, in pages gathered.
    private static let costOfWindow = 4

    /// Reads the first messages with the words, by number, as many as justify the search for a window.
    ///
    /// - Returns: Nil if there are fewer.
    private func sample(
        of words: String, _ page: Int, _ kind: ListedKind, _ order: ListOrder
    ) throws -> (numbersOfPage: Int64, spacing: Int64)? {
        let few = Self.costOfWindow * page
        let found = try connection.first(
            """
            SELECT count(*), max(number) - min(number) + 1, \(kind.count) FROM (SELECT rowid AS number FROM search.text
                WHERE text MATCH \(bind: words) ORDER BY rowid \(order.direction) LIMIT \(bind: few)) AS counted
            """
        ) { try (count: $0.next(Int.self), span: $0.next(Int64?.self), listed: $0.next(Int.self)) }
        guard let found, let span = found.span, found.count == few, found.listed > 0 else { return nil }
        // Several may belong to one thread; then the same number of pages takes more messages.
        let enough = few * few / found.listed
        guard try enough == few || count(.fullText(words), upTo: enough) >= enough else { return nil }
        return (span * Int64(page) / Int64(found.listed), max(span / Int64(few), 1))
    }
}
