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

extension MessagesQuery {
    /// Returns the streams of the live messages of a place, the latest first, from an offset on or before a time.
    ///
    /// - Complexity: O(the messages of the place).
    public func streams(in place: RetentionPlace, before: Timestamp? = nil, offset: Int = 0) throws -> [StreamID] {
        let age: SQL = before.map { "message.sort_date < \(bind: $0.microseconds)" } ?? "TRUE"
        return try connection.rows(
            """
            SELECT message.id FROM message WHERE \(Self.condition(of: place)) AND \(age)
            ORDER BY \(ListOrder.newestFirst.ofMessages) LIMIT -1 OFFSET \(bind: offset)
            """
        ) { try $0.next() }
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
