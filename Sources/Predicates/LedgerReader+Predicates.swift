public import FoundationEssentials
public import MailLedger
public import Projections

extension LedgerReader {
    /// Returns the live messages for which a predicate is true, the latest first.
    ///
    /// - Throws: ``UntranslatablePredicate`` for a predicate that cannot be compiled.
    public func messages(
        where predicate: Predicate<MessageRow>, order: ListOrder = .newestFirst, limit: Int? = nil, offset: Int = 0
    ) throws -> [MessageRow] {
        try messages(matching: MessageFilter(predicate), order: order, limit: limit, offset: offset)
    }

    /// Counts the live messages for which a predicate is true.
    public func countMessages(where predicate: Predicate<MessageRow>) throws -> Int {
        try countMessages(matching: MessageFilter(predicate))
    }

    /// Returns the threads for which a predicate is true, pinned ones first and then the latest first; archived ones, too.
    ///
    /// - Complexity: Reads the threads in their order until enough are found; the predicate is asked about each.
    public func threads(
        where predicate: Predicate<ThreadRow>, order: ListOrder = .newestFirst, limit: Int? = nil
    ) throws -> [ThreadRow] {
        try first(limit, where: predicate) { try forEachThread(order: order, $0) }
    }

    /// Returns the notes for which a predicate is true, pinned ones first and then the most recently changed.
    ///
    /// - Complexity: As that of threads.
    public func notes(where predicate: Predicate<NoteRow>, limit: Int? = nil) throws -> [NoteRow] {
        try first(limit, where: predicate) { try forEachNote(matching: NoteFilter(), $0) }
    }

    /// Returns the folders for which a predicate is true, each below its parent if that is there, too.
    public func folders(where predicate: Predicate<FolderRow>) throws -> [FolderRow] {
        try folders().filter(predicate.evaluate)
    }

    /// Returns the accounts for which a predicate is true, in the order of their addresses.
    public func accounts(where predicate: Predicate<AccountRow>) throws -> [AccountRow] {
        try accounts().filter(predicate.evaluate)
    }

    private func first<Row>(
        _ limit: Int?, where predicate: Predicate<Row>, of rows: ((Row) throws -> Bool) throws -> Void
    ) throws -> [Row] {
        var found: [Row] = []
        guard limit != 0 else { return found }
        try rows { row in
            if try predicate.evaluate(row) { found.append(row) }
            return found.count != limit
        }
        return found
    }
}

extension LiveList where Row == MessageRow {
    /// The messages for which a predicate is true.
    ///
    /// - Throws: ``UntranslatablePredicate`` for a predicate that cannot be compiled.
    public static func messages(
        where predicate: Predicate<MessageRow>, order: ListOrder = .newestFirst, limit: Int? = nil
    ) throws -> LiveList {
        messages(matching: try MessageFilter(predicate), order: order, limit: limit)
    }
}
