import EventLog
import SQLiteDatabase
import Testing

/// The triggers of the log, met through a connection that knows nothing of events.
struct GuardRailTests {
    private func makeLog() throws -> (LogFolder, Connection) {
        let folder = try LogFolder()
        let store = try folder.create()
        try store.record([.added("a"), .edited(.started(0), "b")])
        try store.record([.added("c")])
        return (folder, try folder.raw())
    }

    @Test(
        arguments: [
            "UPDATE events SET payload = '{}' WHERE position = 2",
            "UPDATE events SET payload = NULL, salt = NULL WHERE position = 2",
            "UPDATE events SET position = 9 WHERE position = 3",
            "UPDATE OR REPLACE events SET position = 2 WHERE position = 3",
            "UPDATE OR IGNORE events SET account = 4",
            "DELETE FROM events WHERE position = 3",
            "DELETE FROM events",
            "REPLACE INTO events SELECT position, stream, version, type, 2, 1, 0, payload, salt, digest FROM events",
            "INSERT OR REPLACE INTO events SELECT 9, stream, version, type, 2, 1, 0, payload, salt, digest FROM events",
            "UPDATE transactions SET header = '{}' WHERE number = 1",
            "UPDATE transactions SET header = NULL, salt = NULL",
            "UPDATE transactions SET recorded_at = 0",
            "DELETE FROM transactions WHERE number = 2",
            "REPLACE INTO transactions SELECT number, 1, 1, operation, 0, header, salt, digest, NULL FROM transactions",
        ] as [SQL])
    func `a change of the log is refused`(sql: SQL) throws {
        let (folder, raw) = try makeLog()
        let store = try folder.open()
        let before = (try store.lines(), try store.verify())
        let error = #expect(throws: SQLiteError.self) { try raw.run(sql) }
        #expect(error?.isConstraint == true)
        #expect(error?.message.contains("append-only") == true)
        #expect(try (store.lines(), store.verify()) == before)
    }

    @Test func `a replacement past the triggers is found by verify`() throws {
        let (folder, raw) = try makeLog()
        // SQLite asks a DELETE trigger about REPLACE only where recursive triggers are on; the shell has them off.
        try raw.run("PRAGMA recursive_triggers = OFF")
        try raw.run(
            "REPLACE INTO events SELECT position, stream, version, type, 2, 1, 0, payload, salt, digest FROM events WHERE position = 2"
        )
        let fault = #expect(throws: LogFault.self) { try folder.open().verify() }
        #expect(fault?.position == Position(2))
    }

    @Test func `what an erasure lists and an event erases may be blank, and the log still holds`() throws {
        let (folder, raw) = try makeLog()
        let store = try folder.open()
        let before = try store.verify()
        try raw.runScript(
            """
            INSERT INTO erasures VALUES ('event', 3), ('transaction', 2);
            UPDATE events SET payload = NULL, salt = NULL WHERE position = 3;
            UPDATE transactions SET header = NULL, salt = NULL WHERE number = 2;
            """)
        // Opened as a copy: else nothing could be appended to a log that does not hold.
        let copy = try LogFile(folder.log).openCopy(.readOnly)
        let fault = #expect(throws: LogFault.self) { try copy.verify() }
        #expect(fault?.reason == "it is blank, and no later event erases it")
        try store.record([.erased(.at(3))])
        let after = try store.verify()
        #expect(after.events == before.events + 1)
        #expect(try store.root(at: Position(before.events)) == before.root)
        #expect(try store.events(EventSelection()).map { $0.payload == nil } == [false, false, true, false])
        var contents: [Bool] = []
        try store.forEach(EventSelection(), decodedBy: .sample) { event in
            if case .erased = event.content { contents.append(true) } else { contents.append(false) }
            return true
        }
        #expect(contents == [false, false, true, false])
    }

    @Test(
        arguments: [
            "INSERT INTO erasures VALUES ('event', 3)", "INSERT INTO erasures VALUES ('transaction', 2)",
            "INSERT INTO erasures VALUES ('event', 99)", "INSERT INTO erasures VALUES ('transaction', 99)",
        ] as [SQL])
    func `what is listed as erased and is not is found by verify`(sql: SQL) throws {
        let (folder, raw) = try makeLog()
        try raw.run(sql)
        let fault = #expect(throws: LogFault.self) { try folder.open().verify() }
        #expect(fault?.reason.contains("listed as erased") == true)
    }

    @Test(
        arguments: [
            "UPDATE events SET payload = NULL WHERE position = 2",
            "UPDATE events SET payload = '{}', salt = NULL WHERE position = 2",
            "UPDATE events SET payload = NULL, salt = NULL, type = 'x' WHERE position = 2",
            "UPDATE events SET payload = NULL, salt = NULL, digest = zeroblob(32) WHERE position = 2",
            "UPDATE events SET payload = NULL, salt = NULL WHERE position = 1",
            "UPDATE transactions SET header = NULL, salt = NULL WHERE number = 1",
            "UPDATE transactions SET header = NULL, salt = NULL, recorded_at = 1 WHERE number = 2",
            "DELETE FROM events WHERE position = 2",
        ] as [SQL])
    func `nothing else may be done under cover of an erasure`(sql: SQL) throws {
        let (folder, raw) = try makeLog()
        defer { withExtendedLifetime(folder) {} }
        try raw.run("INSERT INTO erasures VALUES ('event', 2), ('transaction', 2)")
        let error = #expect(throws: SQLiteError.self) { try raw.run(sql) }
        #expect(error?.isConstraint == true)
    }
}
