/// Makes inputs of others: the driver of the suite, which has no coverage to be guided by.
package struct Mutator<Random: RandomNumberGenerator> {
    private let corpus: [[UInt8]]
    private let words: [[UInt8]]
    private var random: Random
    /// What is larger says nothing new, and takes long.
    private static var limit: Int { 8 << 10 }

    package init(of target: FuzzTarget, corpus: [[UInt8]], random: Random) {
        self.corpus = corpus.isEmpty ? [[]] : corpus
        words = target.words.map { Array($0.utf8) }
        self.random = random
    }

    /// Returns one of the corpus with a few changes.
    package mutating func next() -> [UInt8] {
        var bytes = corpus.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...6, using: &random) { change(&bytes) }
        return Array(bytes.prefix(Self.limit))
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...16, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: Array(bytes[start..<end]), at: start)
        case 2: if start < bytes.count { bytes[start] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random) }
        case 3: if start < bytes.count { bytes[start] = UInt8.random(in: .min ... .max, using: &random) }
        case 4: bytes = Array(bytes.prefix(start))
        case 5:
            let other = corpus.randomElement(using: &random) ?? []
            let place = Int.random(in: 0...other.count, using: &random)
            bytes.replaceSubrange(start..<end, with: other[place..<min(other.count, place + 64)])
        default: bytes.replaceSubrange(start..<end, with: words.randomElement(using: &random) ?? [])
        }
    }
}
