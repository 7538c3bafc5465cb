internal import EventLog
public import Projections
internal import SQLiteDatabase

/// The names that completion offers for a typed beginning.
extension LedgerReader {
    /// Returns the labels that begin so, in byte order, each once.
    public func labels(beginningWith prefix: String, limit: Int) throws -> [String] {
        try LabelsQuery(on: connection).all(beginningWith: prefix, limit: limit)
    }

    /// Returns the live messages whose id has a prefix, the latest first.
    public func messages(withIDBeginning prefix: String, limit: Int) throws -> [MessageRow] {
        let query = MessagesQuery(on: connection)
        let streams = try query.streams(withPrefix: prefix, limit: limit)
        return try streams.flatMap { try query.all(matching: "message.id = \(bind: $0.rawValue)", limit: 1) }
            .sorted { $0.sortDate > $1.sortDate }
    }
}
