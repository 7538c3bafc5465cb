import SQLiteDatabase
import Testing

@Suite struct `A value` {
    private static let hostile = [
        "", "plain", "'; DROP TABLE item; --", "\"", "a\0b", "\0", "?1 :name @name $name", "\u{202e}\u{fffd}\u{1f4ec}",
        "\r\n%s",
    ]

    private func connection() throws -> Connection {
        let connection = try Connection(path: Connection.inMemory, mode: .create)
        try connection.runScript("CREATE TABLE item (id INTEGER PRIMARY KEY, value ANY) STRICT")
        return connection
    }

    @Test(arguments: [
        Value.null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-1e300), .text(""), .text("a\0b"),
        .blob([]),
        .blob([0, 255]),
    ])
    func `comes back in its storage class`(value: Value) throws {
        let connection = try connection()
        try connection.run("INSERT INTO item (value) VALUES (\(bind: value))")
        #expect(try connection.first("SELECT value FROM item") { try $0.next(Value.self) } == value)
        #expect(try connection.prepare("SELECT ?").first(value) { try $0.next(Value.self) } == value)
    }

    @Test(arguments: hostile)
    func `of text is bound and read by its count of bytes`(text: String) throws {
        let connection = try connection()
        try connection.run("INSERT INTO item (value) VALUES (\(bind: text))")
        let insert = try connection.prepare("INSERT INTO item (value) VALUES (?)")
        try insert.run(text)
        let rows = try connection.rows("SELECT value, length(CAST(value AS BLOB)), typeof(value) FROM item") { row in
            try (text: row.next(String.self), count: row.next(Int.self), type: row.next(String.self))
        }
        #expect(rows.count == 2)
        for row in rows {
            #expect(row.text == text)
            #expect(row.count == text.utf8.count)
            #expect(row.type == "text")
        }
        #expect(
            try connection.first("SELECT count(*) FROM item WHERE value = \(bind: text)") { try $0.next(Int64.self) }
                == 2)
    }

    @Test func `of bytes that are empty is not NULL`() throws {
        let connection = try connection()
        try connection.run("INSERT INTO item (value) VALUES (\(bind: [UInt8]())), (\(bind: [UInt8]?.none))")
        let rows = try connection.rows("SELECT typeof(value), value, value, value FROM item ORDER BY id") { row in
            try (
                type: row.next(String.self), isNull: row.nextIsNull(), blob: row.next([UInt8].self),
                optional: row.next([UInt8]?.self)
            )
        }
        #expect(rows.map(\.type) == ["blob", "null"])
        #expect(rows.map(\.isNull) == [false, true])
        #expect(rows.map(\.blob) == [[], []])
        #expect(rows.map(\.optional) == [[], nil])
    }

    @Test func `of text that is no UTF-8 reads with replacement characters`() throws {
        let text = try connection().first("SELECT CAST(x'61ff00e28262' AS TEXT)") { try $0.next(String.self) }
        #expect(text == "a\u{fffd}\0\u{fffd}b")
    }

    @Test func `that is nil binds as NULL, and reads as nil`() throws {
        let rows = try connection().rows(
            "SELECT \(bind: Int?.none), \(bind: String?.some("a")), \(bind: Int64?.some(3))"
        ) {
            try ($0.next(Int64?.self), $0.next(String?.self), $0.next(Int64?.self))
        }
        #expect(rows.count == 1)
        #expect(rows[0] == (nil, "a", 3))
    }

    @Test func `of NULL reads as zero and empty`() throws {
        let row = try connection().first("SELECT NULL") { row in
            (
                row.numbered.integer(0), row.numbered.real(0), row.numbered.bool(0), row.numbered.text(0),
                row.numbered.blob(0).count, row.numbered.withBytes(0) { $0.count }
            )
        }
        #expect(row.map { $0 == (0, 0, false, "", 0, 0) } == true)
    }

    @Test func `of bytes is lent without a copy`() throws {
        let sum = try connection().first("SELECT \(bind: [1, 2, 250] as [UInt8])") { row in
            try row.nextBytes { bytes in
                var sum = 0
                for index in bytes.indices { sum += Int(bytes[index]) }
                return sum
            }
        }
        #expect(sum == 253)
    }
}
