internal import SQLiteDatabase

/// Rows of the read models that name a thing that is not there: none, unless something is wrong.
enum Orphans {
    static func count(on connection: Connection) throws -> Int {
        try connection.first(
            """
            SELECT (SELECT count(*) FROM folder WHERE account NOT IN (SELECT id FROM account))
                + (SELECT count(*) FROM folder WHERE parent NOT IN (SELECT id FROM folder))
                + (SELECT count(*) FROM message WHERE account NOT IN (SELECT id FROM account))
                + (SELECT count(*) FROM copy WHERE message NOT IN (SELECT id FROM message))
                + (SELECT count(*) FROM copy WHERE folder NOT IN (SELECT id FROM folder))
                + (SELECT count(*) FROM keyword WHERE message NOT IN (SELECT id FROM message))
                + (SELECT count(*) FROM attachment WHERE message NOT IN (SELECT id FROM message))
                + (SELECT count(*) FROM thread_member WHERE message NOT IN (SELECT id FROM message))
                + (SELECT count(*) FROM thread_member WHERE thread NOT IN (SELECT id FROM thread))
            """
        ) { try $0.next() } ?? 0
    }
}
