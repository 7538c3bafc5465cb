internal import Chat
public import EventLog
internal import Mail
public import SQLiteDatabase

/// Keeps which messages are in which mailbox under which UID, and which were.
///
/// A message is there while a copy in the folder was not removed, struck out or not, and the message has not ended. Its UID is the
/// position of the event by which it came: nothing before that event can shift it, not even an erasure (RFC 9051 section
/// 2.3.1.1). A folder that ends and comes back is the same mailbox.
///
/// Pages say the same of the messages that are there. They are made of the rows at the end of each batch, so they cannot drift.
public final class MailboxesProjector: Projection {
    public static let name = "mailboxes"
    public static let version = 3
    public static let after = ["messages", "chats"]
    public static let events: [any Event.Type]? = [
        MessageAdded.self, ChatMessageJoined.self, MessageMarked.self, MessageCopied.self, CopyChanged.self,
        CopyPushed.self, CopyRemoved.self,
        MessageMoved.self, MessageBodyLoaded.self, MessageDeleted.self, MessageRestored.self, MessageErased.self,
        LogResumed.self, LogSalvaged.self,
    ]

    private let connection: Connection
    private let add: Statement
    private let arrive: Statement
    private let setKeywords: Statement
    private let leave: Statement
    private let setFlags: Statement
    private let selectPlaces: Statement
    private let selectRows: Statement
    private let selectKeywords: Statement
    private let pages: MailboxPageWriter

    public init(on connection: Connection) throws {
        self.connection = connection
        // A message begins with one copy.
        add = try connection.prepare(
            "INSERT INTO mailbox_message SELECT folder, ?2, ?1, ?3, NULL, ?2 FROM copy WHERE message = ?1")
        arrive = try connection.prepare("INSERT INTO mailbox_message VALUES (?1, ?2, ?3, ?4, NULL, ?2)")
        setKeywords = try connection.prepare(
            """
            UPDATE mailbox_message SET flags = (flags & ~?4) | ?2, modseq = ?3
            WHERE message = ?1 AND left IS NULL RETURNING folder, uid
            """)
        leave = try connection.prepare(
            "UPDATE mailbox_message SET left = ?3, modseq = ?3 WHERE folder = ?1 AND uid = ?2")
        setFlags = try connection.prepare(
            "UPDATE mailbox_message SET flags = ?3, modseq = ?4 WHERE folder = ?1 AND uid = ?2")
        selectPlaces = try connection.prepare(
            """
            SELECT copy.folder, min(instr(copy.flags, 'T') > 0) FROM message JOIN copy ON copy.message = message.id
            WHERE message.id = ? AND message.ended IS NULL AND copy.ended IS NULL GROUP BY copy.folder ORDER BY copy.folder
            """)
        selectRows = try connection.prepare(
            "SELECT folder, uid, flags FROM mailbox_message WHERE message = ? AND left IS NULL ORDER BY folder")
        selectKeywords = try connection.prepare("SELECT spelling FROM keyword WHERE message = ?")
        pages = try MailboxPageWriter(on: connection)
    }

    public static func createTables(on connection: Connection) throws {
        try MailboxesSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try MailboxesSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        let message = event.stream.rawValue
        let position = event.position.rawValue
        switch content {
        case let added as MessageAdded:
            try add.run(message, position, Int64(MailboxFlags(added).rawValue))
            pages.noteArrival(at: position)
        case is ChatMessageJoined:
            // It is none of the mail.
            for row in try selectRows.rows(message, row: Row.init(from:)) { pages.noteChange(row.folder, row.uid) }
        case let marked as MessageMarked:
            try mark(message, marked.keywords, at: position)
        case is MessageErased:
            let rows = try connection.rows(
                "DELETE FROM mailbox_message WHERE message = \(bind: message) RETURNING folder, uid"
            ) { try (folder: $0.next(Int64.self), uid: $0.next(Int64.self)) }
            for row in rows { pages.noteChange(row.folder, row.uid) }
        case is LogResumed, is LogSalvaged:
            try connection.run("INSERT INTO log_resumption VALUES (\(bind: position))")
        case is MessageBodyLoaded:
            // Other bytes under the same UID would be another message (RFC 9051 section 2.3.1.1).
            try settle(message, at: position, isAnother: true)
        case is MessageCopied, is CopyChanged, is CopyPushed, is CopyRemoved, is MessageMoved, is MessageDeleted,
            is MessageRestored:
            try settle(message, at: position, isAnother: false)
            try mark(message, Self.keywords(from: content), at: position)
        default: break
        }
    }

