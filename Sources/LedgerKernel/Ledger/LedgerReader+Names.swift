public import Mail
public import Projections

/// The input of further programs: names of messages one by one, and their number.
extension LedgerReader {
    /// Lends the ids of the messages that a filter takes; the closure returns false to stop early.
    public func forEachMessageID(in selection: MessageSelection, _ body: (MessageID) throws -> Bool) throws {
        try MessagesQuery(on: connection).forEachID(in: query(selection), body)
    }

    /// Lends the ids of the threads with some message that a filter takes; limit and offset count threads.
    public func forEachThreadID(in selection: MessageSelection, _ body: (MessageID) throws -> Bool) throws {
        try MessagesQuery(on: connection).forEachThreadID(in: query(selection), body)
    }

    /// Lends the source names of the copies of the messages: their paths below the imported path.
    public func forEachSource(in selection: MessageSelection, _ body: (String) throws -> Bool) throws {
        try MessagesQuery(on: connection).forEachSource(in: query(selection), body)
    }

    /// Returns the distinct keywords of the messages in byte order.
    public func keywords(in selection: MessageSelection) throws -> [String] {
        try MessagesQuery(on: connection).keywords(in: query(selection))
    }

    /// Counts the threads with some message that a filter takes.
    public func countThreads(matching filter: MessageFilter) throws -> Int {
        try MessagesQuery(on: connection).countThreads(filter.range, matching: sql(filter))
    }

    /// Counts the copies of the messages that a filter takes.
    public func countCopies(matching filter: MessageFilter) throws -> Int {
        try MessagesQuery(on: connection).countCopies(filter.range, matching: sql(filter))
    }

    private func query(_ selection: MessageSelection) throws -> MessagesQuery.Selection {
        MessagesQuery.Selection(
            selection.filter.range, matching: try sql(selection.filter), order: selection.order, limit: selection.limit,
            offset: selection.offset)
    }
}

/// The messages to select, their order, and the part of them to return.
public struct MessageSelection: Sendable {
    public var filter: MessageFilter
    public var order: ListOrder
    /// Nil for all.
    public var limit: Int?
    public var offset: Int

    /// Selects all that a filter takes, unless a part is asked for.
    public init(
        matching filter: MessageFilter, order: ListOrder = .newestFirst, limit: Int? = nil, offset: Int = 0
    ) {
        self.filter = filter
        self.order = order
        self.limit = limit
        self.offset = offset
    }
}
