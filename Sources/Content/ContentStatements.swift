import Hashing
import SQLite

/// The statements that run once a content.
struct ContentStatements {
    let find: Statement
    let load: Statement
    let insert: Statement
    let repair: Statement

    init(on connection: Connection) throws {
        find = try connection.prepare("SELECT id, stored_size, data IS NULL FROM content WHERE digest = ?")
        load = try connection.prepare("SELECT size, stored_size, data FROM content WHERE digest = ?")
        insert = try connection.prepare("INSERT INTO content (digest, size, stored_size, data) VALUES (?, ?, ?, ?)")
        repair = try connection.prepare("UPDATE content SET stored_size = ? WHERE id = ?")
    }
}

/// Where a content is, without its bytes.
struct ContentRecord {
    let id: Int64
    let storedSize: Int64
    let isFile: Bool
}

extension ContentStore {
    func record(of digest: SHA256Digest) throws -> ContentRecord? {
        try calling {
            try statements.find.first(digest.bytes) { row in
                try ContentRecord(id: row.next(), storedSize: row.next(), isFile: row.next())
            }
        }
    }
}
