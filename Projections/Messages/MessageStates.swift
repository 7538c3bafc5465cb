public import Cryptography
public import EventLog
public import Mail
public import SQLiteDatabase

/// Reads what decisions about messages are made from.
public struct MessageStates {
    private let selectMessage: Statement
    private let selectKeywords: Statement
    private let selectCopies: Statement
    private let selectByID: Statement

    public init(on connection: Connection) throws {
        selectMessage = try connection.prepare(
            "SELECT uuid, account, keywords_are_set, next_copy, ended IS NOT NULL FROM message WHERE id = ?")
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
            try MessageState(
                id: row.next(), stream: stream, accountStream: row.next(), keywords: keywords(of: stream),
                keywordsAreSet: row.next(), copies: copies(of: stream), nextCopy: row.next(), isDeleted: row.next())
        }
    }

    /// A message of an identity, and its relation to certain bytes.
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

    /// Returns the account's messages of an identity, and whether they have these bytes: the live ones first, each in the order of
    /// recording.
    public static func identical(
        to identity: SHA256Digest, raw: SHA256Digest, account: StreamID, on connection: Connection
    ) throws -> [Identical] {
        try connection.rows(
            """
            SELECT id, content,
                (SELECT max(copy.ended IS NULL) FROM copy WHERE copy.message = message.id AND copy.raw = \(bind: raw.bytes))
            FROM message WHERE account = \(bind: account.rawValue) AND identity = \(bind: identity.bytes)
            ORDER BY is_live DESC, id
            """
        ) { row in
            let (stream, content) = try (row.next(StreamID.self), row.next(SHA256Digest.self))
            let bytes: Identical.Bytes =
                switch try row.next(Bool?.self) {
                case true?: .ofCopy
                case _ where content == raw: .ofFirstCopy
                case false?: .ofFormerCopy
                case nil: .other
                }
            return Identical(stream: stream, content: content, bytes: bytes)
        }
    }

    /// Whether a message has, or had, a copy with these bytes from this source.
    public static func hasCopy(
        of raw: SHA256Digest, from source: String, message: StreamID, on connection: Connection
    ) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM copy
            WHERE message = \(bind: message.rawValue) AND source = \(bind: source) AND raw = \(bind: raw.bytes) LIMIT 1
            """
        ) { try $0.next(Bool.self) } ?? false
    }

    /// Returns the stream of a message, deleted or not.
    public func stream(of message: MessageID) throws -> StreamID? {
        try selectByID.first(message.blob) { try $0.next() }
    }

    private func keywords(of stream: StreamID) throws -> KeywordSet {
        KeywordSet(try selectKeywords.rows(stream.rawValue) { try Keyword($0.next()) })
    }

    private func copies(of stream: StreamID) throws -> [MessageCopy] {
        try selectCopies.rows(stream.rawValue) { row in
            try MessageCopy(
                number: row.next(), folder: row.next(), source: row.next(), raw: row.next(), flags: row.next(),
                fromLine: row.next(), maildir: row.next())
        }
    }
}
