package import CivilTime
package import Cryptography
internal import EventLog
package import LedgerKernel
internal import MIME
package import Mail
package import Mailboxes

/// A message that is to come into folders of an account, read before the writer's lock is taken.
package struct PlacedMessage: Codable, Hashable, Sendable {
    /// The number of its bytes.
    package let size: Int64
    package let digests: MessageDigests
    package var folders: [FolderID]
    package var keywords: KeywordSet
    /// When it was delivered; nil for now.
    package let receivedAt: Timestamp?
    /// Whether it ends as soon as it has come.
    package var isEnded = false
    /// Whether its bytes are kept even if the account has the message.
    package var mayRepeat = false
    let headers: MessageHeaders
    let attachments: [AttachmentSummary]
    let snippet: String

    /// The digest of the bytes.
    package var raw: SHA256Digest { digests.raw }

    /// Reads a message, a large one piece by piece.
    package init(
        _ content: BlobContent, in folders: [FolderID], keywords: KeywordSet, receivedAt: Timestamp?
    ) throws {
        size = content.size
        self.folders = folders
        self.keywords = keywords
        self.receivedAt = receivedAt
        digests = try MessageDigests(of: content.stored)
        let parsed = try MessageParser().parse(stored: content.stored)
        headers = MessageHeaders(parsed)
        attachments = parsed.attachments.map(AttachmentSummary.init)
        snippet = parsed.snippet
    }
}

/// A message that is to come, with the bytes that are stored before it is recorded.
package struct BroughtMessage: Sendable {
    package let placed: PlacedMessage
    package let content: BlobContent

    package init(_ placed: PlacedMessage, _ content: BlobContent) {
        (self.placed, self.content) = (placed, content)
    }
}
