import Content
import Cryptography
import DiskFiles
import Glibc
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `A content store among processes` {
    @Test func `two stores on one directory take turns and store the same bytes once`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<3 {
                group.addTask {
                    let store = try ContentStore(directory: path, mode: .create)
                    for round in 0..<8 {
                        try store.batch { batch in
                            for number in 0..<20 { _ = try batch.put(bytes: [UInt8]("\(round) \(number)".utf8)) }
                            _ = try batch.put(bytes: [UInt8](repeating: UInt8(round), count: 1 << 20 + 1))
                            _ = try batch.put(bytes: [UInt8]("writer \(writer) \(round)".utf8))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let store = try ContentStore(directory: path, mode: .readOnly)
        #expect(try store.stats().count == 8 * (20 + 1 + 3))
        try store.verify { finding in
            guard case .sound = finding else {
                Issue.record("found \(finding)")
                return true
            }
            return true
        }
    }

    @Test func `a writer that waits too long is told that the store is busy`() throws {
        let directory = try TemporaryDirectory()
        let first = try ContentStore(directory: directory.path, mode: .create)
        let second = try ContentStore(directory: directory.path, mode: .readWrite, timeout: 50)
        let digest = try first.batch { try $0.put(bytes: [1]) }
        try first.batch { batch in
            _ = try batch.put(bytes: [2])
            #expect(throws: ContentError.busy) { try second.batch { _ = try $0.put(bytes: [3]) } }
            #expect(throws: ContentError.busy) { try second.removeLeftovers() }
            // Readers do not wait.
            #expect(try second.bytes(of: digest) == [1])
            #expect(try !second.contains(SHA256Hasher.digest(of: [2])))
        }
        #expect(try second.batch { try $0.put(bytes: [2]) } == SHA256Hasher.digest(of: [2]))
        #expect(try second.stats().count == 2)
    }

    @Test func `a killed process loses nothing that it had committed`() async throws {
        var generator = SeededGenerator()
        let directory = try TemporaryDirectory()
        _ = try ContentStore(directory: directory.path, mode: .create)
        var committed = 0
        for _ in 0..<4 {
            let batches = Int.random(in: 0...6, using: &generator)
            let delay = UInt32.random(in: 0...20_000, using: &generator)
            let seed = generator.next()
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    path = directory.path as String, batches = batches as Int, delay = delay as UInt32,
                    seed = seed as UInt64,
                ] in
                try storeUntilKilled(path, behind: batches, after: delay, seed: seed)
            }
            let fixture = try ContentStore(directory: directory.path, mode: .readWrite)
            var sound: Set<SHA256Digest> = []
            try fixture.verify { finding in
                switch finding {
                case .sound(let digest, _): sound.insert(digest)
                case .leftover: break
                case .corrupt, .missing, .dictionary, .index:
                    Issue.record("found \(finding) with delay \(delay), seed \(seed)")
                }
                return true
            }
            let journal = String(decoding: (try? read(directory.path("journal"))) ?? [], as: UTF8.self)
            let reported = journal.split(separator: "\n").compactMap { SHA256Digest(hex: String($0)) }
            #expect(sound.isSuperset(of: reported))
            #expect(reported.count - committed >= 5 * batches, "it was killed before its time")
            committed = reported.count
            _ = try fixture.removeLeftovers()
            try fixture.verify { finding in
                if case .leftover = finding { Issue.record("\(finding) is left") }
                return true
            }
        }
        print("4 processes were killed; \(committed) contents were committed by them")
        #expect(committed > 0, "the processes were killed before they stored anything")
    }

    @Test func `its files are for their owner alone, whatever the umask`() async throws {
        for mask in [0, 0o177, 0o377] as [UInt32] {
            let directory = try TemporaryDirectory()
            await #expect(processExitsWith: .success) {
                [path = directory.path("store") as String, mask = mask as UInt32] in
                umask(mask)
                let store = try ContentStore(directory: path, mode: .create)
                try store.batch { batch in
                    _ = try batch.put(bytes: [1])
                    _ = try batch.put(bytes: [UInt8](repeating: 2, count: 2 << 20))
                }
                // While the store is open, the files of the WAL are there too.
                for file in filesBelow(path) { #expect(permissions(of: "\(path)/\(file)") == 0o600, "\(file)") }
                #expect(filesBelow(path).count == 5)
                let folder = SHA256Hasher.digest(of: [UInt8](repeating: 2, count: 2 << 20)).hex.prefix(2)
                for name in ["", "/content", "/content/\(folder)"] { #expect(permissions(of: path + name) == 0o700) }
            }
        }
    }

    @Test func `a directory that cannot be written is named`() async throws {
        let directory = try TemporaryDirectory()
        unsafe chmod(directory.path, 0o555)
        await #expect(processExitsWith: .success) { [path = directory.path as String] in
            becomeNobody()
            #expect(throws: ContentError.notWritable(path: path + "/content.sqlite")) {
                try ContentStore(directory: path, mode: .create)
            }
            #expect(throws: ContentError.notWritable(path: path + "/store")) {
                try ContentStore(directory: path + "/store", mode: .create)
            }
        }
        unsafe chmod(directory.path, 0o700)
    }

    @Test func `a directory that cannot be written is read`() async throws {
        await #expect(processExitsWith: .success) {
            becomeNobody()
            let directory = try TemporaryDirectory()
            let bytes = [[1, 2], [UInt8](repeating: 1, count: 2 << 20), [UInt8](repeating: 2, count: 5 << 20)]
            let digests = try ContentStore(directory: directory.path, mode: .create).batch { batch in
                try bytes.map { try batch.put(bytes: $0) }
            }
            #expect(filesBelow(directory.path).count == 4, "a store that was closed leaves nothing beside its files")
            unsafe chmod(directory.path("content"), 0o500)
            unsafe chmod(directory.path, 0o500)
            defer {
                unsafe chmod(directory.path, 0o700)
                unsafe chmod(directory.path("content"), 0o700)
            }
            #expect(unsafe access(directory.path, W_OK) != 0)

            let store = try ContentStore(directory: directory.path, mode: .readOnly)
            #expect(try digests.map { try store.bytes(of: $0) } == bytes)
            #expect(throws: ContentError.notWritable(path: directory.path("content.sqlite"))) {
                try store.batch { _ = try $0.put(bytes: [3]) }
            }
        }
    }

    @Test func `100 MB go in and out within a few MiB of memory`() async throws {
        let directory = try TemporaryDirectory()
        await #expect(processExitsWith: .success) { [directory = directory.path as String] in
            let size: Int64 = 100_000_000
            let source = try SharedFile(KernelFiles.shared, FilePath(directory + "/source"), .create)
            try source.truncate(to: size)
            var generator = SeededGenerator(seed: 1)
            let noise = generator.bytes(1 << 20)
            for position in stride(from: Int64(0), to: size, by: 10_000_000) {
                try source.write(noise.span, at: position)
            }
            let store = try ContentStore(directory: directory, mode: .create)
            _ = try store.batch { try $0.put(source, offset: 0, length: 2_000_000) }
            let before = peakKiB()
            let digest = try store.batch { try $0.put(source) }
            try store.verify { finding in
                if case .sound = finding { return true }
                Issue.record("found \(finding)")
                return true
            }
            let content = try store.read(digest)
            #expect(content.size == size)
            let growth = peakKiB() - before
            #expect(growth < 8 << 10, "the peak grew by \(growth) KiB")
        }
    }
}

