internal import Access
internal import CivilTime
internal import EventLog
internal import JSONCoding
internal import SQLiteDatabase

enum TokensSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE token (
                id INTEGER PRIMARY KEY,      -- the token's stream
                uuid BLOB NOT NULL,
                name TEXT NOT NULL,
                actor TEXT NOT NULL,
                scopes TEXT NOT NULL,        -- a blank between each
                accounts TEXT,               -- JSON: a list of ids; NULL for all
                expires INTEGER,             -- µs since 1970 UTC
                digest BLOB NOT NULL,        -- SHA-256 of the token
                created INTEGER NOT NULL,
                updated INTEGER NOT NULL,
                ended INTEGER                -- the position of the event that revoked it
            ) STRICT;
            """)
    }

    static let publicTables = [
        PublicTable(
            "tokens", of: Entity.token, stream: "token.id", namesAccount: false,
            """
            SELECT \(.uuid("token.uuid")) AS id, token.name, token.actor, token.scopes, token.accounts,
                token.expires AS expires_at, token.created AS created_at
            FROM token WHERE token.ended IS NULL
            """)
    ]
}

extension TokenIssued {
    /// The columns of the table with its settings; they are read in this order below.
    static let columns: [SettingColumn<TokenIssued, TokenChanged>] = [
        .init("name", \.name, \.name),
        .init("actor", \.actor, \.actor),
        .init("scopes", \.scopes, \.scopes) { $0.map(\.rawValue).joined(separator: " ") },
        .init("accounts", \.accounts, \.accounts) { try $0?.columnJSON() },
        .init("expires", \.expiresAt, \.expiresAt) { $0?.microseconds },
    ]
}

extension TokenSettings {
    init(from row: inout RowReader) throws {
        try self.init(
            name: row.next(), actor: row.next(),
            scopes: Set(row.next(String.self).split(separator: " ").compactMap { AccessScope(rawValue: String($0)) }),
            accounts: row.next(String?.self).map {
                try JSONBytesDecoder().decode([AccountID].self, from: Array($0.utf8))
            },
            expiresAt: row.next())
    }
}
