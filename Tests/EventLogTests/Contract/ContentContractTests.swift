import CivilTime
import Cryptography
import EventLog
import JSONCoding
import TestSupport
import Testing

/// What every engine keeps of an event and of its transaction.
struct ContentContractTests {
    @Test(arguments: Engine.all)
    func `payloads are the JSON of the events`(engine: Engine) throws {
        let store = try engine().store
        try store.record([.added("a\u{0}\"é"), .edited(.started(0), "b")])
        let payloads = try store.events(EventSelection()).map { String(decoding: $0.payload ?? [], as: UTF8.self) }
        #expect(payloads == [#"{"text":"a\u0000\"é"}"#, #"{"text":{"old":"","new":"b"}}"#])
    }

    /// Text that a database may refuse or put in order: PostgreSQL's jsonb does both.
    private static let payloads = [
        #"{"text":"\u0000"}"#, #"{"text":"\ud800"}"#, #"{"text":"\udc00\ud800x"}"#,
        #"{"z":1,"a":2,"z":3,"text":""}"#, "{ \"text\" :\n\t\"blanks\" }", #"{"text":1.0e400}"#,
        #"{"text":"\ufffe\u007f"}"#, #"{"text":"\#(String(repeating: "é", count: 30_000))"}"#,
    ]

    @Test(arguments: Engine.all)
    func `what another copy sends is kept byte for byte`(engine: Engine) throws {
        let fixture = try engine()
        let store = fixture.store
        var hasher = SHA256Hasher()
        let salt = [UInt8](repeating: 7, count: 16)
        // A header of 60 kB, with a character that takes two bytes.
        let reason = String(repeating: "ü", count: 30_000)
        let operation = OperationID.random()
        let header = Array(
            """
            {"number":1,"operation":"\(operation)","command":"note add","actor":"a\\u0000","os_user":"a","host":"h",\
            "program":"p/1","reason":"\(reason)","time":5,"first_position":1}
            """.utf8)
        let transaction = StoredTransaction(
            number: 1, firstPosition: Position(1), eventCount: Self.payloads.count, operation: operation,
            recordedAt: Timestamp(microseconds: 5), header: header, salt: salt,
            digest: SHA256Hasher.digest(of: salt + header), idempotency: nil)
        let ledger = store.identity.id
        try store.receive { receiver in
            _ = try receiver.take(.transaction(transaction))
            for (offset, payload) in Self.payloads.enumerated() {
                let position = Position(Int64(offset) + 1)
                let event = StoredEvent(
                    position: position, stream: StreamID(position.rawValue), version: 1,
                    type: EventType("test.added", schema: 1), transaction: 1, account: .none,
                    payload: Array(payload.utf8), salt: salt, digest: SHA256Hasher.digest(of: salt + payload.utf8))
                _ = try receiver.take(
                    .event(event, leaf: Entry.leaf(of: event, in: transaction, ledger: ledger, with: &hasher)))
            }
            _ = try receiver.finish()
        }
        for store in [store, try fixture.reopen?() ?? store] {
            let kept = try store.events(EventSelection()).map { String(decoding: $0.payload ?? [], as: UTF8.self) }
            #expect(kept == Self.payloads)
            #expect(try store.transaction(1)?.header == header)
            #expect(try store.verify().events == Int64(Self.payloads.count))
        }
    }

