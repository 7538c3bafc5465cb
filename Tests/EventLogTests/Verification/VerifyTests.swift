import Cryptography
import EventLog
import SQLiteDatabase
import TestSupport
import Testing

/// What `verify` lets pass, what it finds, and what it cannot find.
struct VerifyTests {
    @Test func `an empty log holds`() throws {
        let report = try SQLiteLogStore.inMemory().verify()
        #expect(report.events == 0)
        #expect(report.transactions == 0)
        // SHA-256 of nothing.
        #expect(report.root.hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func `logs of any shape hold`() throws {
        var generator = SeededGenerator()
        for (transactions, largest) in [(1, 1), (40, 3), (64, 8), (5, 200)] {
            let store = try SQLiteLogStore.inMemory()
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
        let store = try SQLiteLogStore.inMemory()
        try store.record(Array(repeating: .added("a"), count: count))
        #expect(try store.verify().events == Int64(count))
    }

    @Test func `a check can be stopped`() throws {
        let store = try SQLiteLogStore.inMemory()
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
        // That alone is told, too, where there is nothing worse.
        let rail = #expect(throws: LogFault.self) { try store.verify() }
        #expect(rail?.position == .start && rail?.reason.contains("trigger") == true)
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

    @Test func `an index that lacks its entries is a fault, and so is a row that no statement could write`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        try store.record(Array(repeating: .added("a"), count: 300))
        let raw = try folder.raw()
        try raw.run("PRAGMA ignore_check_constraints = ON")
        try raw.run("INSERT INTO erasures VALUES ('nothing', 1)")
        let fault = #expect(throws: LogFault.self) { try store.verify() }
        #expect(fault?.position == .start)
        try raw.run("DELETE FROM erasures")
        #expect(try store.verify().events == 300)
        // The rows and the tiles are as they were.
        try raw.runScript(
            "DROP INDEX events_by_stream; CREATE INDEX events_by_stream ON events (stream, version) WHERE 0;")
        let lack = #expect(throws: LogFault.self) { try store.verify() }
        #expect(lack?.reason.contains("events_by_stream") == true)
    }

    @Test func `the last events alone are checked where no more is asked for`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        for number in 0..<5 { try store.record((0..<300).map { .added("\(number) \($0)") }) }
        let report = try store.verify(last: 100)
        // Whole tiles are read.
        #expect(report.events == 1500 && report.eventsRead == 1500 - 1280)
        #expect(try store.verify(last: 10_000) == store.verify())
        let raw = try folder.rawWithoutTriggers()
        try raw.runScript("UPDATE events SET payload = payload || ' ' WHERE position IN (900, 1450)")
        #expect(#expect(throws: LogFault.self) { try store.verify(last: 100) }?.position == Position(1450))
        #expect(#expect(throws: LogFault.self) { try store.verify() }?.position == Position(900))
        try raw.runScript(
            "UPDATE events SET payload = rtrim(payload); UPDATE events SET version = 2 WHERE position = 1400")
        #expect(#expect(throws: LogFault.self) { try store.verify(last: 100) }?.position == Position(1400))
    }

    @Test func `a log of many parts holds, and the first of its faults is named on any number of threads`() throws {
        var generator = SeededGenerator()
        let folder = try LogFolder()
        let store = try folder.create()
        for number in 0..<20 { try store.record((0..<900).map { .added("\(number) \($0)") }) }
        #expect(try store.verify().eventsRead == 18_000)
        let raw = try folder.rawWithoutTriggers()
        let places = (0..<5).map { _ in Int64.random(in: 1...18_000, using: &generator) }
        for place in places {
            try raw.run("UPDATE events SET payload = payload || ' ' WHERE position = \(bind: place)")
        }
        for _ in 0..<5 {
            #expect(#expect(throws: LogFault.self) { try store.verify() }?.position.rawValue == places.min())
        }
    }

    @Test func `a log that does not reach the checkpoints that it kept, or is not theirs, is a fault`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        let signer = try #require(NoteSigner(name: "tests", seed: [UInt8](repeating: 1, count: 32)))
        try store.setFirstVerifier(signer.verifier)
        try Tamper.fill(store)
        let kept = SignedCheckpoint(try store.checkpoint(at: Position(9)), by: signer)
        try store.keep(kept)
        #expect(try store.verify().checkpoints == 1)
        let root = try store.root(at: Position(8))
        let foreign = try #require(NoteSigner(name: "tests", seed: [UInt8](repeating: 2, count: 32)))
        for bad in [
            SignedCheckpoint(LogCheckpoint(origin: "tests", size: 9, root: root), by: signer),
            SignedCheckpoint(LogCheckpoint(origin: "tests", size: 90, root: root), by: signer),
            SignedCheckpoint(LogCheckpoint(origin: "tests", size: 8, root: root), by: foreign),
        ] {
            try store.keep(bad)
            #expect(throws: LogFault.self) { try store.verify() }
            try folder.raw().run("DELETE FROM checkpoints")
            #expect(try store.verify().checkpoints == 0)
        }
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
        // All that tells is that the triggers are gone, and whoever does this puts them back.
        #expect(#expect(throws: LogFault.self) { try store.verify() }?.reason.contains("trigger") == true)
        #expect(try store.head().position < kept.size)
        #expect(throws: (any Error).self) { try store.root(at: kept.size) }
    }

    @Test func `a log that is written anew from end to end is found by a root that was kept only`() throws {
        // The same ledger, clock and salts; another word in the third event.
        func root(_ word: String) throws -> (LedgerID, String) {
            let store = try SQLiteLogStore.inMemory(environment: .fixed())
            try store.record([.added("a"), .added("b"), .added(word)])
            return (store.identity.id, try store.verify().root.hex)
        }
        let (truth, forgery) = (try root("truth"), try root("forgery"))
        #expect(truth.0 == forgery.0)
        #expect(truth.1 != forgery.1)
    }
}
