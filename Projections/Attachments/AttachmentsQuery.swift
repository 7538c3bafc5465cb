public import EventLog
public import Mail
public import SQLiteDatabase

/// An attachment in a list.
public struct AttachmentRow: Sendable, Hashable {
    /// Counts the attachments of the message from 1.
    public let number: Int
    /// The part's place in the message, as IMAP counts (RFC 9051 section 6.4.5).
    public let part: String
    public let fileName: String?
    public let mimeType: String
    /// The decoded length in bytes.
    public let size: Int64
    public let isInline: Bool
    public let contentID: String?
    /// Its copies outside its message.
    public let transfer: AttachmentTransfer
    /// The share of it on the server; nil for one that came with mail.
    public var progress: UploadProgress?

    /// Its kind for people, by its type.
    public var kind: AttachmentKind { AttachmentKind(mimeType: mimeType) }
}

extension AttachmentRow {
    fileprivate static let columns: SQL = """
        number, part, file_name, mime_type, size, is_inline, content_id, \(AttachmentTransfer.columns.names())
        """

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            number: row.next(), part: row.next(), fileName: row.next(), mimeType: row.next(), size: row.next(),
            isInline: row.next(), contentID: row.next(),
            transfer: AttachmentTransfer(from: &row))
        progress = transfer.status.map { UploadProgress($0 == .completed ? 1 : 0) }
    }
}

/// Queries for attachments.
public struct AttachmentsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the attachments of a message in the order of its parts.
    public func all(of message: StreamID) throws -> [AttachmentRow] {
        try connection.rows(
            """
            SELECT \(AttachmentRow.columns) FROM attachment WHERE message = \(bind: message.rawValue) ORDER BY number
            """, row: AttachmentRow.init(from:))
    }
}
