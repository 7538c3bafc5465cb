package import Domain
public import EventLog

/// An attachment came further on its way to a server, or to a place beside its message.
public struct AttachmentTransferChanged: Event, Hashable {
    public static let type = EventType("mail.attachment-transfer-changed", schema: 1)

    public let message: MessageID
    /// The number of the attachment in its message, from 1.
    public let attachment: Int
    public package(set) var status: Change<TransferStatus?>?
    public package(set) var url: Change<String?>?
    public package(set) var localURL: Change<String?>?
    public package(set) var thumbnailURL: Change<String?>?
    public package(set) var error: Change<String?>?

    enum CodingKeys: String, CodingKey {
        case message, attachment, status, url
        case localURL = "local_url"
        case thumbnailURL = "thumbnail_url"
        case error
    }

    /// Makes an event whose fields the closure sets, for events that no state leads to.
    package init(
        message: MessageID, attachment: Int, _ say: (inout AttachmentTransferChanged) throws -> Void
    ) rethrows {
        self.message = message
        self.attachment = attachment
        try say(&self)
    }

    /// The change that leads from one state to another; nil if they are equal.
    public init?(message: MessageID, attachment: Int, from old: AttachmentTransfer, to new: AttachmentTransfer) {
        guard old != new else { return nil }
        self.message = message
        self.attachment = attachment
        Self.fields.record(from: old, to: new, in: &self)
    }

    package static let fields: [FieldPair<AttachmentTransfer, AttachmentTransferChanged>] = [
        .init("status", \.status, \.status),
        .init("url", \.url, \.url),
        .init("local_url", \.localURL, \.localURL),
        .init("thumbnail_url", \.thumbnailURL, \.thumbnailURL),
        .init("error", \.error, \.error),
    ]
}
