public import CivilTime
public import EventLog
internal import SQLiteDatabase

/// The place in which a rule of retention counts messages.
public enum RetentionPlace: Sendable, Hashable {
    /// All messages in one of these folders, each once.
    case folders([StreamID])
    /// All of an account except messages in one of these folders.
    case account(StreamID, except: [StreamID] = [])
}

/// A message, and the time that places it in lists and among those that a rule of retention keeps.
public struct DatedMessage: Sendable, Hashable {
    public let stream: StreamID
    public let date: Timestamp

    public init(stream: StreamID, date: Timestamp) {
        self.stream = stream
        self.date = date
    }

    /// Makes a message that comes in, with the time that it will have if it is recorded at a given one.
    public init(stream: StreamID, date: Timestamp?, receivedAt: Timestamp, recordedAt: Timestamp) {
        self.stream = stream
        self.date = Timestamp(
            microseconds: SortTime.of(date: date, receivedAt: receivedAt, recordedAt: recordedAt))
    }
}

extension MessagesQuery {
    /// Returns the live messages of a place, the latest first, from an offset on or before a time.
    ///
    /// - Complexity: O(the messages of the place).
    public func messages(
        in place: RetentionPlace, before: Timestamp? = nil, offset: Int = 0
    ) throws -> [DatedMessage] {
        let age: SQL = before.map { "message.sort_date < \(bind: $0.microseconds)" } ?? "TRUE"
        return try connection.rows(
            """
            SELECT message.id, message.sort_date FROM message WHERE \(Self.condition(of: place)) AND \(age)
            ORDER BY \(ListOrder.newestFirst.ofMessages) LIMIT -1 OFFSET \(bind: offset)
            """
        ) { row in DatedMessage(stream: try row.next(), date: try row.next()) }
    }

    /// Returns a message with the time that places it in lists; nil if there is none.
    public func dated(_ message: StreamID) throws -> DatedMessage? {
        try connection.first("SELECT id, sort_date FROM message WHERE id = \(bind: message.rawValue)") { row in
            DatedMessage(stream: try row.next(), date: try row.next())
        }
    }

    /// Counts the live messages of a place.
    public func count(in place: RetentionPlace) throws -> Int {
        try connection.first("SELECT count(*) FROM message WHERE \(Self.condition(of: place))") { try $0.next() }
            ?? 0
    }

    private static func condition(of place: RetentionPlace) -> SQL {
        switch place {
        case .folders(let folders): "\(live) AND message.id IN (\(messages(in: folders)))"
        case .account(let account, let folders) where folders.isEmpty:
            "\(live) AND message.account = \(bind: account.rawValue)"
        case .account(let account, let folders):
            """
            \(live) AND message.account = \(bind: account.rawValue) AND message.id NOT IN (\(messages(in: folders)))
            """
        }
    }

    private static func messages(in folders: [StreamID]) -> SQL {
        let list = folders.map { "\(bind: $0.rawValue)" as SQL }.joined(separator: ", ")
        return "SELECT message FROM copy WHERE folder IN (\(list)) AND is_live"
    }
}
