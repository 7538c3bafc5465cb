import EventLog
import Hashing
import SQLite
import Testing
import TestSupport

/// What `verify` lets pass, what it finds, and what it cannot find.
struct VerifyTests {
    @Test func `an empty log holds`() throws {
        let report = try SQLiteEventStore.inMemory(catalogue: .sample).verify()
        #expect(report.events == 0)
        #expect(report.transactions == 0)
        // SHA-256 of nothing.
        #expect(report.root.hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func `logs of any shape hold`() throws {
        var generator = SeededGenerator()
        for (transactions, largest) in [(1, 1), (40, 3), (64, 8), (5, 200)] {
            let store = try SQLiteEventStore.inMemory(catalogue: .sample)
            try store.recordAtRandom(transactions, from: &generator, largest: largest)
            let head = try store.head()
            let report = try store.verify()
            #expect(report.events == head.position.rawValue)
            #expect(report.transactions == transactions)
            #expect(try report.root == store.root(at: head.position))
        }
    }

    @Test(arguments: [255, 256, 257, 511, 512, 513])
    func `logs hold at the edges of tiles`(count: Int) throws {
        let store = try SQLiteEventStore.inMemory(catalogue: .sample)
        try store.record(Array(repeating: .added("a"), count: count))
        #expect(try store.verify().events == Int64(count))
    }

    @Test func `a check can be stopped`() throws {
        let store = try SQLiteEventStore.inMemory(catalogue: .sample)
        for _ in 0..<5 { try store.record(Array(repeating: .added("a"), count: 1000)) }
        var seen: [Int64] = []
        let error = #expect(throws: EventLogError.self) {
            try store.verify { position in
                seen.append(position.rawValue)
                return false
            }
        }
        #expect(error == .cancelled)
        #expect(seen == [4096])
    }

    @Test(arguments: Tamper.events + Tamper.transactions + Tamper.tiles)
    func `tampering is found, and the first bad position is named`(tamper: Tamper) throws {
        let folder = try LogFolder()
        let store = try folder.create()
        try Tamper.fill(store)
        _ = try store.verify()
        let raw = try folder.rawWithoutTriggers()
        _ = try store.verify()
        try tamper.apply(raw)
        let fault = #expect(throws: LogFault.self) { try folder.open().verify() }
        #expect(fault?.position == Position(tamper.position), "\(fault?.description ?? "nothing was found")")
    }

    @Test(
        arguments: [
            (1, "UPDATE tiles SET hashes = CAST(randomblob(32) || substr(hashes, 33) AS BLOB) WHERE level = 1"),
            (257, "UPDATE tiles SET hashes = CAST(substr(hashes, 1, 32) || randomblob(32) AS BLOB) WHERE level = 1"),
            (257, "UPDATE tiles SET hashes = substr(hashes, 1, 32) WHERE level = 1"),
            (513, "DELETE FROM tiles WHERE number = 2"),
            (601, "INSERT INTO tiles VALUES (0, 3, zeroblob(32))"),
        ] as [(Int64, SQL)])
    func `tampering with any level of the tiles is found`(_ tamper: (Int64, SQL)) throws {
        let folder = try LogFolder()
        let store = try folder.create()
        try store.record(Array(repeating: .added("a"), count: 600))
        _ = try store.verify()
        try folder.raw().run(tamper.1)
        let fault = #expect(throws: LogFault.self) { try store.verify() }
        #expect(fault?.position == Position(tamper.0), "\(fault?.description ?? "nothing was found")")
    }

    @Test func `a file that SQLite finds damaged is a fault too`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        try store.record(Array(repeating: .added("a"), count: 300))
        let raw = try folder.raw()
        // An index that lacks its entries: the rows and the tiles are as they were.
        try raw.runScript(
            "DROP INDEX events_by_stream; CREATE INDEX events_by_stream ON events (stream, version) WHERE 0;")
        #expect(try store.verify().events == 300)
        try raw.run("PRAGMA ignore_check_constraints = ON")
        try raw.run("INSERT INTO erasures VALUES ('nothing', 1)")
        let fault = #expect(throws: LogFault.self) { try store.verify() }
        #expect(fault?.position == .start)
    }

    // What follows is why a witness keeps the last root elsewhere: a log alone cannot tell.

    @Test func `a tail that is cut with its tiles is found by a root that was kept, not by the log alone`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        try Tamper.fill(store)
        let kept = (size: try store.head().position, root: try store.verify().root)
        try folder.rawWithoutTriggers().runScript(
            """
            DELETE FROM events WHERE position > 9; DELETE FROM transactions WHERE number = 5;
            UPDATE tiles SET hashes = substr(hashes, 1, 9 * 32);
            """)
        #expect(try store.verify().events == 9)
        #expect(try store.head().position < kept.size)
        #expect(throws: (any Error).self) { try store.root(at: kept.size) }
    }

    @Test func `a log that is written anew from end to end is found by a root that was kept only`() throws {
        // The same ledger, clock and salts; another word in the third event.
        func root(_ word: String) throws -> (LedgerID, String) {
            let store = try SQLiteEventStore.inMemory(catalogue: .sample, environment: .fixed())
            try store.record([.added("a"), .added("b"), .added(word)])
            return (store.identity.id, try store.verify().root.hex)
        }
        let (truth, forgery) = (try root("truth"), try root("forgery"))
        #expect(truth.0 == forgery.0)
        #expect(truth.1 != forgery.1)
    }
}
