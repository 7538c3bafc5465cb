import Compression
import Content
import Cryptography
import DiskFiles
import Foundation
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `The dictionary of a content store` {
    private static let message = Array(
        """
        Received: by localhost (Postfix, from userid 1000)
        Subject: Re: lunch
        MIME-Version: 1.0
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: 8bit

        Thank you for your help. Please let me know if you have any questions.

        """.utf8)

    private func put(_ bytes: [UInt8] = message, in store: ContentStore) throws -> SHA256Digest {
        try store.batch { try $0.put(bytes: bytes) }
    }

    private func connect(_ fixture: Fixture) throws -> Connection {
        try Connection(path: fixture.directory.path("content.sqlite"), mode: .readWrite)
    }

    private func copy(in fixture: Fixture) -> String {
        fixture.directory.path("content/dictionary-\(ContentDictionary.mail.digest.hex)")
    }

    private func frame(of digest: SHA256Digest, in fixture: Fixture) throws -> [UInt8] {
        try #require(
            connect(fixture).first("SELECT data FROM content WHERE digest = \(bind: digest.bytes)") {
                try $0.next([UInt8].self)
            })
    }

    /// The number of the dictionary of a content's frame; 0 if it has none.
    private func dictionary(of digest: SHA256Digest, in fixture: Fixture) throws -> UInt32 {
        let frame = try frame(of: digest, in: fixture)
        return FrameDecompressor.dictionary(of: frame.span)
    }

    /// Makes the store of a fixture one of format 1, which has no dictionary.
    private func makeOld(_ fixture: Fixture) throws -> ContentStore {
        try connect(fixture).runScript("DROP TABLE dictionary; PRAGMA user_version = 1;")
        return try ContentStore(directory: fixture.directory.path, mode: .readWrite)
    }

    // Stores were made with it: a better one gets another number, and this one stays.
    @Test func `has the number and the bytes that it was released with`() {
        #expect(ContentDictionary.mail.number == 65_537)
        #expect(
            ContentDictionary.mail.digest.hex == "b55fb1d6876ff18022377528bad39be4d74c38a242155aa5afe07b22384908fa")
    }

    @Test func `makes the frame of a short message smaller, and is named by it`() throws {
        let (new, old) = try (Fixture(), Fixture())
        let oldStore = try makeOld(old)
        let digest = try put(in: new.store)
        #expect(try put(in: oldStore) == digest)
        let (small, large) = try (frame(of: digest, in: new), frame(of: digest, in: old))
        #expect(small.count < large.count / 2, "\(small.count) and \(large.count) bytes")
        #expect(try dictionary(of: digest, in: new) == ContentDictionary.mail.number)
        #expect(try dictionary(of: digest, in: old) == 0)
        #expect(try oldStore.bytes(of: digest) == Self.message && oldStore.damage().isEmpty)
    }

    @Test func `is in a row and in a file, and the tools of SQLite and zstd can use it`() throws {
        let fixture = try Fixture()
        let digest = try put(in: fixture.store)
        #expect(try read(copy(in: fixture)) == ContentDictionary.mail.bytes)
        #expect(try fixture.damage().isEmpty)
        guard ["/usr/bin/zstd", "/usr/bin/sqlite3"].allSatisfy(FileManager.default.fileExists) else { return }
        let script = """
            cd '\(fixture.directory.path)'
            sqlite3 content.sqlite "SELECT writefile('dictionary', bytes) FROM dictionary" > counts
            sqlite3 content.sqlite "SELECT writefile('frame', data) FROM content" >> counts
            zstd -dcq -D dictionary frame > message
            """
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-ec", script]
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        #expect(try SHA256Hasher.digest(of: read(fixture.directory.path("message"))) == digest)
    }

    @Test(
        arguments: [
            "DELETE FROM dictionary", "UPDATE dictionary SET bytes = zeroblob(length(bytes))",
            "UPDATE dictionary SET digest = zeroblob(32)", "UPDATE dictionary SET bytes = substr(bytes, 1, 500)",
            "DROP TABLE dictionary", "INSERT INTO dictionary VALUES (65538, zeroblob(32), zeroblob(99))",
        ] as [SQL], [true, false])
    func `whose row is lost or damaged is found, read elsewhere, and written again`(
        change: SQL, losesFile: Bool
    ) throws {
        let fixture = try Fixture()
        let digest = try put(in: fixture.store)
        try connect(fixture).run(change)
        if losesFile { try KernelFiles.shared.remove(copy(in: fixture)) }
        let path = fixture.directory.path
        let reader = try ContentStore(directory: path, mode: .readOnly)
        var findings: [ContentFinding] = []
        try reader.verify {
            findings.append($0); return true
        }
        let both = losesFile ? ", and its file, \(copy(in: fixture))" : ""
        #expect(findings.contains(.dictionary(copy: "its row, in \(path)/content.sqlite\(both)")))
        #expect(findings.contains(.sound(digest, size: Int64(Self.message.count))) && findings.count == 2)
        _ = try put([1, 2, 3], in: ContentStore(directory: path, mode: .readWrite))
        #expect(try fixture.damage().isEmpty)
        #expect(try read(copy(in: fixture)) == ContentDictionary.mail.bytes)
    }

    @Test(arguments: [nil, [], Array("something else".utf8)] as [[UInt8]?])
    func `whose file is lost or damaged is found and written again`(bytes: [UInt8]?) throws {
        let fixture = try Fixture()
        let digest = try put(in: fixture.store)
        let path = copy(in: fixture)
        if let bytes { try write(bytes, to: path) } else { try KernelFiles.shared.remove(path) }
        #expect(try fixture.damage() == [.dictionary(copy: "its file, \(path)")])
        let writer = try ContentStore(directory: fixture.directory.path, mode: .readWrite)
        #expect(try writer.bytes(of: digest) == Self.message)
        _ = try put([4, 5, 6], in: writer)
        #expect(try fixture.damage().isEmpty && fixture.store.removeLeftovers() == 0)
    }

    @Test(arguments: [false, true])
    func `is that of the store that a content is copied to`(toOld: Bool) throws {
        let (new, old) = try (Fixture(), Fixture())
        let oldStore = try makeOld(old)
        let (source, target) = toOld ? (new.store, oldStore) : (oldStore, new.store)
        let large = [UInt8](repeating: 7, count: 2 << 20)
        let digests = try source.batch { [try $0.put(bytes: Self.message), try $0.put(bytes: large)] }
        let report = try target.copyContents(from: source)
        #expect(report.copied == 2 && report.faults.isEmpty)
        #expect(try report.storedBytes == target.stats().storedBytes)
        #expect(try target.bytes(of: digests[0]) == Self.message && target.bytes(of: digests[1]) == large)
        #expect(
            try dictionary(of: digests[0], in: toOld ? old : new) == (toOld ? 0 : ContentDictionary.mail.number))
    }

    @Test func `comes from the store, so that a later program's frames can be read`() throws {
        let fixture = try Fixture()
        // Words of other mail, under another number.
        let later =
            Array(ContentDictionary.mail.bytes.prefix(4)) + [2, 0, 1, 0]
            + ContentDictionary.mail.bytes.dropFirst(8) + Array("Es war einmal. ".utf8)
        let digest = SHA256Hasher.digest(of: later)
        try connect(fixture).run(
            "INSERT INTO dictionary VALUES (65538, \(bind: digest.bytes), \(bind: later))")
        let store = try ContentStore(directory: fixture.directory.path, mode: .readWrite)
        let content = try put(in: store)
        #expect(try dictionary(of: content, in: fixture) == 65_538)
        let reader = try ContentStore(directory: fixture.directory.path, mode: .readOnly)
        #expect(try reader.bytes(of: content) == Self.message)
    }
}
