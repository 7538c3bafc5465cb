import Foundation
import Fuzzing
import TestSupport
import Testing

/// The targets of the fuzzer, on what once broke them and on inputs that are drawn by lot.
///
/// `make fuzz` drives the same targets by coverage, with libFuzzer. A target writes its files over those of before, so that only one goes on
/// at a time.
@Suite(.serialized) struct FuzzTests {
    /// What was kept for a target, by the name of its file: samples, and what the fuzzer found.
    private static func kept(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let folder = "\(projectRoot)/Tests/Fixtures/Fuzz/\(target.name)"
        return try filesBelow(folder).map { ($0, Array(try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))) }
    }

    @Test func `Any input that once broke a reader is read or refused`() throws {
        for target in FuzzTarget.all {
            for (file, bytes) in try Self.kept(target) {
                #expect(throws: Never.self, "\(target.name)/\(file)") { try target.check(bytes) }
            }
            for seed in target.seeds {
                #expect(throws: Never.self, "\(target.name): \(seed)") { try target.check(Array(seed.utf8)) }
            }
        }
    }

    @Test func `Any input that is made of sound ones is read or refused`() async throws {
        for target in FuzzTarget.all {
            let random = SeededGenerator(for: "Any input of \(target.name)")
            let corpus = target.seeds.map { Array($0.utf8) } + (try Self.kept(target)).map(\.bytes)
            var mutator = Mutator(of: target, corpus: corpus, random: random)
            var count = 0
            do {
                try await repeating(target.inputs) {
                    let bytes = mutator.next()
                    count += 1
                    do {
                        try target.check(bytes)
                    } catch {
                        throw Found(description: "input \(count), \(Data(bytes).base64EncodedString()): \(error)")
                    }
                }
            } catch let found as Found {
                Issue.record("seed \(random.seed), \(target.name): \(found)")
            }
        }
    }

    @Test func `Each target is driven by make fuzz, too`() throws {
        let script = try String(contentsOfFile: "\(projectRoot)/Scripts/fuzz.sh", encoding: .utf8)
        let list = try #require(script.firstMatch(of: /\nall='([^']*)'/)).1
        #expect(list.split(whereSeparator: \.isWhitespace).map(String.init) == FuzzTarget.all.map(\.name).sorted())
    }

    /// An input that breaks a promise: a soak goes on with the next target behind it.
    private struct Found: Error, CustomStringConvertible {
        let description: String
    }
}
