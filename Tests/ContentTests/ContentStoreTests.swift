import Content
import Cryptography
import DiskFiles
import Glibc
import SQLiteDatabase
import TestSupport
import Testing

/// Where a store keeps its contents.
enum Place: CaseIterable, Sendable {
    case disk
    case memory
    case dictionary
}

/// A store to be tried, with the directory that it is gone with.
struct Fixture {
    let directory: TemporaryDirectory
    let store: ContentStore

    init(_ place: Place = .disk) throws {
        directory = try TemporaryDirectory()
        switch place {
        case .disk: store = try ContentStore(directory: directory.path, mode: .create)
        case .memory: store = try ContentStore.inMemory()
        case .dictionary: store = ContentStore(at: ContentMemory().place)
        }
    }

    /// What a verification finds, without what is sound.
    func damage() throws -> [ContentFinding] { try store.damage() }
}

extension ContentStore {
    /// What a verification finds, without what is sound.
    func damage() throws -> [ContentFinding] {
        var findings: [ContentFinding] = []
        try verify { finding in
            if case .sound = finding { return true }
            findings.append(finding)
            return true
        }
        return findings
    }

    /// Reads a content into memory, however large it is.
    func bytes(of digest: SHA256Digest) throws -> [UInt8] {
        switch try read(digest) {
        case .bytes(let bytes): return bytes
        case .file(let file):
            var bytes = [UInt8](repeating: 0, count: Int(file.size))
            let count = try file.read(into: &bytes, from: 0)
            return Array(bytes.prefix(count))
        }
    }
}

@Suite struct `A content store` {
    @Test(arguments: Place.allCases)
    func `gives back the bytes that were put`(place: Place) throws {
        let fixture = try Fixture(place)
        let bytes = [UInt8]("Subject: hello\r\n\r\n\0\u{fffd}".utf8)
        let digest = try fixture.store.batch { try $0.put(bytes: bytes) }
        #expect(digest == SHA256Hasher.digest(of: bytes))
        #expect(try fixture.store.contains(digest))
        #expect(try fixture.store.bytes(of: digest) == bytes)
    }

    @Test(arguments: Place.allCases, [0, 1 << 20, 1 << 20 + 1])
    func `stores the same bytes once`(place: Place, size: Int) throws {
        let fixture = try Fixture(place)
        let bytes = [UInt8](repeating: 7, count: size)
        let digests = try fixture.store.batch { batch in [try batch.put(bytes: bytes), try batch.put(bytes: bytes)] }
        let again = try fixture.store.batch { try $0.put(bytes: bytes) }
        #expect(Set(digests + [again]).count == 1)
        #expect(try fixture.store.stats().count == 1)
        #expect(try fixture.store.stats().rawBytes == Int64(size))
    }