/// Stores contents in batches, notes each batch that has returned, and is killed by another thread behind a number of batches.
private func storeUntilKilled(_ path: String, behind batches: Int, after microseconds: UInt32, seed: UInt64) throws {
    let store = try ContentStore(directory: path, mode: .readWrite)
    let journal = unsafe open(path + "/journal", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var generator = SeededGenerator(seed: seed)
    for done in 0... {
        if done == batches {
            // A time, so that it ends anywhere in what follows; what it had done by then is the same on each machine.
            Task.detached {
                usleep(microseconds)
                kill(getpid(), SIGKILL)
            }
        }
        let digests = try store.batch { batch in
            try (0..<5).map { number in
                let size = number == 3 ? 1 << 20 + 1 : Int.random(in: 0..<20_000, using: &generator)
                return try batch.put(
                    bytes: generator.bytes(min(size, 9_000)) + [UInt8](repeating: 0, count: max(0, size - 9_000)))
            }
        }
        let lines = [UInt8](digests.map { $0.hex + "\n" }.joined().utf8)
        _ = unsafe lines.withUnsafeBytes { unsafe Glibc.write(journal, $0.baseAddress, $0.count) }
    }
}

/// The most memory that the process has had (getrusage(2)).
private func peakKiB() -> Int {
    var usage = rusage()
    unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
}
