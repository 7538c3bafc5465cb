import Content
import Cryptography
import Dispatch
import EventLog
import Fleet
import FleetSupport
import Glibc
import LibPQ
import Synchronization
import TestSupport
import Testing

@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct PostgresContentTests {
    private struct Stop: Error {}

    private let database: FleetDatabase
    private let log: PostgresLog
    private let place: ContentPlace

    init() throws {
        database = try FleetDatabase.shared.get()
        log = try PostgresLog(database.freshAddress(user: database.nodeRole()))
        try log.create(origin: "tests", environment: .system)
        place = .server(log)
    }

    /// A log's store, and the contents that share its connection.
    private static func open(
        _ log: PostgresLog, lockTimeout: Int32 = 200
    ) throws -> (log: PostgresLogStore, contents: ContentStore) {
        let store = try log.store(.readWrite, .system)
        store.setLockTimeout(lockTimeout)
        let place = ContentPlace.server(log)
        let contents = ContentStore(at: place) { _ in
            PostgresContentBackend(beside: store) { try ContentStore(at: place).makeScratchFile() }
        }
        return (store, contents)
    }

    private func pieces() throws -> String {
        let id = try log.openCopy(.readOnly).identity.id
        return try database.run(
            """
            SELECT (SELECT count(*) FROM mailledger.content WHERE ledger = '\(id)'),
                (SELECT count(*) FROM mailledger.content_piece WHERE ledger = '\(id)')
            """)
    }

    // MARK: Bytes

    @Test func `content of any bytes and of any size comes back`() throws {
        var generator = SeededGenerator()
        let contents: [[UInt8]] = [
            [], [0], [UInt8](repeating: 0, count: 5_000), Array("a\0b\\x'\";--\u{feff}".utf8),
            [0xff, 0xfe, 0x00, 0x80],
            [UInt8](repeating: 0, count: 1 << 20), generator.bytes(1 << 20 - 1), generator.bytes(1 << 20),
            generator.bytes(1 << 20 + 1), generator.bytes(5 << 20), [UInt8](repeating: 0, count: 5 << 20),
        ]
        let store = ContentStore(at: place)
        let digests = try store.batch { batch in try contents.map { try batch.put(bytes: $0) } }
        let reader = place.makeReader()
        for (digest, bytes) in zip(digests, contents) { #expect(try reader.bytes(of: digest) == bytes) }
        #expect(try reader.stats().count == contents.count)
        // One piece for each MiB that was begun; what compresses to less has one, too.
        #expect(try pieces() == "11|9")
    }

    @Test func `one content that many connections store at once is one row`() async throws {
        var generator = SeededGenerator()
        let contents = (0..<12).map { generator.bytes($0 == 0 ? 3 << 20 : 1_000 * $0) }
        let place = place
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await onThread {
                        let store = ContentStore(at: place)
                        for bytes in contents { _ = try store.batch { try $0.put(bytes: bytes) } }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try pieces() == "12|4")
        let store = place.makeReader()
        for bytes in contents { #expect(try store.bytes(of: SHA256Hasher.digest(of: bytes)) == bytes) }
        #expect(try store.lastNumber() == 12)
    }

    // MARK: Decisions

    @Test func `contents of a decision are committed with its events`() throws {
        let (log, contents) = try Self.open(self.log)
        let bytes = Array("a message".utf8)
        let digest = SHA256Hasher.digest(of: bytes)
        let other = place.makeReader()
        #expect(throws: Stop.self) {
            try log.withWriterLock {
                _ = try contents.batch { try $0.put(bytes: bytes) }
                _ = try log.append(.noted("a"))
                #expect(try contents.contains(digest))
                throw Stop()
            }
        }
        #expect(try !contents.contains(digest) && log.head().position == .start)
        try log.withWriterLock {
            _ = try contents.batch { try $0.put(bytes: bytes) }
            _ = try log.append(.noted("a"))
            #expect(try !other.contains(digest))
        }
        #expect(try other.bytes(of: digest) == bytes)
        #expect(try self.log.openCopy(.readOnly).head().position == Position(1))
    }

    @Test func `a batch that is taken back takes nothing else of its decision along`() throws {
        var generator = SeededGenerator()
        let (log, contents) = try Self.open(self.log)
        let (kept, small) = (generator.bytes(2 << 20), generator.bytes(10))
        // The large one is sent at once; what is small waits.
        let gone = [generator.bytes(3 << 20), generator.bytes(20)]
        try log.withWriterLock {
            let digests = try contents.batch { [try $0.put(bytes: kept), try $0.put(bytes: small)] }
            for bytes in gone {
                #expect(throws: Stop.self) {
                    try contents.batch { batch in
                        _ = try batch.put(bytes: bytes)
                        throw Stop()
                    }
                }
            }
            for digest in digests { #expect(try contents.contains(digest)) }
            _ = try log.append(.noted("a"))
        }
        let reader = place.makeReader()
        #expect(try reader.bytes(of: SHA256Hasher.digest(of: kept)) == kept)
        #expect(try reader.bytes(of: SHA256Hasher.digest(of: small)) == small)
        for bytes in gone { #expect(try !reader.contains(SHA256Hasher.digest(of: bytes))) }
        #expect(try log.head().position == Position(1))
    }

    @Test func `a collector cannot remove what a decision found`() throws {
        let (log, contents) = try Self.open(self.log)
        let (other, collector) = try Self.open(self.log)
        let bytes = Array("known".utf8)
        let digest = try contents.batch { try $0.put(bytes: bytes) }
        try log.withWriterLock {
            _ = try contents.batch { try $0.put(bytes: bytes) }
            #expect(throws: ContentError.busy) { try collector.remove([digest]) }
            #expect(throws: EventLogError.busy(holder: nil)) {
                try other.withWriterLock { try collector.remove([digest]) }
            }
            _ = try log.append(.noted("names it"))
        }
        #expect(try contents.bytes(of: digest) == bytes)
    }

    @Test func `who comes second to a collector stores what it removed`() throws {
        // A database of its own: nobody else waits there.
        let database = try FleetDatabase(on: PostgresServer.shared.get())
        let server = PostgresLog(database.freshAddress())
        try server.create(origin: "tests", environment: .system)
        let (log, contents) = try Self.open(server)
        let bytes = Array("known".utf8)
        let digest = try contents.batch { try $0.put(bytes: bytes) }
        let importer = DispatchQueue(label: "importer")
        let wasThere = Mutex<Result<Bool, any Error>?>(nil)
        try log.withWriterLock {
            try contents.remove([digest])
            importer.async {
                let outcome = Result {
                    let (store, contents) = try Self.open(server, lockTimeout: 10_000)
                    let wasThere = try contents.contains(digest)
                    try store.withWriterLock {
                        _ = try contents.batch { try $0.put(bytes: bytes) }
                        _ = try store.append(.noted("names it"))
                    }
                    return wasThere
                }
                wasThere.withLock { $0 = outcome }
            }
            let waiting = """
                SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
                """
            while try database.run(waiting) == "0" {}
        }
        importer.sync {}
        // It saw the content, which was not gone yet, and looked again under the lock.
        #expect(try wasThere.withLock { try $0?.get() } == true)
        #expect(try contents.bytes(of: digest) == bytes)
    }

    // MARK: Losses

    @Test func `a connection that is cut within a content stores nothing of it`() throws {
        var generator = SeededGenerator()
        let cut = try FleetDatabase(on: PostgresServer.shared.get())
        let log = PostgresLog(cut.freshAddress())
        try log.create(origin: "tests", environment: .system)
        try cut.run(
            """
            CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN new; END $$;
            CREATE TRIGGER cut BEFORE INSERT ON mailledger.content_piece FOR EACH ROW WHEN (new.piece = 9)
                EXECUTE FUNCTION cut();
            """)
        let place = ContentPlace.server(log)
        let store = ContentStore(at: place)
        let (small, large) = (generator.bytes(100), generator.bytes(12 << 20))
        #expect {
            try store.batch { batch in
                _ = try batch.put(bytes: small)
                _ = try batch.put(bytes: large)
            }
        } throws: { ($0 as? ContentError)?.isUnreachable == true }
        #expect(try cut.run("SELECT count(*) FROM mailledger.content") == "0")
        #expect(try cut.run("SELECT count(*) FROM mailledger.content_piece") == "0")
        // The next batch has a new connection.
        try cut.run("DROP TRIGGER cut ON mailledger.content_piece")
        let digest = try store.batch { try $0.put(bytes: large) }
        #expect(try ContentStore(at: place).findings(of: [digest]) == [.sound(digest, size: Int64(large.count))])
    }

    @Test(.enabled(if: Soak.seconds != nil, "takes a minute: make soak"))
    func `a content that comes more slowly than a session may be idle is stored`() throws {
        let store = try log.store(.readWrite, .system)
        let backend = PostgresContentBackend(beside: store) { try ContentStore(at: place).makeScratchFile() }
        let digest = SHA256Hasher.digest(of: [1])
        try backend.batch { writer in
            let pieces = try writer.makePieces()
            for byte in 0..<8 {
                try pieces.append([UInt8(byte)].span)
                usleep(6_000_000)
            }
            try pieces.publish(as: digest, size: 2 << 20)
        }
        #expect(try backend.find([digest])[0]?.storedSize == 8)
    }

    @Test func `a reader whose connection is cut between two pieces goes on`() throws {
        var generator = SeededGenerator()
        // A database of its own: other tests read pieces in that of all.
        let own = try FleetDatabase(on: PostgresServer.shared.get())
        let log = try PostgresLog(own.freshAddress(user: own.nodeRole()))
        try log.create(origin: "tests", environment: .system)
        let place = ContentPlace.server(log)
        let bytes = generator.bytes(3 << 20)
        let digest = try ContentStore(at: place).batch { try $0.put(bytes: bytes) }
        let store = try log.store(.readOnly, .system)
        let backend = PostgresContentBackend(beside: store) { try ContentStore(at: place).makeScratchFile() }
        let row = try #require(try backend.find([digest])[0])
        let pieces = try backend.openPieces(of: row)
        var (buffer, count) = ([UInt8](repeating: 0, count: 100_000), Int64(0))
        var isCut = false
        while case let read = try pieces.read(into: &buffer), read > 0 {
            count += Int64(read)
            if !isCut {
                isCut = true
                let ended = try own.run(
                    """
                    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%content_piece%'
                    """)
                #expect(ended != "0")
            }
        }
        #expect(count == row.storedSize)
    }

    @Test(arguments: [
        ("53100", ContentError.full), ("40001", .busy), ("40P01", .busy), ("55P03", .busy),
        ("25006", .notWritable(path: "")),
        ("XX001", .engine(EngineFailure(.damage, message: "no"))),
        ("57P01", .engine(EngineFailure(.unreachable, message: "no"))),
        ("57014", .engine(EngineFailure(.other, message: "no"))),
        ("22012", .engine(EngineFailure(.other, message: "no"))),
    ])
    func `what the server refuses is said in the words of contents`(state: String, expected: ContentError) throws {
        let other = try FleetDatabase(on: PostgresServer.shared.get())
        let log = PostgresLog(other.freshAddress())
        try log.create(origin: "tests", environment: .system)
        try other.run(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '\(state)'; END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON mailledger.content FOR EACH ROW EXECUTE FUNCTION refuse();
            """)
        let place = ContentPlace.server(log)
        let store = ContentStore(at: place)
        let wanted = if case .notWritable = expected { ContentError.notWritable(path: place.path) } else { expected }
        #expect(throws: wanted) { try store.batch { _ = try $0.put(bytes: [1]) } }
        #expect(try store.stats().count == 0)
    }
}

extension ContentStore {
    /// A content of any size.
    fileprivate func bytes(of digest: SHA256Digest) throws -> [UInt8] {
        switch try read(digest) {
        case .bytes(let bytes): return bytes
        case .file(let file):
            var bytes = [UInt8](repeating: 0, count: Int(file.size))
            return try file.read(into: &bytes, from: 0) == bytes.count ? bytes : []
        }
    }
}
