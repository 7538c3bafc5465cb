internal import Glibc

/// Words that are as unevenly frequent as those of a language (Zipf's law), so that an index of them is a realistic one.
struct Vocabulary: Sendable {
    /// All words, one behind the other.
    private let bytes: [UInt8]
    private let starts: [Int32]
    private let logarithmOfCount: Double

    static let count = 60_000

    init() {
        var random = SplitMix64(seed: 0x566f_6361_6273)
        var bytes: [UInt8] = []
        var starts: [Int32] = []
        var seen: Set<[UInt8]> = []
        while starts.count < Self.count {
            let word = Self.word(rank: starts.count, &random)
            guard seen.insert(word).inserted else { continue }
            starts.append(Int32(bytes.count))
            bytes += word
        }
        starts.append(Int32(bytes.count))
        self.bytes = bytes
        self.starts = starts
        logarithmOfCount = log(Double(Self.count))
    }

    private static let onsets = "b c d f g h j k l m n p r s t v w st tr pr ch sh pl gr".split(separator: " ")
    private static let vowels = "a e i o u ea ou ai".split(separator: " ")
    private static let codas = ["", "", "n", "r", "s", "t", "l", "m", "ck", "nd", "st"]

    /// Frequent words are short.
    private static func word(rank: Int, _ random: inout SplitMix64) -> [UInt8] {
        let syllables = rank < 120 ? 1 : 1 + random.below(rank < 4_000 ? 2 : 3) + (rank < 4_000 ? 0 : 1)
        var word: [UInt8] = []
        for _ in 0..<syllables {
            word += onsets[random.below(onsets.count)].utf8
            word += vowels[random.below(vowels.count)].utf8
            word += codas[random.below(codas.count)].utf8
        }
        return word
    }

    /// A rank by Zipf's law: the chance of the ranks up to *r* grows with the logarithm of *r*.
    func rank(_ random: inout SplitMix64) -> Int {
        min(Int(exp(random.share() * logarithmOfCount)), Self.count) - 1
    }

    func word(_ rank: Int) -> ArraySlice<UInt8> {
        bytes[Int(starts[rank])..<Int(starts[rank + 1])]
    }

    func text(_ rank: Int) -> String {
        String(decoding: word(rank), as: UTF8.self)
    }
}
