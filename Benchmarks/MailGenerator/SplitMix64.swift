/// Random numbers that a seed repeats (<https://prng.di.unimi.it/splitmix64.c>).
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// Numbers of their own for one of many things, so that it can be made without those before it.
    init(seed: UInt64, of index: Int, purpose: UInt64) {
        state = seed &+ UInt64(bitPattern: Int64(index)) &* 0xd134_2543_de82_ef95 &+ purpose &* 0xaf25_1af3_b0f0_25b5
        _ = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to 1.
    mutating func share() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Whether something happens that happens in this share of all cases.
    mutating func happens(_ chance: Double) -> Bool {
        share() < chance
    }

    /// A number from 0 up to `bound`; the bias of so small bounds does not matter here.
    mutating func below(_ bound: Int) -> Int {
        Int(next() >> 1) % max(bound, 1)
    }
}
