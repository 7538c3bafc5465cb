internal import EventLog
internal import Hashing
internal import MailLedger
internal import Projections

/// The messages that a client looked at last, read: a client asks for one several times, in parts.
struct MessageMemory {
    private static let mostBytes = 8 << 20
    private static let mostSizes = 100_000
    private var kept: [(digest: SHA256Digest, message: IMAPMessage)] = []
    private var bytes = 0
    private var sizes: [SHA256Digest: Int32] = [:]

    /// Returns a message by the digest of its bytes; a message whose bytes are missing is empty.
    mutating func message(_ digest: SHA256Digest, _ reader: LedgerReader) throws -> IMAPMessage {
        if let index = kept.firstIndex(where: { $0.digest == digest }) {
            let found = kept.remove(at: index)
            kept.append(found)
            return found.message
        }
        let message = IMAPMessage(try Self.bytes(of: digest, reader))
        note(message.size, of: digest)
        guard message.size <= Self.mostBytes else { return message }
        kept.append((digest, message))
        bytes += message.size
        while bytes > Self.mostBytes, kept.count > 1 { bytes -= kept.removeFirst().message.size }
        return message
    }

    /// Returns the bytes that a message has with CR LF at the ends of its lines.
    mutating func size(_ digest: SHA256Digest, _ reader: LedgerReader) throws -> Int {
        if let size = sizes[digest] { return Int(size) }
        let size = LineEnds.size(of: try Self.bytes(of: digest, reader))
        note(size, of: digest)
        return size
    }

    private mutating func note(_ size: Int, of digest: SHA256Digest) {
        if sizes.count >= Self.mostSizes { sizes.removeAll() }
        sizes[digest] = Int32(clamping: size)
    }

    private static func bytes(of digest: SHA256Digest, _ reader: LedgerReader) throws -> [UInt8] {
        try reader.blob(ofMessage: digest)?.bytes(limit: Int(Int32.max)) ?? []
    }
}
