internal import MIME
internal import Mail
internal import Mailboxes

/// What the bytes of a message say that a program handed over, read before the writer's lock is taken.
struct MessageBytes {
    let digests: MessageDigests
    let parsed: ParsedMessage

    /// - Throws: ``MailError/invalid(field:reason:)`` for no bytes at all.
    init(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { throw MailError.invalid(field: "bytes", reason: "the message is empty") }
        digests = MessageDigests(of: bytes)
        parsed = try MessageParser().parse(.bytes(bytes))
    }
}
