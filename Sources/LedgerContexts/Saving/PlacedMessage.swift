package import CivilTime
package import Cryptography
internal import EventLog
internal import LedgerKernel
internal import MIME
package import Mail
package import Mailboxes

/// A message that is to come into folders of an account, read before the writer's lock is taken.
package struct PlacedMessage: Codable, Hashable, Sendable {
    package let bytes: [UInt8]
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

    package init(
        _ bytes: [UInt8], in folders: [FolderID], keywords: KeywordSet, receivedAt: Timestamp?
    ) throws {
        self.bytes = bytes
        self.folders = folders
        self.keywords = keywords
        self.receivedAt = receivedAt
        digests = MessageDigests(of: bytes)
        let parsed = try MessageParser().parse(.bytes(bytes))
        headers = MessageHeaders(parsed)
        attachments = parsed.attachments.map(AttachmentSummary.init)
        snippet = parsed.snippet
    }
}
