public import EventLog
public import Hashing
public import Mail
public import SQLite

/// Reads what decisions about messages are made from.
public struct MessageStates {
    private let selectMessage: Statement
    private let selectKeywords: Statement
    private let selectCopies: Statement
    private let selectByID: Statement

    public init(on connection: Connection) throws {
        selectMessage = try connection.prepare(
            "SELECT uuid, account, keywords_are_set, next_copy, ended FROM message WHERE id = ?")
        selectKeywords = try connection.prepare("SELECT spelling FROM keyword WHERE message = ?")
        selectCopies = try connection.prepare(
            """
            SELECT number, folder.uuid, source, raw, flags, from_line, maildir FROM copy JOIN folder ON folder.id = copy.folder
            WHERE message = ? AND copy.ended IS NULL ORDER BY number
            """)
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

    /// A message of an identity, and how it stands to certain bytes.
    public struct Identical: Sendable, Hashable {
        /// In rising order of how sure it is that bytes are this message's.
        public enum Bytes: Int, Sendable, Comparable {
            case other, ofFormerCopy, ofFirstCopy, ofCopy

            public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
        }

        public let stream: StreamID
        /// The first copy's bytes.
        public let content: SHA256Digest
        public let bytes: Bytes
    }

    /// Returns the account's messages of an identity, deleted or not, in the order of recording, and whether they have these bytes.
    public static func identical(
        to identity: SHA256Digest, raw: SHA256Digest, account: StreamID, on connection: Connection
    ) throws -> [Identical] {
        try connection.rows(
            """
            SELECT id, content,
                (SELECT max(copy.ended IS NULL) FROM copy WHERE copy.message = message.id AND copy.raw = \(bind: raw.bytes))
            FROM message WHERE account = \(bind: account.rawValue) AND identity = \(bind: identity.bytes) ORDER BY id
            """
        ) { row in
            guard let content = SHA256Digest(bytes: row.blob(1)) else {
                throw ProjectionError.malformed("a digest has 32 bytes")
            }
            let bytes: Identical.Bytes =
                if !row.isNull(2), row.bool(2) {
                    .ofCopy
                } else if content == raw {
                    .ofFirstCopy
                } else {
                    row.isNull(2) ? .other : .ofFormerCopy
                }
            return Identical(stream: StreamID(row.integer(0)), content: content, bytes: bytes)
        }
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
