import LibPQ
import TestSupport
import Testing

@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL's server is not installed"))
struct PostgresConnectionTests {
    private func connect() throws -> PostgresConnection {
        let server = try PostgresServer.shared.get()
        return try PostgresConnection(to: #require(PostgresAddress(server.makeDatabase().url)))
    }

    @Test func `values of each type come back as they were sent`() throws {
        let connection = try connect()
        let bytes = (0...255).map { UInt8($0) }
        let row = try connection.first(
            """
            SELECT \(.integer(-5)), \(.integer(nil)), \(.text("ä\u{1}'\"")), \(.bytes(bytes)), \(.bytes([])), \(.bool(true)),
                -2::int2, 70000::int4, NULL::text
            """
        ) { row in
            try #expect(row.next(Int64.self) == -5)
            try #expect(row.next(Int64?.self) == nil)
            try #expect(row.next(String.self) == "ä\u{1}'\"")
            try #expect(row.next([UInt8].self) == bytes)
            try #expect(row.next([UInt8]?.self) == [])
            try #expect(row.next(Bool.self))
            try #expect(row.next(Int.self) == -2)
            try #expect(row.next(Int.self) == 70_000)
            try #expect(row.next(String?.self) == nil)
            return true
        }
        #expect(row == true)
        let arrays = try connection.rows(
            "SELECT a, b, c FROM unnest(\(.integers([1, -1])), \(.texts(["x", "y'"])), \(.arrayOfBytes([[0], nil]))) AS t(a, b, c)"
        ) { try ($0.next(Int64.self), $0.next(String.self), $0.next([UInt8]?.self)) }
        #expect(arrays.map(\.0) == [1, -1] && arrays.map(\.1) == ["x", "y'"] && arrays.map(\.2) == [[0], nil])
        #expect(try connection.rows("SELECT unnest(\(.integers([])))") { try $0.next(Int64.self) } == [])
    }

    @Test func `statements of one round trip are one transaction, and end at the first that fails`() throws {
        let connection = try connect()
        try connection.runScript("CREATE TABLE t (n int8 PRIMARY KEY)")
        let one: PostgresStatement = "INSERT INTO t VALUES (\(.integer(1)))"
        #expect {
            _ = try connection.ask([one, one, "SELECT 1"])
        } throws: { ($0 as? PostgresError)?.condition == .taken }
        #expect(try connection.rows("SELECT n FROM t") { try $0.next(Int64.self) } == [])
        _ = try connection.ask(["BEGIN", one])
        #expect(connection.isInTransaction)
        let answers = try connection.ask(["SELECT n FROM t", "COMMIT"])
        #expect(try answers[0].rows { try $0.next(Int64.self) } == [1] && answers[1].command == "COMMIT")
        // Much more than a socket takes at once, both ways.
        let large = [UInt8](repeating: 7, count: 3 << 20)
        let many = [PostgresStatement](repeating: "SELECT \(.bytes(large))", count: 8)
        #expect(try connection.ask(many).allSatisfy { try $0.rows { try $0.next([UInt8].self) } == [large] })
    }

    @Test func `a connection that is cut or gives no answer is lost, and says so at once from then on`() throws {
        let connection = try connect()
        #expect {
            _ = try connection.ask("SELECT pg_terminate_backend(pg_backend_pid())")
        } throws: { ($0 as? PostgresError)?.condition == .unreachable }
        #expect(connection.isLost)
        #expect(throws: PostgresError.self) { _ = try connection.ask("SELECT 1") }
        let slow = try connect()
        slow.patience = 0.05
        #expect {
            _ = try slow.ask("SELECT pg_sleep(5)")
        } throws: { "\($0)".hasPrefix("the server gave no answer") }
        #expect(throws: PostgresError.self) { _ = try slow.ask("SELECT 1") }
    }

    @Test func `a refused connection says why`() throws {
        let server = try PostgresServer.shared.get()
        let none = try #require(PostgresAddress("postgresql://postgres@/nothing?host=\(server.folder)"))
        #expect {
            _ = try PostgresConnection(to: none)
        } throws: { ($0 as? PostgresError)?.condition == .noAccess }
        let nowhere = try #require(PostgresAddress("postgresql://postgres@/nothing?host=/nowhere"))
        #expect {
            _ = try PostgresConnection(to: nowhere)
        } throws: { ($0 as? PostgresError)?.condition == .unreachable }
    }

    @Test func `conditions follow from the server's states`() throws {
        let connection = try connect()
        func condition(_ statement: PostgresStatement) -> PostgresError.Condition? {
            do {
                _ = try connection.ask(statement)
                return nil
            } catch {
                return (error as? PostgresError)?.condition
            }
        }
        #expect(condition("SELECT 1 FROM mailledger.head") == .noSchema)
        #expect(condition("SELECT 1/0") == .other)
        _ = try connection.ask("BEGIN READ ONLY")
        #expect(condition("CREATE TABLE t (n int)") == .readOnly)
        _ = try connection.ask("ROLLBACK")
    }
}
