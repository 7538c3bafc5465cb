public import EventLog
internal import Mail
public import SQLiteDatabase

/// Keeps the facts about attachments; their content stays in the message's own bytes.
public final class AttachmentsProjector: Projection {
    public static let name = "attachments"
    public static let version = 3
    public static let after = ["messages"]
    public static let events: [any Event.Type]? = [
        MessageAdded.self, MessageBodyLoaded.self, MessageReparsed.self, AttachmentTransferChanged.self,
        MessageErased.self,
    ]

    private let connection: Connection
    private let insertion: Statement

    public init(on connection: Connection) throws {
        self.connection = connection
        insertion = try connection.prepare(
            """
            INSERT INTO attachment (message, number, part, file_name, mime_type, size, is_inline, content_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
    }

    public static func createTables(on connection: Connection) throws {
        try AttachmentsSchema.createTables(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let added as MessageAdded: try insert(added.attachments, of: event)
        // A header alone has none.
        case let loaded as MessageBodyLoaded: try insert(loaded.attachments, of: event)
        case let reparsed as MessageReparsed:
            if let attachments = reparsed.attachments { try replace(by: attachments.new, of: event) }
        case let changed as AttachmentTransferChanged:
            try update(event.stream.rawValue, changed)
            guard try connection.isLive(message: event.stream.rawValue) else { break }
            changes.announce(
                RowChange(
                    .updated, entity: Entity.message, id: event.stream.rawValue, account: event.account.rawValue))
        case is MessageErased:
            try connection.run("DELETE FROM attachment WHERE message = \(bind: event.stream.rawValue)")
        default: break
        }
    }

    private func insert(_ attachments: [AttachmentSummary], of event: RecordedEvent) throws {
        for (offset, attachment) in attachments.enumerated() {
            try insertion.run { try attachment.append(of: event.stream.rawValue, number: offset + 1, to: &$0) }
        }
    }

    // None of them is on its way to a server: a decision does not change such an attachment.
    private func replace(by attachments: [AttachmentSummary], of event: RecordedEvent) throws {
        try connection.run("DELETE FROM attachment WHERE message = \(bind: event.stream.rawValue)")
        try insert(attachments, of: event)
    }

    private func update(_ message: Int64, _ changed: AttachmentTransferChanged) throws {
        try connection.update(
            "attachment", where: "message = \(bind: message) AND number = \(bind: changed.attachment)",
            AttachmentTransfer.columns.assignments(of: changed)
        ) { "attachment \(changed.attachment) of \(message)" }
    }
}

extension AttachmentsProjector: FoldedProjection {
    package static let folded = FoldedEvents.all

    package func makeFold(into tables: FoldedTables) throws -> ProjectionFold? { AttachmentsFold(into: tables).steps }
}
