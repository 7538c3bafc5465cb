public import Cryptography
public import EventLog
public import Mail
public import SQLiteDatabase

/// A copy that a sync keeps in step with a Maildir, with its state in the ledger.
public struct SyncedCopyRow: Sendable, Hashable {
    public let message: MessageID
    public let messageStream: StreamID
    public let number: Int
    /// The name and the flags under which its file was last seen.
    public private(set) var source: String
    public private(set) var flags: String
    public let raw: SHA256Digest
    public let folder: StreamID
    /// Whether the message and the copy's folder live.
    public private(set) var isMessageLive: Bool
    public let isFolderLive: Bool
    /// Whether the message is in some folder: not deleted, and some copy of it is shown.
    public private(set) var isMessageShown: Bool
    /// The Maildir that it is kept in step with; nil for none.
    public let maildir: String?
    /// The message's keywords that Maildir has letters for, as these letters.
    public private(set) var keywordFlags: String
    /// The number of other copies by which the message is seen.
    public let others: Int
}

extension SyncedCopyRow {
    /// The copy after an event that is not recorded.
    public func applying(_ event: CopyChanged) -> SyncedCopyRow {
        var row = self
        if let source = event.source { row.source = source.new }
        if let flags = event.flags { row.flags = flags.new }
        if let keywords = event.keywords { row.keywordFlags = keywords.new.maildirFlags }
        return row
    }

    /// The copy once its message came back, which is not recorded.
    public var revived: SyncedCopyRow {
        var row = self
        (row.isMessageLive, row.isMessageShown) = (true, true)
        return row
    }

    fileprivate static let columns: SQL = """
        message.uuid, message.id, copy.number, copy.source, copy.flags, copy.raw, copy.folder, message.ended IS NULL,
            folder.is_live, message.is_live, copy.maildir,
            (SELECT group_concat(name, ' ') FROM keyword WHERE keyword.message = message.id AND name >= '$' AND name < '%'),
            (SELECT count(*) FROM copy AS other
                WHERE other.message = message.id AND other.is_live AND other.number <> copy.number)
        """

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            message: row.next(), messageStream: row.next(), number: row.next(), source: row.next(), flags: row.next(),
            raw: row.next(), folder: row.next(), isMessageLive: row.next(), isFolderLive: row.next(),
            isMessageShown: row.next(), maildir: row.next(),
            keywordFlags: KeywordSet(row.next(String.self).split(separator: " ").map { try Keyword(String($0)) })
                .maildirFlags,
            others: row.next())
    }
}

/// Asks for the copies that are kept in step with a Maildir, also those that are deleted in the ledger.
public struct SyncedCopiesQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the account's copies of one Maildir in the order of recording.
    public func all(of maildir: String, account: StreamID) throws -> [SyncedCopyRow] {
        try rows(of: account, where: "copy.maildir = \(bind: maildir)")
    }

    /// Returns the account's live copies of files that no sync keeps in step, in the order of recording.
    public func withoutMaildir(account: StreamID) throws -> [SyncedCopyRow] {
        try rows(
            of: account,
            where: "copy.maildir IS NULL AND copy.source <> '' AND message.ended IS NULL AND folder.is_live")
    }

    /// Returns the account's live copies that have no file anywhere, of mail that has, or had, one in a Maildir.
    ///
    /// A command or a mail reader made them: as a further copy of a message, or as an equal message.
    ///
    /// - Complexity: One scan of the account's messages, and a look at the equal ones of each copy without a file.
    public func withoutFile(beside maildir: String, account: StreamID) throws -> [SyncedCopyRow] {
        let cameFromReader = ReaderProtocol.allCases.map { way -> SQL in
            "copy.source GLOB \(bind: way.sourcePrefix + "*")"
        }.joined(separator: " OR ")
        return try rows(
            of: account,
            where: """
                copy.is_live AND message.ended IS NULL AND message.has_body
                    AND (
                        copy.source = '' AND copy.maildir = \(bind: maildir)
                        OR copy.maildir IS NULL AND (copy.source = '' OR \(cameFromReader))
                            AND EXISTS (
                                SELECT 1 FROM message AS twin JOIN copy AS other ON other.message = twin.id
                                WHERE twin.account = message.account AND twin.identity = message.identity
                                    AND other.maildir = \(bind: maildir)))
                """)
    }

    /// Returns the digests of a message's live copies in a folder that have a file in a Maildir.
    public func filed(in folder: StreamID, of message: StreamID, maildir: String) throws -> Set<SHA256Digest> {
        Set(
            try connection.rows(
                """
                SELECT raw FROM copy
                WHERE message = \(bind: message.rawValue) AND folder = \(bind: folder.rawValue) AND is_live AND source <> ''
                    AND maildir = \(bind: maildir)
                """
            ) { try $0.next() })
    }

    /// Returns the names of copies that other copies, of other bytes, had before they ended.
    ///
    /// An import that was undone left its file there: so a file of such a name may be the one or the other.
    ///
    /// - Complexity: One scan of all copies, in the order of the table; memory for those that have ended.
    public func reusedNames(
        of copies: [SyncedCopyRow], beside maildir: String, account: StreamID
    ) throws -> Set<String> {
        // The copies first: by the messages, each of them would be looked up.
        let ended = try connection.rows(
            """
            SELECT copy.source, copy.raw FROM copy CROSS JOIN message ON message.id = copy.message
            WHERE copy.ended IS NOT NULL AND copy.source <> '' AND message.account = \(bind: account.rawValue)
                AND (copy.maildir IS NULL OR copy.maildir = \(bind: maildir))
            """
        ) { (row: inout RowReader) -> (source: String, raw: SHA256Digest) in try (row.next(), row.next()) }
        guard !ended.isEmpty else { return [] }
        let contents = Dictionary(grouping: ended) { $0.source }
        return Set(
            copies.lazy.filter { copy in contents[copy.source]?.contains { $0.raw != copy.raw } ?? false }
                .map(\.source))
    }

    private func rows(of account: StreamID, where condition: SQL) throws -> [SyncedCopyRow] {
        try connection.rows(
            """
            SELECT \(SyncedCopyRow.columns) FROM message JOIN copy ON copy.message = message.id AND copy.ended IS NULL
            JOIN folder ON folder.id = copy.folder
            WHERE message.account = \(bind: account.rawValue) AND \(condition)
            ORDER BY message.id, copy.number
            """, row: SyncedCopyRow.init(from:))
    }

    /// Returns one copy of a message, whether or not it is kept in step; nil if there is none.
    public func copy(_ number: Int, of message: StreamID) throws -> SyncedCopyRow? {
        try connection.first(
            """
            SELECT \(SyncedCopyRow.columns) FROM message JOIN copy ON copy.message = message.id AND copy.ended IS NULL
                AND copy.number = \(bind: number)
            JOIN folder ON folder.id = copy.folder
            WHERE message.id = \(bind: message.rawValue)
            """, row: SyncedCopyRow.init(from:))
    }
}
