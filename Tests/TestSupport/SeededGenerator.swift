import Foundation

/// Random numbers that a seed repeats (SplitMix64, <https://prng.di.unimi.it/splitmix64.c>).
///
/// The seed is that of `MAILLEDGER_SEED` where it is set, and is printed, so that a failure can be seen again.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// What to set `MAILLEDGER_SEED` to, to see the same numbers again.
    package let seed: UInt64
    private var state: UInt64

    /// Takes the seed of the environment or a fresh one, and prints it beside the name of what is tested.
    package init(for name: String = #function) {
        let given = ProcessInfo.processInfo.environment["MAILLEDGER_SEED"].flatMap { UInt64($0) }
        self.init(seed: given ?? UInt64.random(in: 1...999_999_999))
        print("MAILLEDGER_SEED=\(seed) in \(name)")
    }

    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns bytes that no compressor makes smaller.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        // By words: in a debug build the appending of single bytes takes seconds for a few MiB.
        let words = (0..<(count + 7) / 8).map { _ in next() }
        return unsafe words.withUnsafeBytes { unsafe [UInt8]($0.prefix(count)) }
    }
}
