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
        try insertion.run(message, try Self.text(inReplyTo), try Self.text(references))
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

    private static func text(_ ids: [String]) throws -> UTF8Text {
        UTF8Text(try json(ids))
    }

    /// A list as the table has it.
    static func json(_ ids: [String]) throws -> [UInt8] {
        CanonicalJSONWriter.bytes(of: ids)
    }

    private static func list(_ text: String) throws -> [String] {
        try JSONBytesDecoder().decode([String].self, from: Array(text.utf8))
    }
}
