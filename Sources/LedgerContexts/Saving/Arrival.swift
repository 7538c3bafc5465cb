internal import Cryptography
internal import LedgerKernel
internal import MIME
internal import Mail
internal import Mailboxes

/// A message that was read before the writer's lock is taken, and waits to be recorded.
struct Arrival {
    let message: IncomingMessage
    let digests: MessageDigests
    let headers: MessageHeaders
    let attachments: [AttachmentSummary]
    /// The first words of its text.
    var snippet: String

    init(_ message: IncomingMessage) throws {
        guard !message.bytes.isEmpty else { throw DomainError.invalid(field: "bytes", reason: "the message is empty") }
        self.message = message
        digests = MessageDigests(of: message.bytes)
        let parsed = try MessageParser().parse(.bytes(message.bytes))
        headers = MessageHeaders(parsed)
        attachments = message.lacksBody ? [] : parsed.attachments.map(AttachmentSummary.init)
        snippet = message.lacksBody ? "" : parsed.snippet
    }

    var size: Int64 { Int64(message.bytes.count) }

    /// The copy that it is of a message whose bytes are these.
    func copy(of raw: SHA256Digest) -> FoundCopy {
        FoundCopy(
            source: message.source ?? message.external.id ?? digests.identity.hex, raw: raw,
            flags: message.keywords.maildirFlags, fromLine: nil)
    }
}
