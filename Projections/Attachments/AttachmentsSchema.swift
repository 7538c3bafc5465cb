internal import EventLog
internal import Mail
internal import SQLiteDatabase

enum AttachmentsSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE attachment (
                message INTEGER NOT NULL,
                number INTEGER NOT NULL,     -- counted from 1 within the message
                part TEXT NOT NULL,          -- the part's place, as IMAP counts
                file_name TEXT,
                mime_type TEXT NOT NULL,
                size INTEGER NOT NULL,       -- decoded bytes
                is_inline INTEGER NOT NULL,
                content_id TEXT,
                upload_status TEXT,
                url TEXT,
                local_url TEXT,
                thumbnail_url TEXT,
                upload_error TEXT,
                PRIMARY KEY (message, number)
            ) STRICT, WITHOUT ROWID;
            """)
    }

    static let publicTables = [
        PublicTable(
            "attachments", of: Entity.message, stream: "message.id", key: ["number"],
            """
            SELECT \(.uuid("message.uuid")) AS message, attachment.number, attachment.part, attachment.file_name,
                attachment.mime_type, attachment.size, attachment.is_inline, attachment.content_id,
                attachment.upload_status, attachment.url, attachment.local_url, attachment.thumbnail_url,
                attachment.upload_error
            FROM attachment JOIN message ON message.id = attachment.message JOIN account ON account.id = message.account
            WHERE message.is_live AND account.ended IS NULL
            """)
    ]
}

extension AttachmentTransfer {
    /// The columns of the table that hold it; it is read in this order below.
    static let columns: [SettingColumn<AttachmentTransfer, AttachmentTransferChanged>] = [
        .init("upload_status", \.status, \.status) { $0?.rawValue },
        .init("url", \.url, \.url),
        .init("local_url", \.localURL, \.localURL),
        .init("thumbnail_url", \.thumbnailURL, \.thumbnailURL),
        .init("upload_error", \.error, \.error),
    ]

    init(from row: inout RowReader) throws {
        try self.init(
            status: row.next(), url: row.next(), localURL: row.next(), thumbnailURL: row.next(), error: row.next())
    }
}
