package import SQLiteDatabase

/// A message whose id begins with a typed word, which may be an id from a list.
package struct ShownID {
    package let id: String
    /// A live message of its thread, where it does not live itself: lists of threads show the id of the first message, deleted or not.
    package let livingMember: String?
    package let isLive: Bool

    /// Returns at most two messages, deleted ones too: enough to show that a prefix is ambiguous.
    package static func all(beginning prefix: String, on connection: Connection) throws -> [ShownID] {
        guard let range = UUIDRange(prefix: prefix) else { return [] }
        return try connection.rows(
            """
            SELECT \(.uuid("message.uuid")), (
                SELECT \(.uuid("living.uuid")) FROM thread_member AS own
                JOIN thread_member AS other ON other.thread = own.thread
                JOIN message AS living ON living.id = other.message AND living.is_live = 1
                WHERE own.message = message.id AND message.is_live = 0 ORDER BY living.id LIMIT 1), message.is_live
            FROM message WHERE message.uuid BETWEEN \(bind: range.first) AND \(bind: range.last) LIMIT 2
            """
        ) { try ShownID(id: $0.next(), livingMember: $0.next(), isLive: $0.next()) }
    }
}
