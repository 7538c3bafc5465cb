/// The lines of a message, made from its number alone, so that an answer can quote it without keeping it.
struct MessageText {
    private let vocabulary: Vocabulary
    private let charset: Charset
    private var random: SplitMix64
    private var wordsInSentence = 0
    /// What its thread is about: half of all words are of a few dozen, as in mail that people write.
    private let topic: [Int]

    init(of message: Int, about topic: [Int], seed: UInt64, _ vocabulary: Vocabulary, charset: Charset, purpose: UInt64)
    {
        self.vocabulary = vocabulary
        self.topic = topic
        self.charset = charset
        random = SplitMix64(seed: seed, of: message, purpose: purpose)
    }

    /// The words of a thread.
    static func topic(of thread: Int, seed: UInt64, _ vocabulary: Vocabulary) -> [Int] {
        var random = SplitMix64(seed: seed, of: thread, purpose: 7)
        return (0..<60).map { _ in vocabulary.rank(&random) }
    }

    private mutating func nextWord() -> ArraySlice<UInt8> {
        random.happens(0.5)
            ? vocabulary.word(topic[random.below(random.below(topic.count) + 1)])
            : vocabulary.word(vocabulary.rank(&random))
    }

    /// Writes one line of words, now and then an empty one or one of code.
    mutating func appendLine(to bytes: inout Bytes) {
        let kind = random.share()
        if kind < 0.12 {
            bytes.append(UInt8(ascii: "\n"))
        } else if kind < 0.24 {
            appendCode(to: &bytes)
        } else {
            appendProse(to: &bytes)
        }
    }

    private mutating func appendProse(to bytes: inout Bytes) {
        let end = bytes.count + 48 + random.below(26)
        while bytes.count < end {
            let word = nextWord()
            if wordsInSentence == 0, let first = word.first {
                bytes.append(first - 0x20)
                bytes.append(word.dropFirst())
            } else {
                bytes.append(word)
            }
            wordsInSentence += 1
            if !charset.letters.isEmpty, random.happens(0.08) {
                bytes.append(charset.letters[random.below(charset.letters.count)][...])
            }
            if wordsInSentence > 4, random.happens(0.1) {
                bytes.append(UInt8(ascii: "."))
                wordsInSentence = 0
            }
            bytes.append(UInt8(ascii: " "))
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    // Numbers and digests are words that stand in one message only: an index has many of them.
    private mutating func appendCode(to bytes: inout Bytes) {
        let number = random.next()
        bytes.append(["+\t", "-\t", " \t", "@@ "][random.below(4)])
        bytes.append(nextWord())
        bytes.append("_")
        bytes.append(vocabulary.word(topic[random.below(topic.count)]))
        switch number % 4 {
        case 0: bytes.append(number % 5 == 0 ? " \(String(number, radix: 16))\n" : "(\(number % 512));\n")
        case 1: bytes.append("->" + vocabulary.text(topic[random.below(topic.count)]) + " = \(number % 256);\n")
        case 2: bytes.append(" = NULL;\n")
        default: bytes.append("[i] += " + vocabulary.text(topic[random.below(topic.count)]) + ";\n")
        }
    }
}

/// A character set with some of its letters beyond ASCII, encoded.
struct Charset: Sendable {
    let name: String
    let letters: [[UInt8]]

    private init(_ name: String, _ letters: [UInt8]...) {
        self.name = name
        self.letters = letters
    }

    static let ascii = Charset("us-ascii")
    static let utf8 = Charset("utf-8", Array("é".utf8), Array("ü".utf8), Array("ø".utf8), Array("ł".utf8))
    /// Those that the mail of the lists was seen in, beside the two above.
    static let rare = [
        Charset("iso-8859-1", [0xe9], [0xfc], [0xf8]), Charset("iso-8859-15", [0xe9], [0xa4]),
        Charset("windows-1252", [0xe9], [0x93], [0x94]), Charset("iso-8859-2", [0xe8], [0xb9]),
        Charset("windows-1250", [0xe8], [0x9a]), Charset("koi8-r", [0xc1, 0xc2], [0xd7]),
        Charset("windows-1251", [0xe0, 0xe1], [0xe2]), Charset("iso-8859-9", [0xfd]),
        Charset("iso-8859-7", [0xe1]), Charset("gb2312", [0xc4, 0xe3], [0xba, 0xc3]),
        Charset("gbk", [0xc4, 0xe3]), Charset("big5", [0xa7, 0x41]), Charset("euc-kr", [0xb0, 0xa1]),
        Charset("shift_jis", [0x93, 0xfa]), Charset("iso-2022-jp", [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42]),
    ]

    static func draw(_ random: inout SplitMix64) -> Charset {
        let share = random.share()
        return share < 0.45 ? ascii : share < 0.95 ? utf8 : rare[random.below(rare.count)]
    }
}
