import Foundation
import SQLiteDatabase
import Synchronization
import TestSupport
import Testing

@Suite struct `A connection` {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path("a.sqlite")
    }

    private func create() throws -> Connection {
        let connection = try Connection(path: path, mode: .create)
        try connection.runScript(
            "PRAGMA journal_mode = WAL; CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        return connection
    }

    @Test func `makes a file only when it is told to`() throws {
        for mode in [Connection.Mode.readOnly, .readWrite] {
            let error = #expect(throws: SQLiteError.self) { try Connection(path: path, mode: mode) }
            #expect(error?.isCannotOpen == true)
        }
        #expect(filesBelow(directory.path) == [])
        _ = try create()
        #expect(filesBelow(directory.path) == ["a.sqlite"])
    }

    @Test func `for reading refuses to write`() throws {
        let writer = try create()
        try writer.run("INSERT INTO item (name) VALUES ('a')")
        let reader = try Connection(path: path, mode: .readOnly)
        let error = #expect(throws: SQLiteError.self) { try reader.run("DELETE FROM item") }
        #expect(error?.isReadOnly == true)
        #expect(try reader.first("SELECT count(*) FROM item") { try $0.next(Int64.self) } == 1)
    }

    @Test func `for an immutable file reads it whatever its name is`() throws {
        let name = directory.path("a%20b?mode=rw#c.sqlite")
        try Connection(path: name, mode: .create).runScript("CREATE TABLE item (id); INSERT INTO item VALUES (7)")
        let reader = try Connection(immutablePath: name)
        #expect(try reader.first("SELECT id FROM item") { try $0.next(Int64.self) } == 7)
        let error = #expect(throws: SQLiteError.self) { try reader.run("DELETE FROM item") }
        #expect(error?.isReadOnly == true)
    }

    @Test func `reports a damaged page while temporary tables have a journal in memory`() throws {
        do {
            let writer = try Connection(path: path, mode: .create)
            try writer.runScript("PRAGMA page_size = 512; CREATE TABLE item (name)")
            for number in 0..<100 { try writer.run("INSERT INTO item VALUES (\(bind: "name \(number)"))") }
        }
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        for place in 512..<bytes.count { bytes[place] = 0xff }
        try Data(bytes).write(to: URL(filePath: path))
        let connection = try Connection(path: path, mode: .readWrite)
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction(.immediate) {
                try connection.runScript("CREATE TEMP TABLE noted (id); INSERT INTO noted VALUES (1)")
                _ = try connection.first("SELECT count(*) FROM item") { try $0.next(Int64.self) }
            }
        }
        #expect(error?.isCorrupt == true)
    }

    @Test func `keeps a database in memory to itself`() throws {
        let first = try Connection(path: Connection.inMemory, mode: .create)
        let second = try Connection(path: Connection.inMemory, mode: .create)
        try first.run("CREATE TABLE item (id)")
        #expect(try second.first("SELECT count(*) FROM sqlite_schema") { try $0.next(Int64.self) } == 0)
    }

    @Test func `refuses double-quoted literals in queries and in schemas`() throws {
        let connection = try create()
        #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO item (name) VALUES (\"text\")") }
        #expect(throws: SQLiteError.self) { try connection.runScript("CREATE INDEX wrong ON item (\"text\")") }
        #expect(try connection.first("SELECT \"name\" FROM item") { try $0.next(String.self) } == nil)
    }

    @Test func `fires the delete triggers of a row that REPLACE takes away`() throws {
        let connection = try create()
        try connection.runScript(
            """
            CREATE TABLE gone (name TEXT);
            CREATE TRIGGER note AFTER DELETE ON item BEGIN INSERT INTO gone VALUES (old.name); END;
            INSERT INTO item VALUES (1, 'a');
            INSERT OR REPLACE INTO item VALUES (2, 'a');
            """)
        #expect(try connection.rows("SELECT name FROM gone") { try $0.next(String.self) } == ["a"])
        #expect(try connection.rows("SELECT id FROM item") { try $0.next(Int64.self) } == [2])
    }

    @Test func `stops a script at the statement that fails`() throws {
        let connection = try create()
        #expect(throws: SQLiteError.self) {
            try connection.runScript(
                "INSERT INTO item VALUES (1, 'a'); INSERT INTO item VALUES (1, 'b'); DELETE FROM item")
        }
        #expect(try connection.rows("SELECT name FROM item") { try $0.next(String.self) } == ["a"])
    }

    @Test func `is told that another one holds the lock, after its own timeout`() throws {
        let first = try create()
        let second = try Connection(path: path, mode: .readWrite, timeout: 50)
        let transaction = try Transaction(.immediate, on: first)
        let clock = ContinuousClock()
        let waited = clock.measure {
            let error = #expect(throws: SQLiteError.self) { try second.run("INSERT INTO item (name) VALUES ('b')") }
            #expect(error?.isBusy == true)
        }
        #expect(waited >= .milliseconds(40))
        try transaction.commit()
        #expect(try second.run("INSERT INTO item (name) VALUES ('b')") == 1)
    }

    @Test func `reads what was committed before its read began, while another writes`() throws {
        let writer = try create()
        try writer.run("INSERT INTO item (name) VALUES ('a')")
        let reader = try Connection(path: path, mode: .readOnly)
        let count: SQL = "SELECT count(*) FROM item"
        try reader.transaction(.deferred) {
            #expect(try reader.first(count) { try $0.next(Int64.self) } == 1)
            try writer.run("INSERT INTO item (name) VALUES ('b')")
            #expect(try reader.first(count) { try $0.next(Int64.self) } == 1)
        }
        #expect(try reader.first(count) { try $0.next(Int64.self) } == 2)
    }

    @Test func `is interrupted from another thread, and is usable after`() async throws {
        let connection = try create()
        let interrupter = connection.interrupter
        // Again and again: an interrupt that comes before the statement runs stops nothing.
        let other = Task.detached {
            while !Task.isCancelled {
                interrupter.interrupt()
                usleep(1_000)
            }
        }
        let error = #expect(throws: SQLiteError.self) {
            try connection.run(
                "WITH RECURSIVE endless (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) SELECT sum(n) FROM endless"
            )
        }
        other.cancel()
        await other.value
        #expect(error?.isInterrupted == true)
        #expect(try connection.first("SELECT 1") { try $0.next(Int64.self) } == 1)
    }

    // Whether SQLite says SQLITE_INTERRUPT or SQLITE_ERROR then depends on which of FTS5's own statements it meets.
    @Test func `says that it was interrupted while it opened an index of words`() throws {
        try create().runScript("CREATE VIRTUAL TABLE word USING fts5(text); INSERT INTO word VALUES ('a')")
        var interruptions = 0
        let end = ContinuousClock.now + .seconds(60)
        while interruptions < 100, ContinuousClock.now < end {
            let connection = try Connection(path: path, mode: .readOnly)
            let interrupter = connection.interrupter
            // A thread of its own: a task waits for its turn behind other tests.
            let isOver = Atomic<Bool>(false)
            Thread { while !isOver.load(ordering: .relaxed) { interrupter.interrupt() } }.start()
            defer { isOver.store(true, ordering: .relaxed) }
            do {
                _ = try connection.first("SELECT count(*) FROM word WHERE word MATCH 'a'") { try $0.next(Int64.self) }
            } catch let error as SQLiteError {
                #expect(error.isInterrupted, "\(error)")
                interruptions += 1
            }
        }
        #expect(interruptions == 100)
        let connection = try Connection(path: path, mode: .readOnly)
        connection.interrupter.interrupt()
        _ = try connection.first("SELECT 1") { try $0.next(Int64.self) }
        let mistake = #expect(throws: SQLiteError.self) { try connection.run("SELECT nothing") }
        #expect(mistake?.isInterrupted == false)
    }

    @Test func `may be gone before its interrupter is`() throws {
        let interrupter = try create().interrupter
        interrupter.interrupt()
        #expect(filesBelow(directory.path).contains("a.sqlite"))
    }
}
