public import EventLog

/// An attachment came further on its way to a server, or to a place beside its message.
public struct AttachmentTransferChanged: Event, Hashable {
    public static let type = EventType("mail.attachment-transfer-changed", schema: 1)

    public let message: MessageID
    /// The number of the attachment in its message, from 1.
    public let attachment: Int
    public let status: Change<TransferStatus?>?
    public let url: Change<String?>?
    public let localURL: Change<String?>?
    public let thumbnailURL: Change<String?>?
    public let error: Change<String?>?

    enum CodingKeys: String, CodingKey {
        case message, attachment, status, url
        case localURL = "local_url"
        case thumbnailURL = "thumbnail_url"
        case error
    }

    public init(
        message: MessageID, attachment: Int, status: Change<TransferStatus?>? = nil, url: Change<String?>? = nil,
        localURL: Change<String?>? = nil, thumbnailURL: Change<String?>? = nil, error: Change<String?>? = nil
    ) {
        self.message = message
        self.attachment = attachment
        self.status = status
        self.url = url
        self.localURL = localURL
        self.thumbnailURL = thumbnailURL
        self.error = error
    }

    /// What leads from one state to another; nil where they are equal.
    public init?(message: MessageID, attachment: Int, from old: AttachmentTransfer, to new: AttachmentTransfer) {
        guard old != new else { return nil }
        self.init(
            message: message, attachment: attachment, status: Change(from: old.status, to: new.status),
            url: Change(from: old.url, to: new.url), localURL: Change(from: old.localURL, to: new.localURL),
            thumbnailURL: Change(from: old.thumbnailURL, to: new.thumbnailURL),
            error: Change(from: old.error, to: new.error))
    }
}
