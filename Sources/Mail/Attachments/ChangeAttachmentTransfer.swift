public import EventLog

/// Notes how far the transfer of an attachment has come.
public struct ChangeAttachmentTransfer: Hashable, Sendable {
    /// The number of the attachment in its message.
    public var attachment: Int
    public var transfer: AttachmentTransfer

    public init(attachment: Int, transfer: AttachmentTransfer) {
        self.attachment = attachment
        self.transfer = transfer
    }

    /// Decides on one event with every field that changes, and on none if all is known already.
    public func decide(_ message: MessageState, from old: AttachmentTransfer) throws -> [ProposedEvent] {
        let fields = [
            ("url", transfer.url), ("local_url", transfer.localURL), ("thumbnail_url", transfer.thumbnailURL),
            ("error", transfer.error),
        ]
        for case (let name, let text?) in fields {
            let reason: ValueError.Reason? =
                if text.isEmpty {
                    .isEmpty
                } else if SecretFieldPolicy.holdsUserInfo(text) {
                    .holdsSecret
                } else if text.utf8.count > 2_000 {
                    .isTooLong
                } else {
                    text.unicodeScalars.contains(where: \.isControl) ? .holdsForbiddenCharacter : nil
                }
            if let reason { throw DomainError.invalid(field: name, ValueError(field: name, reason: reason)) }
        }
        return AttachmentTransferChanged(
            message: message.id, attachment: attachment, from: old, to: transfer
        ).map { [message.event($0)] } ?? []
    }
}