    /// The keywords of the message, where an event about a copy changed them.
    private static func keywords(from content: any Event) -> KeywordChange? {
        let change =
            switch content {
            case let copied as MessageCopied: copied.keywords
            case let changed as CopyChanged: changed.keywords
            case let removed as CopyRemoved: removed.keywords
            default: Change<KeywordSet>?.none
            }
        return change.map { KeywordChange(from: $0.old, to: $0.new) }
    }

    // Not by the bits alone: they do not tell one keyword from another (RFC 7162 section 3.1).
    private func mark(_ message: Int64, _ keywords: KeywordChange?, at position: Int64) throws {
        guard let keywords else { return }
        let set = MailboxFlags(keywords.added ?? [])
        var cleared = MailboxFlags(keywords.removed ?? []).subtracting(set)
        if cleared.contains(.hasOthers), try hasOthers(message) { cleared.remove(.hasOthers) }
        try setKeywords.forEach(message, Int64(set.rawValue), position, Int64(cleared.rawValue)) { row in
            try pages.noteChange(row.next(), row.next())
            return true
        }
    }

    /// Whether the message still has one of the keywords that have no flag of their own, by the table of keywords.
    private func hasOthers(_ message: Int64) throws -> Bool {
        try MailboxFlags(keywords(of: message)).contains(.hasOthers)
    }

    private func keywords(of message: Int64) throws -> KeywordSet {
        try KeywordSet(selectKeywords.rows(message) { try Keyword($0.next()) })
    }

    public func flush() throws { try pages.write() }

    /// A row of a message that is there.
    private struct Row {
        let folder: Int64
        let uid: Int64
        let flags: Int64

        init(from row: inout RowReader) throws {
            (folder, uid, flags) = try (row.next(), row.next(), row.next())
        }
    }

    /// Brings the rows of a message up to the tables of messages and copies.
    private func settle(_ message: Int64, at position: Int64, isAnother: Bool) throws {
        let keywords = try MailboxFlags(keywords(of: message))
        let places = try selectPlaces.rows(message) { row -> (folder: Int64, flags: MailboxFlags) in
            let (folder, isStruckOut) = try (row.next(Int64.self), row.next(Bool.self))
            return (folder, isStruckOut ? keywords.union(.deleted) : keywords)
        }
        let rows = try selectRows.rows(message, row: Row.init(from:))
        for row in rows {
            pages.noteChange(row.folder, row.uid)
            let place = places.first { $0.folder == row.folder }
            if place == nil || isAnother {
                try leave.run(row.folder, row.uid, position)
            } else if let place, Int64(place.flags.rawValue) != row.flags {
                try setFlags.run(row.folder, row.uid, Int64(place.flags.rawValue), position)
            }
        }
        for place in places where isAnother || !rows.contains(where: { $0.folder == place.folder }) {
            try arrive.run(place.folder, position, message, Int64(place.flags.rawValue))
            pages.noteChange(place.folder, position)
        }
    }
}

extension MailboxesProjector: FoldedProjection {
    package static let folded = FoldedEvents.all

    package func makeFold(into tables: FoldedTables) throws -> ProjectionFold? { try MailboxesFold(into: tables).steps }
}
