internal import CivilTime

/// The reason why a query may name no saved one.
public struct SavedQueriesRefused: Error {
    public let reason: String

    public init(reason: String) { self.reason = reason }
}

/// The context of a query's meaning: the time, the time zone, the folding of words, and the saved queries.
public struct QueryContext: Sendable {
    /// The time that `today` and `3d` count from, in µs since 1970.
    public var now: Int64
    /// Returns by how many seconds local time is ahead of UTC at a Unix time in seconds.
    public var offset: @Sendable (Int64) -> Int64
    /// Folds words as the texts of the index were folded.
    public var fold: @Sendable (String) -> String
    /// Returns the saved queries by their names; it is asked only by a query that names one with `query:`.
    public var savedQueries: @Sendable () throws -> [String: String] = { [:] }

    /// Takes a moment, a zone (by default UTC) and a fold (by default none).
    public init(
        now: Int64, offset: @escaping @Sendable (Int64) -> Int64 = { _ in 0 },
        fold: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.now = now
        self.offset = offset
        self.fold = fold
    }

    /// The clock's time and the zone of this process (`TZ`).
    public static func current(fold: @escaping @Sendable (String) -> String = { $0 }) -> QueryContext {
        QueryContext(
            now: Timestamp.now.microseconds, offset: { Zone.local.offset(atSecond: $0) }, fold: fold)
    }

    var calendar: LocalCalendar { LocalCalendar(offset: offset) }
}
