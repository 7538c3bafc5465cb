import Foundation
import Fuzzing
import TestSupport
import Testing

/// The targets of the fuzzer, on what once broke them and on inputs that are drawn by lot.
///
/// `make fuzz` drives the same targets by coverage, with libFuzzer. A target writes its files over those of before, so that only one goes on
/// at a time.
@Suite(.serialized) struct FuzzTests {
    /// How long to go on with each: `MAILLEDGER_SOAK_SECONDS`, as `make soak` sets it, else a part of a second.
    private static let duration: Duration = Soak.seconds.map { .seconds($0) } ?? .milliseconds(250)

    /// What was kept for a target, by the name of its file: samples, and what the fuzzer found.
    private static func kept(_ target: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = "\(projectRoot)/Tests/Fixtures/Fuzz/\(target)"
        return try filesBelow(folder).map { ($0, Array(try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))) }
    }

    @Test(arguments: FuzzTarget.all.map(\.name))
    func `Any input that once broke a reader is read or refused`(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        for (file, bytes) in try Self.kept(name) {
            #expect(throws: Never.self, "\(name)/\(file)") { try target.check(bytes) }
        }
        for seed in target.seeds {
            #expect(throws: Never.self, "\(name): \(seed)") { try target.check(Array(seed.utf8)) }
        }
    }

    @Test(arguments: FuzzTarget.all.map(\.name))
    func `Any input that is made of sound ones is read or refused`(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let random = SeededGenerator(for: "Any input of \(name)")
        let corpus = target.seeds.map { Array($0.utf8) } + (try Self.kept(name)).map(\.bytes)
        var mutator = Mutator(of: target, corpus: corpus, random: random)
        let end = ContinuousClock.now + Self.duration
        var count = 0
        while ContinuousClock.now < end || count < 10 {
            let bytes = mutator.next()
            count += 1
            do {
                try target.check(bytes)
            } catch {
                Issue.record("seed \(random.seed), input \(count), \(Data(bytes).base64EncodedString()): \(error)")
                break
            }
        }
    }
}
