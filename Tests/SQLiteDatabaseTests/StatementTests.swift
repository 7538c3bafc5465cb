import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `A statement` {
    private func numbers() throws -> Connection {
        let connection = try Connection(path: Connection.inMemory, mode: .create)
        try connection.runScript(
            """
            CREATE TABLE number (value INTEGER PRIMARY KEY);
            INSERT INTO number VALUES (1), (2), (3);
            """)
        return connection
    }

    @Test func `runs again with new values, also after it failed`() throws {
        let connection = try numbers()
        let insert = try connection.prepare("INSERT INTO number VALUES (?)")
        #expect(try insert.run(4) == 1)
        let error = #expect(throws: SQLiteError.self) { try insert.run(4) }
        #expect(error?.isConstraint == true)
        #expect(try insert.run(5) == 1)
        #expect(connection.lastInsertedRowID == 5)
        #expect(try connection.rows("SELECT value FROM number") { try $0.next(Int64.self) } == [1, 2, 3, 4, 5])
    }

    @Test func `forgets the values of its last run`() throws {
        let select = try numbers().prepare("SELECT ?, ?")
        #expect(try select.first(1, 2) { $0.numbered.value(1) } == .integer(2))
        #expect(try select.first(1) { $0.numbered.value(1) } == .null)
    }

    @Test func `refuses more values than it has placeholders`() throws {
        let select = try numbers().prepare("SELECT ?")
        #expect(throws: SQLiteError.self) { try select.first(1, 2) { try $0.next(Int64.self) } }
        #expect(try select.first(1) { try $0.next(Int64.self) } == 1)
    }

    @Test func `of the same text runs while its rows are being read`() throws {
        let connection = try numbers()
        // Run once, so that the outer statement is one that was kept.
        #expect(
            try connection.rows("SELECT value FROM number ORDER BY value") { try $0.next(Int64.self) } == [1, 2, 3])
        var seen: [Int64] = []
        try connection.forEach("SELECT value FROM number ORDER BY value") { outer in
            let inner = try connection.rows("SELECT value FROM number ORDER BY value") { try $0.next(Int64.self) }
            #expect(inner == [1, 2, 3])
            let first = try connection.first("SELECT value FROM number ORDER BY value") { try $0.next(Int64.self) }
            #expect(first == 1)
            seen.append(try outer.next())
            return true
        }
        #expect(seen == [1, 2, 3])
    }

    @Test func `that is kept serves each of many texts right, beyond what the cache holds`() throws {
        let connection = try numbers()
        for round in 0..<2 {
            for number in 0..<300 {
                let column = SQL.identifier("c\(number)")
                #expect(
                    try connection.first("SELECT \(bind: number) AS \(column)") { try $0.next(Int64.self) }
                        == Int64(number),
                    "\(round)")
            }
        }
    }

    @Test func `counts the rows that it changed`() throws {
        let connection = try numbers()
        #expect(try connection.run("UPDATE number SET value = value + 10") == 3)
        #expect(try connection.run("DELETE FROM number WHERE value > \(bind: 11)") == 2)
        #expect(try connection.run("DELETE FROM number WHERE value > \(bind: 11)") == 0)
    }

    @Test func `names its columns`() throws {
        #expect(
            try numbers().prepare("SELECT value, 1 AS \"one two\" FROM number").columnNames == ["value", "one two"])
    }

    @Test func `that fails tells its text and none of its values`() throws {
        let connection = try Connection(path: Connection.inMemory, mode: .create)
        try connection.runScript("CREATE TABLE person (address TEXT UNIQUE)")
        let insert: SQL = "INSERT INTO person VALUES (\(bind: "ada@example.org"))"
        try connection.run(insert)
        let error = try #require(throws: SQLiteError.self) { try connection.run(insert) }
        #expect(error.statement == "INSERT INTO person VALUES (?)")
        #expect(error.isConstraint)
        #expect(!"\(error)".contains("ada") && !"\(error)".contains("INSERT"))
    }

    @Test(arguments: ["SELECT \"missing\"", "SELECT", "SELECT * FROM nowhere", ""] as [SQL])
    func `that makes no sense is refused`(sql: SQL) throws {
        #expect(throws: SQLiteError.self) { try numbers().rows(sql) { try $0.next(Int64.self) } }
    }

    // MARK: Read transactions

    private struct Stop: Error {}

    /// Whether a checkpoint of everything finds a reader in its way (sqlite.org/pragma.html#pragma_wal_checkpoint).
    private func isReaderInTheWay(of writer: Connection) throws -> Bool {
        try writer.run("INSERT INTO number VALUES (NULL)")
        return try writer.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.numbered.bool(0) } ?? true
    }

    @Test func `that stops early ends its read transaction`() throws {
        let directory = try TemporaryDirectory()
        let reader = try Connection(path: directory.path("a.sqlite"), mode: .create)
        try reader.runScript(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE number (value INTEGER PRIMARY KEY);
            INSERT INTO number VALUES (1), (2), (3);
            """)
        let writer = try Connection(path: directory.path("a.sqlite"), mode: .readWrite, timeout: 0)
        let statement = try reader.prepare("SELECT value FROM number")

        try reader.forEach("SELECT value FROM number") { _ in
            let isInTheWay = try isReaderInTheWay(of: writer)
            #expect(isInTheWay)
            return false
        }
        #expect(try !isReaderInTheWay(of: writer))
        #expect(throws: Stop.self) { try reader.forEach("SELECT value FROM number") { _ in throw Stop() } }
        #expect(try !isReaderInTheWay(of: writer))
        _ = try reader.first("SELECT value FROM number") { try $0.next(Int64.self) }
        #expect(try !isReaderInTheWay(of: writer))
        try statement.forEach { _ in false }
        #expect(try !isReaderInTheWay(of: writer))
        _ = try statement.first { try $0.next(Int64.self) }
        #expect(try !isReaderInTheWay(of: writer))
        #expect(throws: Stop.self) { try statement.rows { _ in throw Stop() } }
        #expect(try !isReaderInTheWay(of: writer))
    }
}
