internal import SQLite

/// The latest messages of a mailbox: from which one on, and the numbers that they have.
package struct MessageWindow: Hashable, Sendable {
    /// The date of the earliest, in µs.
    let date: Int64
    /// The number of the earliest: equal dates are in the order of recording.
    let id: Int64
    let ids: ClosedRange<Int64>

    /// Whether a message is among them.
    var condition: SQL { "(message.sort_date, message.id) >= (\(bind: date), \(bind: id))" }
}

extension MessagesQuery {
    /// Looks for the page of a search among the latest messages alone, where they are likely to hold it.
    ///
    /// Mail is mostly recorded as it comes: then the latest messages have numbers near each other, and the full text is read
    /// for those only. How many are looked at depends on how frequent the words are, not on how large the mailbox is.
    ///
    /// - Parameter count: Counts what the whole filter takes in a window, up to a page.
    /// - Returns: Nil where the words are rare or the latest messages are spread over the mailbox, as after an import that
    ///   took them in another order.
    func window(page: Int, _ count: (MessageWindow) throws -> Int) throws -> MessageWindow? {
        let span = try connection.first("SELECT (SELECT max(id) FROM message) - (SELECT min(id) FROM message)") {
            $0.optionalInteger(0)
        }
        guard let span, let span else { return nil }
        var size = Self.firstWindow * page
        while let window = try window(ofLatest: size), window.ids.upperBound - window.ids.lowerBound <= span / 4 {
            let found = try count(window)
            if found >= page { return window }
            // By how many there were, with some to spare.
            size = max(4 * size, size * page * 3 / 2 / max(found, 1))
        }
        return nil
    }

    /// So many times the page are looked at first.
    private static let firstWindow = 8

    /// Nil where there are no more messages than that.
    private func window(ofLatest size: Int) throws -> MessageWindow? {
        let latest: SQL = "message INDEXED BY message_by_date WHERE is_live ORDER BY sort_date DESC, id DESC"
        let first = try connection.first(
            "SELECT sort_date, id FROM \(latest) LIMIT 1 OFFSET \(bind: size - 1)"
        ) { (date: $0.integer(0), id: $0.integer(1)) }
        let ids = try connection.first(
            "SELECT min(id), max(id) FROM (SELECT id FROM \(latest) LIMIT \(bind: size)) AS latest"
        ) { ($0.optionalInteger(0), $0.optionalInteger(1)) }
        guard let first, let least = ids?.0, let greatest = ids?.1 else { return nil }
        return MessageWindow(date: first.date, id: first.id, ids: least...greatest)
    }
}
