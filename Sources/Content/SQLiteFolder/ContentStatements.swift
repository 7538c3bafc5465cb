import SQLiteDatabase

/// The statements that run once a content.
struct ContentStatements {
    let find: Statement
    let load: Statement
    let insert: Statement
    let repair: Statement

    init(on connection: Connection) throws {
        find = try connection.prepare("SELECT id, size, stored_size, data IS NULL FROM content WHERE digest = ?")
        load = try connection.prepare("SELECT id, size, stored_size, data FROM content WHERE digest = ?")
        insert = try connection.prepare("INSERT INTO content (digest, size, stored_size, data) VALUES (?, ?, ?, ?)")
        repair = try connection.prepare("UPDATE content SET stored_size = ? WHERE id = ?")
    }
}
