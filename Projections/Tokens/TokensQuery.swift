public import Access
public import CivilTime
public import Cryptography
public import EventLog
public import SQLiteDatabase

/// A token that was issued, without the token.
public struct TokenRow: Sendable, Hashable, Identifiable {
    public let id: TokenID
    public let stream: StreamID
    public let settings: TokenSettings
    /// SHA-256 of the token.
    public let digest: SHA256Digest
    public let createdAt: Timestamp
    public let updatedAt: Timestamp
    public let isRevoked: Bool

    /// The token as a decision sees it.
    public var state: TokenState { TokenState(id: id, stream: stream, settings: settings, isRevoked: isRevoked) }
}

extension TokenRow {
    fileprivate static let columns: SQL = """
        uuid, id, \(TokenIssued.columns.names()), digest, created, updated, ended IS NOT NULL
        """

    fileprivate init(from row: inout RowReader) throws {
        let (id, stream) = try (row.next(TokenID.self), row.next(StreamID.self))
        let settings = try TokenSettings(from: &row)
        guard let digest = try SHA256Digest(bytes: row.next([UInt8].self)) else {
            throw ProjectionError.malformed("a token has no digest")
        }
        try self.init(
            id: id, stream: stream, settings: settings, digest: digest, createdAt: row.next(), updatedAt: row.next(),
            isRevoked: row.next())
    }
}

/// Queries for tokens.
public struct TokensQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the tokens in the order of recording, revoked ones too on request.
    public func all(includingRevoked: Bool = false) throws -> [TokenRow] {
        try connection.rows(
            """
            SELECT \(TokenRow.columns) FROM token WHERE \(includingRevoked ? "TRUE" : "ended IS NULL") ORDER BY id
            """, row: TokenRow.init(from:))
    }
}
