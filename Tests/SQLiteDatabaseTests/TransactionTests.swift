import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `A transaction` {
    private struct Stop: Error {}
    private let connection: Connection

    init() throws {
        connection = try Connection(path: Connection.inMemory, mode: .create)
        try connection.runScript(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE folder (id INTEGER PRIMARY KEY);
            CREATE TABLE message (folder INTEGER REFERENCES folder DEFERRABLE INITIALLY DEFERRED);
            """)
    }

    private func folders() throws -> [Int64] {
        try connection.rows("SELECT id FROM folder") { try $0.next(Int64.self) }
    }

    @Test(arguments: [Transaction.Kind.deferred, .immediate])
    func `that commits makes its changes last`(kind: Transaction.Kind) throws {
        let transaction = try Transaction(kind, on: connection)
        #expect(connection.isInTransaction)
        try connection.run("INSERT INTO folder VALUES (1)")
        try transaction.commit()
        #expect(!connection.isInTransaction)
        #expect(try folders() == [1])
    }

    @Test func `that is dropped is rolled back`() throws {
        do {
            _ = try Transaction(.immediate, on: connection)
        }
        #expect(!connection.isInTransaction)
        func insertAndForget() throws {
            let transaction = try Transaction(.immediate, on: connection)
            try connection.run("INSERT INTO folder VALUES (1)")
            if try folders() == [1] { return }
            try transaction.commit()
        }
        try insertAndForget()
        #expect(!connection.isInTransaction)
        #expect(try folders() == [])
    }

    @Test func `whose closure throws is rolled back`() throws {
        #expect(throws: Stop.self) {
            try connection.transaction(.immediate) {
                try connection.run("INSERT INTO folder VALUES (1)")
                throw Stop()
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try folders() == [])
        try connection.transaction(.immediate) { _ = try connection.run("INSERT INTO folder VALUES (2)") }
        #expect(try folders() == [2])
    }

    @Test func `whose commit fails is rolled back`() throws {
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction(.immediate) {
                try connection.run("INSERT INTO folder VALUES (1)")
                try connection.run("INSERT INTO message VALUES (99)")
            }
        }
        #expect(error?.isConstraint == true)
        #expect(error?.statement == "COMMIT")
        #expect(!connection.isInTransaction)
        #expect(try folders() == [])
    }

    @Test func `within a transaction is refused, and the outer one goes on`() throws {
        try connection.transaction(.immediate) {
            try connection.run("INSERT INTO folder VALUES (1)")
            #expect(throws: SQLiteError.self) { try connection.transaction(.deferred) {} }
            #expect(connection.isInTransaction)
        }
        #expect(try folders() == [1])
    }

    @Test func `that SQLite has rolled back itself ends quietly`() throws {
        #expect(throws: SQLiteError.self) {
            try connection.transaction(.immediate) {
                try connection.run("INSERT INTO folder VALUES (1)")
                try connection.run("INSERT OR ROLLBACK INTO folder VALUES (1)")
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try folders() == [])
    }
}