    @Test(arguments: Place.allCases)
    func `keeps up to 1 MiB as a row and more as a file`(place: Place) throws {
        let fixture = try Fixture(place)
        var generator = SeededGenerator()
        for size in [0, 1, 1 << 20 - 1, 1 << 20, 1 << 20 + 1, 4 << 20, 4 << 20 + 1] {
            let bytes = generator.bytes(size)
            let digest = try fixture.store.batch { try $0.put(bytes: bytes) }
            let content = try fixture.store.read(digest)
            #expect(content.size == Int64(size))
            if case .file = content { #expect(size > 4 << 20) } else { #expect(size <= 4 << 20) }
            #expect(try fixture.store.bytes(of: digest) == bytes)
            let path = fixture.directory.path("content/\(digest.hex.prefix(2))/\(digest.hex)")
            #expect((permissions(of: path) != nil) == (place == .disk && size > 1 << 20), "\(size) bytes")
        }
        #expect(try fixture.damage() == [])
    }

    @Test(arguments: Place.allCases)
    func `takes part of an open file without moving its position`(place: Place) throws {
        let fixture = try Fixture(place)
        var generator = SeededGenerator()
        let bytes = generator.bytes(3_000_000)
        let path = fixture.directory.path("source")
        try write(bytes, to: path)
        let source = try SharedFile(KernelFiles.shared, FilePath(path), .read)
        for (offset, length) in [(0, 10), (17, 1 << 20), (17, 1 << 20 + 1), (100, 2_500_000), (3_000_000, 0)] {
            let digest = try fixture.store.batch {
                try $0.put(source, offset: Int64(offset), length: Int64(length))
            }
            #expect(try fixture.store.bytes(of: digest) == Array(bytes[offset..<offset + length]))
        }
        let rest = try fixture.store.batch { try $0.put(source, offset: 1_000) }
        #expect(rest == SHA256Hasher.digest(of: Array(bytes[1_000...])))
        #expect(lseek(source.handle.number, 0, SEEK_CUR) == 0)
        #expect(try fixture.damage() == [])
    }

    @Test(arguments: Place.allCases, [2_000, 2_000_000])
    func `refuses a file that ends before the bytes do, and keeps nothing of it`(place: Place, size: Int) throws {
        let fixture = try Fixture(place)
        let path = fixture.directory.path("source")
        try write([UInt8](repeating: 1, count: size), to: path)
        let source = try SharedFile(KernelFiles.shared, FilePath(path), .read)
        #expect(throws: ContentError.sourceChanged) {
            try fixture.store.batch { _ = try $0.put(source, length: Int64(size + 1)) }
        }
        #expect(try fixture.store.stats().count == 0)
        #expect(try fixture.damage() == [])
    }

    @Test(arguments: Place.allCases)
    func `refuses a pipe, whose size is not known`(place: Place) throws {
        let fixture = try Fixture(place)
        var ends: [Int32] = [0, 0]
        #expect(unsafe pipe(&ends) == 0)
        defer { close(ends[1]) }
        let pipe = SharedFile(File(KernelFiles.shared, owning: FileHandle(ends[0]), path: "pipe"))
        #expect(throws: ContentError.notAFile) { try fixture.store.batch { try $0.put(pipe) } }
    }

    @Test(arguments: [1_000, 2_000_000, 5_000_000])
    func `writes a content to an open file`(size: Int) throws {
        let fixture = try Fixture()
        var generator = SeededGenerator()
        let bytes = generator.bytes(size / 2) + [UInt8](repeating: 0, count: size / 2)
        let digest = try fixture.store.batch { try $0.put(bytes: bytes) }
        let path = fixture.directory.path("target")
        let target = unsafe open(path, O_WRONLY | O_CREAT, 0o600)
        try fixture.store.write(digest, to: Descriptor(target))
        close(target)
        #expect(try read(path) == bytes)
    }

