/// Who writes: few people write much, and many write little.
struct People: Sendable {
    private let vocabulary: Vocabulary
    private let count: Int

    struct Person: Sendable {
        let name: String
        let address: String
    }

    /// - Parameter messages: How many messages they write; fewer messages come from fewer people.
    init(_ vocabulary: Vocabulary, messages: Int) {
        self.vocabulary = vocabulary
        count = min(MailShape.senders, 40 + messages / 10)
    }

    func sender(_ random: inout SplitMix64) -> Int {
        random.happens(MailShape.topSendersShare) ? random.below(10) : random.below(count)
    }

    /// The person of a number, always the same one.
    func person(_ number: Int) -> Person {
        let first = vocabulary.text(200 + number * 7 % 3_000)
        let last = vocabulary.text(4_000 + number * 13 % 50_000)
        return Person(
            name: first.capitalized + " " + last.capitalized, address: "\(first).\(last)@host\(number % 97).example.org"
        )
    }
}

extension String {
    /// The same with an upper-case first letter.
    fileprivate var capitalized: String {
        prefix(1).uppercased() + dropFirst()
    }
}
