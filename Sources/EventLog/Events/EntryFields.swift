public import CivilTime
public import Cryptography

/// The values in the lines of an entry, read from the text alone.
public struct EntryFields: Hashable, Sendable {
    public let ledger: LedgerID
    public let position: Position
    public let account: StreamID
    public let stream: StreamID
    public let version: Int
    /// The type and its schema, as in `mail.message-added/1`.
    public let type: String
    public let recordedAt: Timestamp
    public let transaction: Int64
    /// SHA-256 of the transaction's salt and its header.
    public let headerDigest: SHA256Digest
    /// SHA-256 of the event's salt and its payload.
    public let payloadDigest: SHA256Digest

    /// Reads an entry, and is nil for a text that is none.
    public init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 12, lines[0] == Entry.title, lines[11].isEmpty, let ledger = LedgerID(lines[1]),
            let position = Self.number(lines[2]), position > 0, let account = Self.number(lines[3]),
            let stream = Self.number(lines[4]), let version = Self.number(lines[5]), let time = Int64(lines[7]),
            let transaction = Self.number(lines[8]), let header = SHA256Digest(hex: lines[9]),
            let payload = SHA256Digest(hex: lines[10])
        else { return nil }
        self.ledger = ledger
        self.position = Position(position)
        self.account = StreamID(account)
        self.stream = StreamID(stream)
        self.version = Int(version)
        type = lines[6]
        recordedAt = Timestamp(microseconds: time)
        self.transaction = transaction
        headerDigest = header
        payloadDigest = payload
    }

    private static func number(_ text: String) -> Int64? {
        guard let number = Int64(text), number >= 0, String(number) == text else { return nil }
        return number
    }
}
