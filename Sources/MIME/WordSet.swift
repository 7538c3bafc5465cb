/// The different words of a text, for measuring how much of one text another contains.
///
/// A word is a run of ASCII letters and digits in any case, or of bytes of other alphabets; each character of Han, kana
/// and Hangul is one.
struct WordSet {
    private var hashes: Set<UInt64> = []

    var count: Int { hashes.count }

    /// - Complexity: O(the length of the text).
    init(_ text: some StringProtocol) {
        Self.forEachWord(of: text) { hashes.insert($0) }
    }

    /// The number of these words that the other text lacks.
    func missing(in other: WordSet) -> Int {
        hashes.count { !other.hashes.contains($0) }
    }

    /// Whether it has each word of a text.
    func hasAll(of text: some StringProtocol) -> Bool {
        var hasAll = true
        Self.forEachWord(of: text) { if hasAll, !hashes.contains($0) { hasAll = false } }
        return hasAll
    }

    // FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/): what two words share by chance costs a word of the index at most.
    private static func forEachWord(of text: some StringProtocol, _ body: (UInt64) -> Void) {
        let empty: UInt64 = 0xcbf2_9ce4_8422_2325
        var hash = empty
        var length = 0
        func end() {
            if length > 0 { body(hash) }
            hash = empty
            length = 0
        }
        func take(_ byte: UInt8) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            length += 1
        }
        // A character of several bytes that is a word, or separates words: its bytes so far, and how many are missing.
        var character: [UInt8] = []
        var rest = 0
        func endCharacter() {
            // Soft hyphens, joiners and marks of direction are within a word.
            let isInvisible =
                switch (character[0], character[1], character[character.count - 1]) {
                case (0xC2, 0xAD, _), (0xE2, 0x80, 0x8C...0x8F), (0xE2, 0x81, 0xA0): true
                default: false
                }
            if isInvisible { return }
            end()
            // No-break spaces and signs of Latin-1, and general punctuation.
            if character[0] == 0xC2 || character[0] == 0xE2 { return }
            for byte in character { take(byte) }
            end()
        }
        for byte in text.utf8 {
            if rest > 0 {
                rest -= 1
                character.append(byte)
                if rest == 0 { endCharacter() }
                continue
            }
            switch byte {
            case 0x30...0x39, 0x61...0x7A: take(byte)
            case 0x41...0x5A: take(byte | 0x20)
            case 0xC2, 0xE2...0xED:
                character.removeAll(keepingCapacity: true)
                character.append(byte)
                rest = byte == 0xC2 ? 1 : 2
            case 0x80...: take(byte)
            default: end()
            }
        }
        end()
    }
}