    @Test(arguments: Place.allCases)
    func `stores nothing of a batch that throws`(place: Place) throws {
        struct Stop: Error {}
        let fixture = try Fixture(place)
        let large = [UInt8](repeating: 3, count: 2 << 20)
        #expect(throws: Stop.self) {
            try fixture.store.batch { batch in
                _ = try batch.put(bytes: [1, 2, 3])
                _ = try batch.put(bytes: large)
                throw Stop()
            }
        }
        let stats = try fixture.store.stats()
        #expect((stats.count, stats.rawBytes, stats.storedBytes) == (0, 0, 0))
        #expect(try !fixture.store.contains(SHA256Hasher.digest(of: large)))
        #expect(try fixture.damage() == [])
        // The store is as usable as before.
        let digest = try fixture.store.batch { try $0.put(bytes: large) }
        #expect(try fixture.store.bytes(of: digest) == large)
    }

    @Test func `keeps a file that an earlier batch stored when a later one throws`() throws {
        struct Stop: Error {}
        let fixture = try Fixture()
        let large = [UInt8](repeating: 3, count: 2 << 20)
        let digest = try fixture.store.batch { try $0.put(bytes: large) }
        #expect(throws: Stop.self) {
            try fixture.store.batch { batch in
                _ = try batch.put(bytes: large)
                throw Stop()
            }
        }
        #expect(try fixture.store.bytes(of: digest) == large)
    }

    @Test(arguments: Place.allCases)
    func `says that an unknown content is missing`(place: Place) throws {
        let fixture = try Fixture(place)
        let digest = SHA256Hasher.digest(of: [1])
        #expect(try !fixture.store.contains(digest))
        #expect(throws: ContentError.missing(digest)) { try fixture.store.read(digest) }
        #expect(throws: ContentError.missing(digest)) { try fixture.store.write(digest, to: .standardOutput) }
    }

    @Test func `compresses what can be compressed and counts both sizes`() throws {
        let fixture = try Fixture()
        let text = [UInt8](String(repeating: "The quick brown fox. ", count: 5_000).utf8)
        let digest = try fixture.store.batch { try $0.put(bytes: text) }
        let stats = try fixture.store.stats()
        #expect(stats.rawBytes == Int64(text.count))
        #expect(stats.storedBytes < stats.rawBytes / 100)
        #expect(try fixture.store.bytes(of: digest) == text)
    }

    @Test func `opened for reading answers and refuses to write`() throws {
        let fixture = try Fixture()
        let digest = try fixture.store.batch { try $0.put(bytes: [1, 2, 3]) }
        let reader = try ContentStore(directory: fixture.directory.path, mode: .readOnly)
        #expect(try reader.bytes(of: digest) == [1, 2, 3])
        #expect(throws: ContentError.notWritable(path: fixture.directory.path("content.sqlite"))) {
            try reader.batch { _ = try $0.put(bytes: [4]) }
        }
        let later = try fixture.store.batch { try $0.put(bytes: [5]) }
        #expect(try reader.bytes(of: later) == [5])
    }

    @Test(.needsSharedMail) func `gives back every real message byte for byte`() throws {
        let mail = try requireSharedMail()
        let fixture = try Fixture()
        var stored: [SHA256Digest: String] = [:]
        try fixture.store.batch { batch in
            for name in filesBelow(mail).prefix(1_500) {
                let source = try SharedFile(KernelFiles.shared, FilePath("\(mail)/\(name)"), .read)
                stored[try batch.put(source)] = "\(mail)/\(name)"
            }
        }
        #expect(stored.count > 500)
        #expect(try fixture.store.stats().count == stored.count)
        for (digest, path) in stored { #expect(try fixture.store.bytes(of: digest) == read(path)) }
    }
}

/// Writes a whole file.
func write(_ bytes: [UInt8], to path: String) throws {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
    try #require(count == bytes.count)
}

/// Reads a whole file.
func read(_ path: String) throws -> [UInt8] {
    let file = unsafe open(path, O_RDONLY)
    defer { close(file) }
    let size = Int(lseek(file, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: size)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(file, $0.baseAddress, size, 0) }
    try #require(count == size)
    return bytes
}

@Suite struct `A content that was packed ahead` {
    private let bytes = Array(String(repeating: "Of shoes and ships and sealing wax. ", count: 100).utf8)

    @Test(arguments: Place.allCases) func `is stored as if it were packed there`(place: Place) throws {
        let fixture = try Fixture(place)
        let packer = try ContentPacker(fixture.store.packing())
        let packed = try [bytes, []].map { bytes in
            try #require(packer.pack(bytes, digest: SHA256Hasher.digest(of: bytes)))
        }
        #expect(packed[0].size == bytes.count && packed[0].storedSize < bytes.count)
        for _ in 0..<2 {
            try fixture.store.batch { batch in try batch.put(packed.map { .packed($0) }) }
            #expect(try fixture.store.bytes(of: packed[0].digest) == bytes)
            #expect(try fixture.store.bytes(of: packed[1].digest) == [])
        }
        #expect(try fixture.damage().isEmpty)
        #expect(try fixture.store.stats().count == 2)
    }

    @Test func `is packed once, and not where it goes to a file`() throws {
        let packer = try ContentPacker(Fixture().store.packing())
        let digest = SHA256Hasher.digest(of: bytes)
        #expect(packer.pack(bytes, digest: digest) != nil)
        #expect(packer.pack(bytes, digest: digest) == nil)
        let large = [UInt8](repeating: 7, count: 1 << 20 + 1)
        #expect(packer.pack(large, digest: SHA256Hasher.digest(of: large)) == nil)
    }
}
