internal import JSONCoding
internal import SQLiteDatabase

/// The references of messages, which show where a thread splits when one of them is read otherwise.
struct ThreadReplies {
    private let insertion: Statement
    private let selection: Statement
    private let deletion: Statement

    init(on connection: Connection) throws {
        insertion = try connection.prepare("INSERT INTO thread_reply VALUES (?, ?, ?)")
        selection = try connection.prepare("SELECT in_reply_to, reference_list FROM thread_reply WHERE message = ?")
        deletion = try connection.prepare("DELETE FROM thread_reply WHERE message = ?")
    }

    func insert(inReplyTo: [String], references: [String], of message: Int64) throws {
        guard !inReplyTo.isEmpty || !references.isEmpty else { return }
        try insertion.run {
            try Self.append(inReplyTo: inReplyTo, references: references, of: message, to: &$0)
        }
    }

    /// Returns two empty lists for a message that names no other.
    func of(_ message: Int64) throws -> (inReplyTo: [String], references: [String]) {
        try selection.first(message) { row in
            try (Self.list(row.next(String.self)), Self.list(row.next(String.self)))
        } ?? ([], [])
    }

    func replace(inReplyTo: [String], references: [String], of message: Int64) throws {
        try deletion.run(message)
        try insert(inReplyTo: inReplyTo, references: references, of: message)
    }

    /// Appends the columns of a message that names others.
    static func append(
        inReplyTo: [String], references: [String], of message: Int64, to row: inout some ColumnWriter
    ) throws {
        try row.append(rowID: message)
        try row.append(text: CanonicalJSONWriter.bytes(of: inReplyTo))
        try row.append(text: CanonicalJSONWriter.bytes(of: references))
    }

    private static func list(_ text: String) throws -> [String] {
        try JSONBytesDecoder().decode([String].self, from: Array(text.utf8))
    }
}
