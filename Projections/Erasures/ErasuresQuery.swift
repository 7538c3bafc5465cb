public import CivilTime
public import Cryptography
public import EventLog
public import Mail
public import SQLiteDatabase

/// Something that was erased.
public struct ErasureRow: Sendable, Hashable {
    /// The position of the erasing event; its transaction has the actor and the reason.
    public let position: Position
    public let time: Timestamp
    /// The kind of the erased thing: `message`, `account`, …
    public let kind: String
    /// The id that it had, which no other thing gets.
    public let id: UniqueID
    public let stream: StreamID
    /// Nil for a thing of no account.
    public let account: AccountID?
    /// The number of blanked events.
    public let events: Int
}

extension ErasureRow {
    fileprivate static let columns: SQL = "position, time, kind, uuid, stream, account_uuid, events"

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            position: row.next(), time: row.next(), kind: row.next(), id: row.next(), stream: row.next(),
            account: row.next(), events: row.next())
    }
}

/// Queries for the erasures.
public struct ErasuresQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Whether any message was erased that an import could bring back.
    public func hasIdentities() throws -> Bool {
        try connection.first("SELECT 1 FROM erased_identity LIMIT 1") { _ in true } ?? false
    }

    /// Whether a message whose identity has this keyed digest was erased.
    public func hasErased(_ digest: SHA256Digest) throws -> Bool {
        try connection.first("SELECT 1 FROM erased_identity WHERE digest = \(bind: digest.bytes)") { _ in true }
            ?? false
    }

    /// Whether every message with this keyed digest of its identity counts as erased: an older program recorded no
    /// more.
    public func hasErasedAll(of digest: SHA256Digest) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM erased_identity WHERE digest = \(bind: digest.bytes) AND takes_all"
        ) { _ in true } ?? false
    }

    /// The check value of the key of the latest erasure that has one; nil if none has.
    public func keyCheck() throws -> SHA256Digest? {
        try connection.first(
            "SELECT key_check FROM erasure WHERE key_check IS NOT NULL ORDER BY position DESC LIMIT 1"
        ) { try $0.next() }
    }

    /// Returns all erasures in the order of recording.
    public func all() throws -> [ErasureRow] {
        try rows(where: "TRUE")
    }

    /// Returns the erasures of messages, the latest first.
    ///
    /// - Parameters:
    ///   - account: Limits them to this account.
    ///   - prefix: Limits them to messages whose id has this prefix.
    public func messages(of account: AccountID? = nil, withPrefix prefix: String? = nil) throws -> [ErasureRow] {
        var conditions: [SQL] = ["kind = 'message'"]
        if let account { conditions.append("account_uuid = \(bind: account.blob)") }
        if let prefix {
            guard let range = UUIDRange(prefix: prefix) else { return [] }
            conditions.append("uuid BETWEEN \(bind: range.first) AND \(bind: range.last)")
        }
        return try rows(where: conditions.joined(separator: " AND ")).reversed()
    }

    /// Returns the erasure of the thing whose id has a prefix; nil if there is none, or more than one.
    public func erasure(withPrefix prefix: String) throws -> ErasureRow? {
        guard let range = UUIDRange(prefix: prefix) else { return nil }
        let found = try rows(where: "uuid BETWEEN \(bind: range.first) AND \(bind: range.last)")
        return found.count == 1 ? found[0] : nil
    }

    /// Returns the erasures of messages with this keyed digest of their `Message-ID`, the latest first.
    public func erasures(ofMessageID digest: SHA256Digest) throws -> [ErasureRow] {
        try rows(where: "message_id = \(bind: digest.bytes)").reversed()
    }

    private func rows(where condition: SQL) throws -> [ErasureRow] {
        try connection.rows(
            "SELECT \(ErasureRow.columns) FROM erasure WHERE \(condition) ORDER BY position",
            row: ErasureRow.init(from:))
    }
}
