import EventLog
import FleetSupport
import MailLedger
import TestSupport
import Testing

/// A reader whose connection is lost, and who finds the same log behind it, or another one.
@Suite(.serialized, .enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct LogBookmarkTests {
    @Test func `goes on in the same log, and refuses another one`() throws {
        let directory = try TemporaryDirectory()
        let database = try FleetDatabase(on: PostgresServer.shared.get())
        let url = database.freshURL()
        let node = FleetNode("one", in: directory)
        _ = try node.run("init", on: url)
        let ledger = try node.open(url)
        for number in 1...3 { _ = try ledger.perform(AddNoteRequest(title: "note \(number)")) }
        let store = ledger.store

        var bookmark = LogBookmark(at: .start)
        func read() throws -> Int {
            try bookmark.read(store) { after in
                let events = try store.events(EventSelection(after: after))
                return (events.count, events.last?.position ?? after)
            }
        }
        let head = try store.head().position
        #expect(try read() == Int(head.rawValue) && bookmark.position == head)
        #expect(try read() == 0)
        func loseConnections() throws {
            try database.run(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """)
        }
        try loseConnections()
        _ = try ledger.perform(AddNoteRequest(title: "note 4"))
        let opening = store.reopenings
        try loseConnections()
        #expect(try read() == 1 && bookmark.position > head)
        #expect(store.reopenings > opening)
        // Another reader of the same log has another number, and finds the same leaf.
        var copy = bookmark
        let other = try node.open(url)
        #expect(other.store.reopenings != store.reopenings)
        try copy.place(in: other.store)

        let id = store.identity.id
        try database.run(
            """
            ALTER TABLE mailledger.event DISABLE TRIGGER ALL;
            UPDATE mailledger.event SET leaf = sha256(leaf)
            WHERE ledger = '\(id)' AND position = \(bookmark.position.rawValue)
            """)
        // Nothing is asked for while the log stays open.
        #expect(try read() == 0)
        try loseConnections()
        #expect(throws: EventLogError.otherLog(at: bookmark.position)) { try read() }
    }
}
