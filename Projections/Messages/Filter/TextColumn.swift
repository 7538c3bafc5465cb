internal import SQLiteDatabase

/// A text that a listed message has by itself, outside the full text.
public enum TextColumn: String, Hashable, Sendable, Codable, CaseIterable {
    case subject
    /// The first author's name.
    case fromName = "from_name"
    /// The first author's address.
    case fromAddress = "from_address"
    case snippet
    /// The `Message-ID` header field without its angle brackets.
    case messageID = "message_id"
    /// The account's address.
    case accountAddress = "account_address"
    /// The account's id.
    case account
    /// The message's id.
    case id
    /// The id of its thread.
    case thread
}

/// A test of a text, which compares like Swift strings: a letter with its accent is one, however it is encoded.
public enum TextTest: Hashable, Sendable, Codable {
    /// There is none.
    case isMissing
    case equals(String)
    case contains(String)
    case begins(String)
}

extension TextColumn {
    /// The text over a row of the table `message`; NULL if there is none.
    var sql: SQL {
        switch self {
        case .subject: "message.subject"
        // An empty name is none, as rows have it.
        case .fromName: "iif(message.from_address IS NULL, NULL, nullif(message.from_name, ''))"
        case .fromAddress: "message.from_address"
        case .snippet: "message.snippet"
        case .messageID: "message.message_id"
        case .accountAddress: "(SELECT owner.address FROM account AS owner WHERE owner.id = message.account)"
        case .account: "(SELECT \(.uuid("owner.uuid")) FROM account AS owner WHERE owner.id = message.account)"
        case .id: "(\(.uuid("message.uuid")))"
        case .thread:
            """
            (SELECT \(.uuid("head.uuid")) FROM thread_member AS place JOIN message AS head ON head.id = place.thread
                WHERE place.message = message.id)
            """
        }
    }
}

extension TextTest {
    /// The condition on a text; the functions are those of ``Connection/addTextFunctions()``, and never answer NULL.
    func sql(of column: TextColumn) -> SQL {
        switch self {
        case .isMissing: "\(column.sql) IS NULL"
        case .equals(let text): "text_equals(\(column.sql), \(bind: text))"
        case .contains(let text): "text_contains(\(column.sql), \(bind: text))"
        case .begins(let text): "text_begins(\(column.sql), \(bind: text))"
        }
    }
}
