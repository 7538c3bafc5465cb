package import Cryptography
internal import EventLog
internal import MailLedger
internal import Projections

/// The messages that a client looked at last, read: a client asks for one several times, in parts.
///
/// It has two halves. New messages come into the young half. Once that is full it becomes the old one, and what was in
/// the old one is forgotten, unless it was asked for meanwhile. So no message is looked for among all.
package struct MessageMemory {
    private var young: [SHA256Digest: IMAPMessage] = [:]
    private var old: [SHA256Digest: IMAPMessage] = [:]
    /// Of the young half, in bytes.
    private var weight = 0
    private var sizes: [SHA256Digest: Int32] = [:]
    private let mostBytes: Int

    private static let mostSizes = 100_000
    /// What a message takes beside its text, in bytes: thousands of empty ones need memory, too.
    private static let overhead = 512

    /// - Parameter mostBytes: Of both halves; a message that does not fit into a half is not kept.
    package init(mostBytes: Int = 8 << 20) {
        self.mostBytes = mostBytes
    }

    /// The number of messages that are kept.
    package var count: Int { young.count + old.count }

    /// Returns a message by the digest of its bytes; a message whose bytes are missing is empty.
    ///
    /// - Complexity: O(1) for a message that is kept.
    mutating func message(_ digest: SHA256Digest, _ reader: LedgerReader) throws -> IMAPMessage {
        try message(digest) { try IMAPMessage(ofMessage: digest, reader) ?? IMAPMessage([]) }
    }

    package mutating func message(
        _ digest: SHA256Digest, reading read: () throws -> IMAPMessage
    ) rethrows -> IMAPMessage {
        if let found = young[digest] { return found }
        let message = try old.removeValue(forKey: digest) ?? read()
        note(message.size, of: digest)
        let weight = message.weight + Self.overhead
        guard !message.isLarge, weight <= mostBytes / 2 else { return message }
        if self.weight + weight > mostBytes / 2 {
            (old, young) = (young, [:])
            self.weight = 0
        }
        young[digest] = message
        self.weight += weight
        return message
    }

    /// The size of a message that was looked at before.
    func knownSize(_ digest: SHA256Digest) -> Int? { sizes[digest].map { Int($0) } }

    /// Returns the bytes that a message has with CR LF at the ends of its lines.
    mutating func size(_ digest: SHA256Digest, _ reader: LedgerReader) throws -> Int {
        if let size = sizes[digest] { return Int(size) }
        let size = try reader.blob(ofMessage: digest)?.sizeOfLines() ?? 0
        note(size, of: digest)
        return size
    }

    private mutating func note(_ size: Int, of digest: SHA256Digest) {
        if sizes.count >= Self.mostSizes { sizes.removeAll() }
        sizes[digest] = Int32(clamping: size)
    }
}
