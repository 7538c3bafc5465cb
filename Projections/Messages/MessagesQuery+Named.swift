public import EventLog
internal import SQLiteDatabase

/// A field of a message by which people may know it.
public enum KnownField: String, Sendable, CaseIterable {
    case id
    case messageID = "message_id"
    case subject
    /// The name or the address of its author.
    case sender
    /// The name of an attachment.
    case fileName = "file_name"
    /// The place where its file was found.
    case path
}

/// A message that has a text in one of its fields.
public struct NamedMessage: Sendable, Hashable {
    public let stream: StreamID
    public let field: KnownField
    /// Whether some list contains it.
    public let isLive: Bool
    let sortDate: Int64
}

extension MessagesQuery {
    /// Returns all messages ever recorded, except erased ones, with a text in subject, sender, attachment or path.
    ///
    /// Messages that no list contains come first, and of each kind the latest first.
    ///
    /// - Parameter takes: Whether a field has the text. It is called for fields that have it in ASCII letters, in upper
    ///   or lower case, and for those that are not ASCII alone.
    /// - Complexity: O(all messages, copies and attachments).
    public func every(naming text: String, where takes: (String) -> Bool) throws -> [NamedMessage] {
        var found: [Int64: NamedMessage] = [:]
        for (field, source, column) in Self.namedFields {
            try connection.forEach(
                """
                SELECT message.id, message.is_live AND account.ended IS NULL, message.sort_date, \(column)
                FROM \(source) CROSS JOIN account ON account.id = message.account
                WHERE \(Self.mayHold(column, text))
                """
            ) { row in
                let (id, isLive, date) = try (row.next(Int64.self), row.next(Bool.self), row.next(Int64.self))
                guard try takes(row.next()), found[id] == nil else { return true }
                found[id] = NamedMessage(stream: StreamID(id), field: field, isLive: isLive, sortDate: date)
                return true
            }
        }
        return found.values.sorted {
            ($0.isLive ? 1 : 0, -$0.sortDate, $0.stream.rawValue) < (
                $1.isLive ? 1 : 0, -$1.sortDate, $1.stream.rawValue
            )
        }
    }

    private static var namedFields: [(field: KnownField, source: SQL, column: SQL)] {
        [
            (.subject, "message", "message.subject"),
            (.sender, "message", "message.from_name"),
            (.sender, "message", "message.from_address"),
            (.fileName, "attachment CROSS JOIN message ON message.id = attachment.message", "attachment.file_name"),
            (.path, "copy CROSS JOIN message ON message.id = copy.message", "copy.source"),
        ]
    }

    /// Whether a column has the text, or may have it in letters that SQLite cannot compare: `lower` handles ASCII
    /// alone.
    private static func mayHold(_ column: SQL, _ text: String) -> SQL {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return "\(column) IS NOT NULL" }
        return """
            (instr(lower(\(column)), lower(\(bind: text))) OR length(\(column)) != length(CAST(\(column) AS BLOB)))
            """
    }
}
