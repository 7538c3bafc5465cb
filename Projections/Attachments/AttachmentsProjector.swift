public import EventLog
internal import Mail
public import SQLite

/// Keeps what is known of attachments; their content stays in the message's own bytes.
public final class AttachmentsProjector: Projection {
    public static let name = "attachments"
    public static let version = 2
    public static let after = ["messages"]

    private let insertion: Statement

    public init(on connection: Connection) throws {
        insertion = try connection.prepare("INSERT INTO attachment VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
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
        default: break
        }
    }

    private func insert(_ attachments: [AttachmentSummary], of event: RecordedEvent) throws {
        for (offset, attachment) in attachments.enumerated() {
            try insertion.run(
                event.stream.rawValue, offset + 1, attachment.part, attachment.fileName, attachment.mimeType,
                attachment.size, attachment.isInline, attachment.contentID)
        }
    }
}
