import Cryptography
import Foundation

/// Random numbers that a seed repeats.
///
/// The seed is that of `MAILLEDGER_SEED` where it is set, and is printed, so that a failure can be seen again.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// What to set `MAILLEDGER_SEED` to, to see the same numbers again.
    package let seed: UInt64
    private var random: SeededRandom

    /// Takes the seed of the environment or a fresh one, and prints it beside the name of what is tested.
    package init(for name: String = #function) {
        let given = ProcessInfo.processInfo.environment["MAILLEDGER_SEED"].flatMap { UInt64($0) }
        self.init(seed: given ?? UInt64.random(in: 1...999_999_999))
        print("MAILLEDGER_SEED=\(seed) in \(name)")
    }

    package init(seed: UInt64) {
        self.seed = seed
        random = SeededRandom(seed: seed)
    }

    package mutating func next() -> UInt64 {
        random.next()
    }

    /// Returns bytes that no compressor makes smaller.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        // By words: in a debug build the appending of single bytes takes seconds for a few MiB.
        let words = (0..<(count + 7) / 8).map { _ in next() }
        return unsafe words.withUnsafeBytes { unsafe [UInt8]($0.prefix(count)) }
    }
}
