import Cryptography
import EventLog
import SQLiteDatabase
import TestSupport
import Testing

/// Blanking: what goes from the log, what stays, and that nothing else does.
@Suite struct Blanking {
    private let folder: LogFolder
    private let store: SQLiteLogStore

    init() throws {
        folder = try LogFolder()
        store = try folder.create()
        // Transaction 1: a note and its edit. 2: another note. 3: edits of both.
        try store.record([
            .added("first canary", account: .own), .edited(.started(0), "second canary", account: .stream(.at(1))),
        ])
        try store.record([.added("other", account: .stream(.at(1)))])
        try store.record([
            .edited(.at(1), "third canary", account: .stream(.at(1))),
            .edited(.at(3), "kept", account: .stream(.at(1))),
        ])
    }

    private func erase(
        _ scope: ErasureScope, sharedToo: Bool = false
    ) throws -> Blanked {
        try store.withWriterLock {
            let receipt = try store.record([.erased(.at(1), account: .stream(.at(1)))])
            return try store.blank([scope], before: receipt.firstPosition, includingSharedHeaders: sharedToo)
        }
    }

    private func blankPositions() throws -> [Int64] {
        try store.events(EventSelection()).filter { $0.payload == nil }.map(\.position.rawValue)
    }

    private func blankHeaders() throws -> [Int64] {
        var blank: [Int64] = []
        try store.forEachTransaction(from: 1, isBackward: false) { transaction in
            if transaction.header == nil { blank.append(transaction.number) }
            return true
        }
        return blank
    }

    @Test func `takes a stream's payloads and salts, and headers that nothing else needs; root and leaves stay`() throws
    {
        let before = try store.verify()
        let leaf = try store.leaf(at: Position(2))
        let blanked = try erase(.stream(StreamID(1)))
        #expect(blanked.events == 3 && blanked.headers == 1)
        #expect(try blankPositions() == [1, 2, 4])
        #expect(try blankHeaders() == [1])
        #expect(try store.events(EventSelection()).allSatisfy { ($0.payload == nil) == ($0.salt == nil) })
        #expect(try store.root(at: Position(before.events)) == before.root)
        #expect(try store.leaf(at: Position(2)) == leaf)
        #expect(try store.verify().events == before.events + 1)
    }

    @Test func `takes headers that others share where that is asked for`() throws {
        let blanked = try erase(.stream(StreamID(1)), sharedToo: true)
        #expect(blanked.events == 3 && blanked.headers == 2)
        #expect(try blankHeaders() == [1, 3])
        _ = try store.verify()
    }

    @Test func `takes all that concerns an account, but the events that say so`() throws {
        #expect(try erase(.account(StreamID(1))).events == 5)
        #expect(try erase(.account(StreamID(1))).events == 0)
        #expect(try blankPositions() == [1, 2, 3, 4, 5])
        #expect(try blankHeaders() == [1, 2, 3])
        _ = try store.verify()
    }

    @Test func `leaves no byte of what it took once the file is written anew and the journal cut`() throws {
        #expect(!files(below: folder.path, holding: "canary").isEmpty)
        _ = try erase(.stream(StreamID(1)))
        try store.purge()
        #expect(try store.truncateJournal())
        #expect(files(below: folder.path, holding: "canary").isEmpty)
        #expect(try store.events(EventSelection()).count == 6)
        _ = try store.verify()
    }

    @Test func `under a header only, with no event blank, is a fault`() throws {
        let raw = try folder.raw()
        try raw.runScript(
            """
            INSERT INTO erasures VALUES ('transaction', 2);
            UPDATE transactions SET header = NULL, salt = NULL WHERE number = 2;
            """)
        let fault = #expect(throws: LogFault.self) { try store.verify() }
        #expect(fault?.position == Position(3))
    }

    @Test func `notes what is left to do, step by step, until nothing is`() throws {
        #expect(try store.erasureWork() == nil)
        let digest = SHA256Hasher.digest(of: [1])
        try store.withWriterLock { try store.beginErasureWork(contents: [digest], viewsGeneration: 0) }
        #expect(try store.erasureWork()?.steps == .all)
        #expect(try store.erasureContents() == [digest])
        for step in [ErasureSteps.views, .contents, .search, .log] {
            try store.endErasureStep(step)
            #expect(try store.erasureWork()?.steps.contains(step) == false)
        }
        #expect(try store.erasureContents().isEmpty)
        try store.endErasureStep(.journal)
        #expect(try store.erasureWork() == nil)
    }
}