    @Test(arguments: Engine.all)
    func `salts have 16 bytes and differ, and digests are those of salt and content`(engine: Engine) throws {
        let store = try engine().store
        for _ in 0..<20 { try store.record([.added("same"), .added("same")]) }
        var salts: Set<[UInt8]> = []
        for event in try store.events(EventSelection()) {
            let (salt, payload) = (try #require(event.salt), try #require(event.payload))
            #expect(salt.count == 16)
            #expect(event.digest == SHA256Hasher.digest(of: salt + payload))
            salts.insert(salt)
        }
        for number in 1...Int64(20) {
            let transaction = try #require(try store.transaction(number))
            let (salt, header) = (try #require(transaction.salt), try #require(transaction.header))
            #expect(salt.count == 16)
            #expect(transaction.digest == SHA256Hasher.digest(of: salt + header))
            salts.insert(salt)
        }
        #expect(salts.count == 60)
    }

    @Test(arguments: Engine.all)
    func `a header says who, when and why`(engine: Engine) throws {
        let clock = TestClock()
        let store = try engine(.fixed(clock)).store
        try store.record([.added("a")])
        clock.set(1_700_000_001_000_001)
        let context = OperationContext(
            operation: .random(), command: "mark", actor: "Ada", osUser: "ada", host: "h", program: "p/1",
            reason: "because \"so\"", cause: "undo:1")
        _ = try store.append(ProposedTransaction([.added("b"), .added("c")], context: context, idempotencyKey: "k"))
        let transaction = try #require(try store.transaction(2))
        let bytes = try #require(transaction.header)
        #expect(
            String(decoding: bytes, as: UTF8.self) == #"""
                {"number":2,"operation":"\#(context.operation)","command":"mark","actor":"Ada","os_user":"ada",\#
                "host":"h","program":"p/1","reason":"because \"so\"","cause":"undo:1","time":1700000001000001,\#
                "first_position":2,"idempotency":"\#(SHA256Hasher.digest(of: Array("k".utf8)).hex)"}
                """#)
        let header = try JSONBytesDecoder().decode(TransactionHeader.self, from: bytes)
        #expect(header.operation == transaction.operation)
        #expect(header.time == transaction.recordedAt)
        #expect(header.firstPosition == transaction.firstPosition)
        #expect(transaction.lastPosition == Position(3))
        let first = try #require(try store.transaction(1)?.header)
        #expect(try JSONBytesDecoder().decode(TransactionHeader.self, from: first).reason == nil)
    }

    @Test(arguments: Engine.all)
    func `a clock that runs backwards is taken down as it is, and order is position`(engine: Engine) throws {
        let clock = TestClock()
        let store = try engine(.fixed(clock)).store
        let times: [Int64] = [50, 20, -3, 20, 100]
        for time in times {
            clock.set(time)
            try store.record([.added("at \(time)")])
        }
        var seen: [Int64] = []
        try store.forEach(EventSelection(), decodedBy: .sample) { event in
            seen.append(event.recordedAt.microseconds)
            return true
        }
        #expect(seen == times)
    }

    @Test(arguments: Engine.all)
    func `leaves and roots are those of RFC 6962 at every size`(engine: Engine) throws {
        var generator = SeededGenerator()
        let store = try engine().store
        try store.recordAtRandom(12, from: &generator)
        let head = try store.head().position
        let leaves = try (1...head.rawValue).map { try #require(try store.leaf(at: Position($0))) }
        #expect(try (1...head.rawValue).map { try store.recordedLeaf(at: Position($0)) } == leaves)
        for size in 0...leaves.count {
            #expect(try store.root(at: Position(Int64(size))) == treeHash(of: leaves[..<size]), "size \(size)")
        }
        #expect(try store.leaf(at: .start) == nil)
        #expect(try store.leaf(at: head.advanced(by: 1)) == nil)
        #expect(try store.recordedLeaf(at: .start) == nil)
        #expect(try store.recordedLeaf(at: head.advanced(by: 1)) == nil)
    }

    // MTH of RFC 6962, section 2.1, word for word.
    private func treeHash(of leaves: ArraySlice<SHA256Digest>) -> SHA256Digest {
        guard leaves.count > 1 else { return leaves.first ?? SHA256Hasher.digest(of: []) }
        var half = 1
        while half * 2 < leaves.count { half *= 2 }
        let middle = leaves.startIndex + half
        return SHA256Hasher.digest(
            of: [1] + treeHash(of: leaves[..<middle]).bytes + treeHash(of: leaves[middle...]).bytes)
    }

    @Test(arguments: Engine.lasting)
    func `a log that is opened again has all that it had`(engine: Engine) throws {
        var generator = SeededGenerator()
        let fixture = try engine()
        try fixture.store.recordAtRandom(10, from: &generator)
        let again = try #require(try fixture.reopen?())
        #expect(again.identity == fixture.store.identity)
        #expect(try again.head() == fixture.store.head())
        #expect(try again.lines() == fixture.store.lines())
        #expect(try again.root(at: again.head().position) == fixture.store.root(at: fixture.store.head().position))
        try again.record([.added("more")], ifHead: fixture.store.head().position)
        #expect(try fixture.store.head() == again.head())
    }
}
