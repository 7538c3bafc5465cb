import Content
import Cryptography
import TestSupport
import Testing

/// What a store says of damage, whichever engine it is above.
struct DamageContractTests {
    /// A store with contents of many sizes.
    private func fill(
        _ store: ContentStore, _ generator: inout SeededGenerator
    ) throws -> [SHA256Digest: [UInt8]] {
        var stored: [SHA256Digest: [UInt8]] = [:]
        try store.batch { batch in
            for size in [1, 20, 3_000, 70_000, 1 << 20, 1 << 20 + 1, 3 << 20, 4 << 20 + 1] {
                let bytes = generator.bytes(size)
                stored[try batch.put(bytes: bytes)] = bytes
            }
        }
        return stored
    }

    private func findings(_ store: ContentStore) throws -> [SHA256Digest: ContentFinding] {
        var findings: [SHA256Digest: ContentFinding] = [:]
        try store.verify { finding in
            switch finding {
            case .sound(let digest, _), .corrupt(let digest, _), .missing(let digest): findings[digest] = finding
            case .leftover(let place): Issue.record("\(place) is left")
            case .dictionary(let copy): Issue.record("\(copy) is damaged")
            case .index(let reason): Issue.record("the index is damaged: \(reason)")
            }
            return true
        }
        return findings
    }

    @Test(arguments: Engine.shared)
    func `names what was changed, cut or lengthened, and gives back the rest`(engine: Engine) throws {
        var generator = SeededGenerator()
        for _ in 0..<6 {
            let fixture = try engine()
            defer { fixture.keep() }
            let store = ContentStore(at: fixture.place)
            let stored = try fill(store, &generator)
            let damaged = try #require(stored.keys.sorted().randomElement(using: &generator))
            let (kind, place) = (generator.next() % 3, generator.next())
            try fixture.damage(damaged) { frame in
                var frame = frame
                switch kind {
                // The last byte is of the content: the first ones may be flags that mean the same.
                case 0: frame[frame.count - 1 - Int(place % UInt64(max(1, frame.count / 2)))] ^= 0x41
                case 1: frame.removeLast(1 + Int(place % UInt64(frame.count)))
                default: frame += [0, 1, 2]
                }
                return frame
            }
            let findings = try findings(store)
            for (digest, bytes) in stored {
                if digest == damaged {
                    guard case .corrupt = findings[digest] else {
                        let found = String(describing: findings[digest])
                        Issue.record("\(bytes.count) bytes, kind \(kind), place \(place): \(found)")
                        continue
                    }
                    #expect(throws: ContentError.self) { try store.read(digest) }
                } else {
                    #expect(findings[digest] == .sound(digest, size: Int64(bytes.count)))
                    #expect(try store.bytes(of: digest) == bytes)
                }
            }
            // Read ahead with the others, it is as damaged, and only it.
            var ahead = ContentsAhead(stored.keys.sorted(), of: store)
            for digest in stored.keys.sorted() {
                if digest == damaged {
                    #expect(throws: ContentError.self) { try ahead.read(digest) }
                } else {
                    #expect(try ahead.read(digest).size == Int64(stored[digest]?.count ?? 0))
                }
            }
            try store.remove([damaged])
            #expect(throws: ContentError.missing(damaged)) { try store.read(damaged) }
            let again = try store.batch { try $0.put(bytes: stored[damaged] ?? []) }
            #expect(again == damaged)
            #expect(try self.findings(store).count == stored.count)
        }
    }

    @Test(arguments: Engine.shared) func `names pieces that are gone, and takes them back`(engine: Engine) throws {
        var generator = SeededGenerator()
        let fixture = try engine()
        defer { fixture.keep() }
        let store = ContentStore(at: fixture.place)
        let stored = try fill(store, &generator)
        for (digest, bytes) in stored where bytes.count > 1 << 20 {
            try fixture.damage(digest) { _ in nil }
            #expect(throws: ContentError.self) { try store.read(digest) }
            let again = try store.batch { try $0.put(bytes: bytes) }
            #expect(again == digest)
            #expect(try store.bytes(of: digest) == bytes)
        }
        #expect(try store.stats().count == stored.count)
    }

    @Test func `what one engine has is copied into each other one`() throws {
        var generator = SeededGenerator()
        for source in Engine.all {
            let source = try source()
            let from = ContentStore(at: source.place)
            let stored = try fill(from, &generator)
            for target in Engine.all {
                let target = try target()
                let to = ContentStore(at: target.place)
                let some = try #require(stored.values.randomElement(using: &generator))
                try to.batch { _ = try $0.put(bytes: some) }
                let report = try to.copyContents(from: from)
                #expect((report.copied, report.present, report.faults) == (stored.count - 1, 1, []))
                for (digest, bytes) in stored { #expect(try to.bytes(of: digest) == bytes) }
                #expect(try findings(to).count == stored.count)
                #expect(try to.copyContents(from: from).present == stored.count)
                target.keep()
            }
            source.keep()
        }
    }
}
