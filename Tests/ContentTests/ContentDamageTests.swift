import Content
import Cryptography
import DiskFiles
import Glibc
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `A damaged content store` {
    private static let small = [UInt8]("a small message, small message, small message".utf8)

    private func file(of digest: SHA256Digest, in fixture: Fixture) -> String {
        fixture.directory.path("content/\(digest.hex.prefix(2))/\(digest.hex)")
    }

    /// A store with one small content and one large one.
    private func makeStore(largeSize: Int = 2 << 20) throws -> (Fixture, small: SHA256Digest, large: SHA256Digest) {
        let fixture = try Fixture()
        var generator = SeededGenerator(seed: 5)
        let bytes = generator.bytes(largeSize)
        let digests = try fixture.store.batch { [try $0.put(bytes: Self.small), try $0.put(bytes: bytes)] }
        return (fixture, digests[0], digests[1])
    }

    @Test func `an index whose page contradicts itself is told of, although every content is found`() throws {
        let (fixture, _, _) = try makeStore()
        let path = fixture.directory.path("content.sqlite")
        let connection = try Connection(path: path, mode: .readWrite)
        _ = try connection.truncateJournal()
        let root = try connection.first("SELECT rootpage FROM sqlite_schema WHERE name = 'content_digest'") {
            try $0.next(Int.self)
        }
        let size = try connection.first("PRAGMA page_size") { try $0.next(Int.self) }
        let place = try (#require(root) - 1) * #require(size)
        var bytes = try read(path)
        // The number of bytes that the page's fragments have (sqlite.org/fileformat2.html, section 1.6).
        bytes[place + 7] ^= 8
        try write(bytes, to: path)
        var found: [ContentFinding] = []
        try ContentStore(directory: fixture.directory.path, mode: .readOnly).verify { finding in
            found.append(finding)
            return true
        }
        let faults = found.filter { finding in
            if case .sound = finding { false } else { true }
        }
        #expect(found.count == 3 && faults.count == 1)
        guard case .index? = faults.first else {
            Issue.record("found \(faults)")
            return
        }
    }

    private func expectCorrupt(_ digest: SHA256Digest, in fixture: Fixture) throws {
        let findings = try fixture.damage()
        guard findings.count == 1, case .corrupt(digest, _) = findings[0] else {
            Issue.record("found \(findings)")
            return
        }
        for attempt in [
            { _ = try fixture.store.read(digest) }, { try fixture.store.write(digest, to: Descriptor(nullDevice)) },
        ] {
            let error = #expect(throws: ContentError.self) { try attempt() }
            guard case .corrupt(digest, _)? = error else {
                Issue.record("threw \(String(describing: error))")
                continue
            }
        }
    }

    @Test(
        arguments: [
            "UPDATE content SET data = zeroblob(length(data)) WHERE data IS NOT NULL",
            "UPDATE content SET data = substr(data, 1, length(data) - 3) WHERE data IS NOT NULL",
            "UPDATE content SET data = x'' WHERE data IS NOT NULL",
            "UPDATE content SET size = size - 1 WHERE data IS NOT NULL",
            "UPDATE content SET size = size + 1 WHERE data IS NOT NULL",
            "UPDATE content SET size = -1 WHERE data IS NOT NULL",
            "UPDATE content SET size = 9223372036854775807 WHERE data IS NOT NULL",
            "UPDATE content SET size = 4194304 WHERE data IS NOT NULL",
        ] as [SQL])
    func `names a row that is corrupt`(change: SQL) throws {
        let (fixture, small, _) = try makeStore()
        try Connection(path: fixture.directory.path("content.sqlite"), mode: .readWrite).run(change)
        try expectCorrupt(small, in: fixture)
    }

    @Test func `names a row whose bytes are those of another`() throws {
        let (fixture, small, _) = try makeStore()
        let other = try fixture.store.batch { try $0.put(bytes: Self.small.reversed()) }
        let connection = try Connection(path: fixture.directory.path("content.sqlite"), mode: .readWrite)
        try connection.run(
            """
            UPDATE content SET data = (SELECT data FROM content WHERE digest = \(bind: other.bytes))
            WHERE digest = \(bind: small.bytes)
            """)
        try expectCorrupt(small, in: fixture)
    }

    @Test(arguments: [2 << 20, 5 << 20])
    func `names a file that was cut`(size: Int) throws {
        let (fixture, _, large) = try makeStore(largeSize: size)
        #expect(unsafe truncate(file(of: large, in: fixture), off_t(size / 2)) == 0)
        try expectCorrupt(large, in: fixture)
    }

    @Test(arguments: [2 << 20, 5 << 20])
    func `names a file in which one byte changed`(size: Int) throws {
        let (fixture, _, large) = try makeStore(largeSize: size)
        var bytes = try read(file(of: large, in: fixture))
        bytes[bytes.count / 2] ^= 1
        try write(bytes, to: file(of: large, in: fixture))
        try expectCorrupt(large, in: fixture)
    }

    @Test func `never expands a file beyond its recorded size`() throws {
        let (fixture, _, large) = try makeStore(largeSize: 5 << 20)
        // A frame of 64 MiB of zeros in a few KiB.
        let bomb = try Fixture()
        let digest = try bomb.store.batch { try $0.put(bytes: [UInt8](repeating: 0, count: 64 << 20)) }
        let frame = try read(file(of: digest, in: bomb))
        #expect(frame.count < 100_000)
        try write(frame, to: file(of: large, in: fixture))
        let connection = try Connection(path: fixture.directory.path("content.sqlite"), mode: .readWrite)
        try connection.run("UPDATE content SET stored_size = \(bind: frame.count) WHERE data IS NULL")
        try expectCorrupt(large, in: fixture)
        let path = fixture.directory.path("target")
        let target = unsafe open(path, O_WRONLY | O_CREAT, 0o600)
        defer { close(target) }
        #expect(throws: ContentError.self) { try fixture.store.write(large, to: Descriptor(target)) }
        #expect(try read(path).count <= 5 << 20)
    }

    @Test func `does not block on a pipe in the place of a file`() throws {
        let (fixture, _, large) = try makeStore()
        unsafe unlink(file(of: large, in: fixture))
        #expect(unsafe mkfifo(file(of: large, in: fixture), 0o600) == 0)
        try expectCorrupt(large, in: fixture)
    }

    @Test func `names a file that is gone, and takes it back`() throws {
        let (fixture, _, large) = try makeStore()
        let path = file(of: large, in: fixture)
        unsafe unlink(path)
        #expect(try fixture.damage() == [.missing(large)])
        #expect(throws: ContentError.missing(large)) { try fixture.store.read(large) }
        var generator = SeededGenerator(seed: 5)
        let bytes = generator.bytes(2 << 20)
        #expect(try fixture.store.batch { try $0.put(bytes: bytes) } == large)
        #expect(try fixture.store.bytes(of: large) == bytes)
        #expect(try fixture.damage() == [])
        #expect(try fixture.store.stats().count == 2)
    }

    @Test func `lists files that no row names, and removes its own`() throws {
        let (fixture, _, large) = try makeStore()
        let orphan = SHA256Hasher.digest(of: [9])
        let folder = "content/\(orphan.hex.prefix(2))"
        unsafe mkdir(fixture.directory.path(folder), 0o700)
        let own = ["\(folder)/\(orphan.hex)", "content/tmp-0011"]
        let foreign = "content/notes.txt"
        for name in own + [foreign] { try write([1, 2], to: fixture.directory.path(name)) }

        #expect(
            Set(try fixture.damage().map { "\($0)" })
                == Set((own + [foreign]).map { "\(ContentFinding.leftover(path: $0))" }))
        #expect(try fixture.store.removeLeftovers() == 2)
        #expect(try fixture.damage() == [.leftover(path: foreign)])
        #expect(permissions(of: file(of: large, in: fixture)) == 0o600)
    }

    @Test func `a verification stops when it is told to`() throws {
        let (fixture, _, _) = try makeStore()
        var count = 0
        try fixture.store.verify { _ in
            count += 1
            return false
        }
        #expect(count == 1)
    }

    @Test func `a verification sees every content of many`() throws {
        let fixture = try Fixture()
        let digests = try fixture.store.batch { batch in
            try (0..<600).map { try batch.put(bytes: [UInt8]("\($0)".utf8)) }
        }
        var sound: Set<SHA256Digest> = []
        try fixture.store.verify { finding in
            if case .sound(let digest, _) = finding { sound.insert(digest) }
            return true
        }
        #expect(sound == Set(digests))
    }

    // MARK: What is no store

    @Test(arguments: [Connection.Mode.readOnly, .readWrite])
    func `a directory without a store is refused`(mode: Connection.Mode) throws {
        let directory = try TemporaryDirectory()
        #expect(throws: ContentError.notAStore(path: directory.path("content.sqlite"))) {
            try ContentStore(directory: directory.path, mode: mode)
        }
        #expect(filesBelow(directory.path) == [])
    }

    @Test(arguments: [Connection.Mode.readOnly, .readWrite, .create])
    func `a file that is no database is refused and left as it was`(mode: Connection.Mode) throws {
        let directory = try TemporaryDirectory()
        let text = [UInt8](String(repeating: "not a database\n", count: 100).utf8)
        try write(text, to: directory.path("content.sqlite"))
        #expect(throws: ContentError.notAStore(path: directory.path("content.sqlite"))) {
            try ContentStore(directory: directory.path, mode: mode)
        }
        #expect(try read(directory.path("content.sqlite")) == text)
    }

    @Test(arguments: [Connection.Mode.readOnly, .readWrite, .create])
    func `a database of something else is refused and left as it was`(mode: Connection.Mode) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("content.sqlite")
        try Connection(path: path, mode: .create).run("CREATE TABLE recipe (name TEXT)")
        let before = try read(path)
        #expect(throws: ContentError.notAStore(path: path)) { try ContentStore(directory: directory.path, mode: mode) }
        #expect(try read(path) == before)
    }

    @Test func `a store of a newer format is refused`() throws {
        let (fixture, _, _) = try makeStore()
        try Connection(path: fixture.directory.path("content.sqlite"), mode: .readWrite).run("PRAGMA user_version = 3")
        for mode in [Connection.Mode.readOnly, .readWrite, .create] {
            #expect(throws: ContentError.unsupportedFormat(3)) {
                try ContentStore(directory: fixture.directory.path, mode: mode)
            }
        }
    }
}

/// Where bytes go that nobody wants.
private let nullDevice = unsafe open("/dev/null", O_WRONLY)
