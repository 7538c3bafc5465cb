import SQLiteDatabase
import Testing

@Suite struct `SQL text` {
    @Test func `keeps values apart as placeholders`() {
        let name = "x'); DROP TABLE item; --"
        let sql: SQL = "INSERT INTO item VALUES (\(bind: name), \(bind: 3))"
        #expect(sql.text == "INSERT INTO item VALUES (?, ?)")
        #expect(sql.values == [.text(name), .integer(3)])
    }

    @Test func `takes in fragments with their values in order`() {
        let live: SQL = "ended IS \(bind: Int?.none)"
        let sql: SQL = "SELECT \(bind: 1) WHERE \(live) AND id = \(bind: 2)"
        #expect(sql.text == "SELECT ? WHERE ended IS ? AND id = ?")
        #expect(sql.values == [.integer(1), .null, .integer(2)])
    }

    @Test func `is joined and appended`() {
        let conditions: [SQL] = ["a = \(bind: 1)", "b = \(bind: 2)", "c"]
        var sql = "WHERE " + conditions.joined(separator: " AND ")
        sql += " LIMIT \(bind: 5)"
        #expect(sql.text == "WHERE a = ? AND b = ? AND c LIMIT ?")
        #expect(sql.values == [.integer(1), .integer(2), .integer(5)])
        #expect([SQL]().joined(separator: ", ").text == "")
    }

    @Test(arguments: [
        "item", "order", "two words", "say \"hi\"", "\"", "a\"); DROP TABLE item; --", "[x]", "`", "naïve",
    ])
    func `quotes an identifier so that nothing in it ends the name`(name: String) throws {
        let connection = try Connection(path: Connection.inMemory, mode: .create)
        let table = SQL.identifier(name)
        try connection.run("CREATE TABLE \(table) (\(table) TEXT)")
        try connection.run("INSERT INTO \(table) (\(table)) VALUES (\(bind: name))")
        #expect(
            try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") { try $0.next(String.self) } == [
                name
            ])
        #expect(try connection.first("SELECT \(table) FROM \(table)") { try $0.next(String.self) } == name)
    }
}
