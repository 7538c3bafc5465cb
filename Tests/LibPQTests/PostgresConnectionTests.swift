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

    @Test(arguments: [
        "client_encoding=LATIN1", "client%5fencoding=SQL_ASCII", "client_encoding=auto",
        "options=-c%20client_encoding%3DLATIN1",
    ])
    func `text is UTF-8 on its way, whatever the URL says`(parameter: String) throws {
        let url = try PostgresServer.shared.get().makeDatabase().url
        let connection = try PostgresConnection(to: #require(PostgresAddress("\(url)&\(parameter)")))
        #expect(connection.parameter("client_encoding") == "UTF8")
        let length = try connection.first("SELECT char_length(\(.text("ß")))") { try $0.next(Int.self) }
        #expect(length == 1)
    }

    @Test(arguments: ["dbname", "%64bname"])
    func `a database among the parameters counts, and so does the rest of the URL`(name: String) throws {
        let server = try PostgresServer.shared.get()
        let database = try server.makeDatabase().name
        func connect(to host: String, _ database: String) throws -> PostgresConnection {
            try PostgresConnection(
                to: #require(PostgresAddress("postgresql://postgres@/nothing?host=\(host)&\(name)=\(database)")))
        }
        let found = try connect(to: server.folder, database)
            .first("SELECT current_database()::text") { try $0.next(String.self) }
        #expect(found == database)
        // No other server is asked: neither the one of the surroundings, nor one that the database seems to name.
        for database in [database, "postgresql%3A%2F%2Fpostgres%40%2F\(database)%3Fhost%3D\(server.folder)"] {
            #expect {
                _ = try connect(to: "/nowhere", database)
            } throws: { error in
                guard let error = error as? PostgresError else { return false }
                return error.condition == .unreachable && error.message.contains("/nowhere")
            }
        }
    }

    @Test(arguments: [
        ("options=-c%20session_replication_role%3Dreplica", PostgresError.Condition.noAccess, "replication_role"),
        ("options=-c%20no_such_setting%3D1", .noAccess, "no_such_setting"),
        ("options=-c%20lock_timeout%3Dlong", .noAccess, "lock_timeout"),
        ("replication=true", .badParameters, "replication"), ("replicatio%6e=database", .badParameters, "replication"),
        ("connect_timeout=long", .badParameters, "connect_timeout"),
    ])
    func `a parameter that is refused is no lost connection`(
        parameter: String, condition: PostgresError.Condition, word: String
    ) throws {
        let server = try PostgresServer.shared.get()
        let database = try server.makeDatabase().name
        try server.run("CREATE ROLE \"at the door of \(database)\" LOGIN", in: database)
        let user = "at%20the%20door%20of%20\(database)"
        let address = try #require(
            PostgresAddress("postgresql://\(user)@/\(database)?host=\(server.folder)&\(parameter)"))
        let error = #expect(throws: PostgresError.self) { _ = try PostgresConnection(to: address) }
        #expect(error?.condition == condition && error?.message.contains(word) == true, "\(String(describing: error))")
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
