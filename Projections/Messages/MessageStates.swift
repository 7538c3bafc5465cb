public import EventLog
public import Hashing
public import Mail
public import SQLite

/// Reads what decisions about messages are made from.
public struct MessageStates {
    private let selectMessage: Statement
    private let selectKeywords: Statement
    private let selectCopies: Statement
    private let selectByIdentity: Statement
    private let selectByID: Statement

    public init(on connection: Connection) throws {
        selectMessage = try connection.prepare(
            "SELECT uuid, account, keywords_are_set, next_copy, ended FROM message WHERE id = ?")
        selectKeywords = try connection.prepare("SELECT name FROM keyword WHERE message = ?")
        selectCopies = try connection.prepare(
            """
            SELECT number, folder.uuid, source, raw, flags, from_line, maildir FROM copy JOIN folder ON folder.id = copy.folder
            WHERE message = ? AND copy.ended IS NULL ORDER BY number
            """)
        selectByIdentity = try connection.prepare("SELECT id FROM message WHERE account = ? AND identity = ?")
        selectByID = try connection.prepare("SELECT id FROM message WHERE uuid = ?")
    }

    /// Returns the state of the message with this stream, deleted or not.
    public func state(of stream: StreamID) throws -> MessageState? {
        try selectMessage.first(stream.rawValue) { row in
            MessageState(
                id: try MessageID(blob: row.blob(0)), stream: stream, accountStream: StreamID(row.integer(1)),
                keywords: try keywords(of: stream), keywordsAreSet: row.bool(2), copies: try copies(of: stream),
                nextCopy: Int(row.integer(3)), isDeleted: !row.isNull(4))
        }
    }

    /// Returns the stream of the account's message with this identity, deleted or not.
    public func stream(withIdentity identity: SHA256Digest, account: StreamID) throws -> StreamID? {
        try selectByIdentity.first(account.rawValue, identity.bytes) { StreamID($0.integer(0)) }
    }

    /// Whether the account has a message with this identity, deleted or not.
    public static func knows(identity: SHA256Digest, account: StreamID, on connection: Connection) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM message WHERE account = \(bind: account.rawValue) AND identity = \(bind: identity.bytes)"
        ) { _ in true } ?? false
    }

    /// Returns the stream of a message, deleted or not.
    public func stream(of message: MessageID) throws -> StreamID? {
        try selectByID.first(message.blob) { StreamID($0.integer(0)) }
    }

    private func keywords(of stream: StreamID) throws -> KeywordSet {
        KeywordSet(try selectKeywords.rows(stream.rawValue) { try Keyword($0.text(0)) })
    }

    private func copies(of stream: StreamID) throws -> [MessageCopy] {
        try selectCopies.rows(stream.rawValue) { row in
            guard let raw = SHA256Digest(bytes: row.blob(3)) else {
                throw ProjectionError.malformed("a digest has 32 bytes")
            }
            return MessageCopy(
                number: Int(row.integer(0)), folder: try FolderID(blob: row.blob(1)), source: row.text(2), raw: raw,
                flags: row.text(4), fromLine: row.optionalText(5), maildir: row.optionalText(6))
        }
    }
}
