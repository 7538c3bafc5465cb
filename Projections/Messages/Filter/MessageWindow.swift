internal import SQLite

/// The part of a mailbox where the first page of a list by date must lie.
package struct MessageWindow: Hashable, Sendable {
    /// Those that its messages have.
    let numbers: MessageNumbers
    /// The first date, in µs, that messages outside of it may have in the order of the list.
    let edge: Int64
    let order: ListOrder
    /// About how far apart the numbers of messages with the words are.
    let spacing: Int64

    /// Each range is a walk of its own through the full text.
    private static let mostRanges = 16

    /// The first so many blocks; nil where they lie apart.
    fileprivate init?(ofFirst count: Int, of dates: DatedBlocks, spacing: Int64) {
        numbers = MessageNumbers(ofBlocks: dates.numbers(ofFirst: count))
        guard numbers.ranges.count <= Self.mostRanges else { return nil }
        edge = dates.edge(ofFirst: count)
        order = dates.order
        self.spacing = spacing
    }

    /// Whether what has a date comes before all that is not in it.
    func isBeforeEdge(_ date: SQL) -> SQL {
        // The plus keeps SQLite from walking all that are so late: those with the words are fewer.
        switch order {
        case .newestFirst: "+\(date) > \(bind: edge)"
        case .oldestFirst: "+\(date) < \(bind: edge)"
        }
    }

    /// What is not found among so many messages with the words would not be found soon.
    static func mostHits(of page: Int) -> Int { max(page, 20) * 16 }
}

/// What a look for the window of a page came to.
enum WindowSearch {
    /// To gather all that have the words costs less than to look for one.
    case rareWords
    case window(MessageWindow)
    /// The filter takes few of what has the words, or dates are spread over all blocks.
    case none
}

/// What a page is of.
enum ListedKind {
    case messages
    case threads

    /// Counts what is listed for numbers of messages.
    fileprivate var count: SQL {
        switch self {
        case .messages: "count(*)"
        case .threads: "count(DISTINCT (SELECT thread FROM thread_member WHERE message = number))"
        }
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
    /// - Parameter found: Counts what the whole filter takes of a window, up to a page or more.
    func window(
        of words: String, page: Int, of kind: ListedKind, among messages: Double, _ order: ListOrder,
        found: (MessageWindow) throws -> Int
    ) throws -> WindowSearch {
        // A page that is large beside the mailbox is no matter of the latest.
        guard page < Int(messages) / 8 else { return .none }
        guard let sample = try sample(of: words, page, kind, order) else { return .rareWords }
        guard try hasFewAliases() else { return .none }
        let half = try countOfBlocks() / 2
        let most = max(
            MessageWindow.mostHits(of: page), kind == .messages ? Self.mostGathered(page, of: messages) / 4 : 0)
        // With some to spare.
        var (size, wanted) = (0, sample.numbersOfPage * 3 / 2)
        while let blocks = try firstBlocks(holding: wanted, atMost: half, order), blocks.size > size {
            size = blocks.size
            guard let window = MessageWindow(ofFirst: size, of: blocks.dates, spacing: sample.spacing) else {
                return .none
            }
            guard try count(window.numbers.documents(with: words), upTo: most) < most else { return .none }
            let found = try found(window)
            if found >= page { return .window(window) }
            // By how many there were; a few tell little.
            let held = blocks.dates.expected(ofFirst: size)
            wanted = max(wanted, Int64(held)) * Int64(found == 0 ? 2 : min(max(page * 3 / 2 / found, 2), 4))
        }
        return .none
    }

    /// The blocks at the end of the mailbox that are likely to hold so many messages before all others, and their number.
    private func firstBlocks(
        holding wanted: Int64, atMost half: Int, _ order: ListOrder
    ) throws -> (dates: DatedBlocks, size: Int)? {
        var limit = min(4 * (1 + MessageBlock.count(of: wanted)), half)
        while true {
            let dates = try DatedBlocks(first: limit, in: order, on: connection)
            if let size = dates.fewest(holding: wanted) { return (dates, size) }
            // Then as many as may be.
            guard limit < half, dates.count == limit else { return dates.count > 0 ? (dates, dates.count) : nil }
            limit = min(limit * 4, half)
        }
    }

    private func countOfBlocks() throws -> Int {
        // Each end by its own: of both at once SQLite would read all that lies between.
        try connection.first(
            """
            SELECT ifnull((SELECT max(block) FROM message_block) - (SELECT min(block) FROM message_block) + 1, 0)
            """
        ) { try $0.next() } ?? 0
    }

    /// To find the window of a page costs what it costs to gather so many pages.
    private static let costOfWindow = 4

    /// Looks at the first messages with words, by numbers, as many as pay to look for a window.
    ///
    /// - Returns: Nil where there are fewer.
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
        // Several may be of one thread; then as many pages take more.
        let enough = few * few / found.listed
        guard try enough == few || count(.fullText(words), upTo: enough) >= enough else { return nil }
        return (span * Int64(page) / Int64(found.listed), max(span / Int64(few), 1))
    }
}
