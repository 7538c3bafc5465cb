import Foundation
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// Makes texts that are queries, nearly queries, and nothing of the kind.
private struct Texts {
    private var sentences: QuerySentences
    private var random: SeededGenerator

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        sentences = try QuerySentences(random: SeededGenerator(seed: random.next()))
    }

    private static let pieces = [
        "(", ")", "\"", "\"\"", "-", "*", ":", " ", "  ", "\t", "or", " and ", " not ", "from:", "in:", "is:", "date:",
        "size:",
        "query:", "id:", "..", ">", "<=", "@", "9", "0", "99999999999999999999", "2024-02-29", "last_", "T", "Z", "\0",
        "\u{1B}",
        "\u{202E}", "\u{301}", "\u{FEFF}", "\u{200D}", "日", "\u{1F468}\u{200D}\u{1F469}", "\u{10FFFF}", "İ", "ß",
        "\r\n", "\u{85}",
        "{", "}", "%", "'", "\\", "NEAR", "col : x", "^", "+", "AND", ";--", "\u{FFFD}",
    ]

    mutating func next() -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return bytes()
        case 1...5: return sentences.query()
        default: return mutated(sentences.query())
        }
    }

    private mutating func bytes() -> String {
        let count = Int.random(in: 0...40, using: &random)
        return String(decoding: random.bytes(count), as: UTF8.self)
    }

    /// A few pieces put in, taken out, doubled or exchanged.
    private mutating func mutated(_ query: String) -> String {
        var scalars = Array(query.unicodeScalars)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let start = Int.random(in: 0...scalars.count, using: &random)
            let end = min(scalars.count, start + Int.random(in: 0...6, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: scalars.removeSubrange(start..<end)
            case 1: scalars.insert(contentsOf: scalars[start..<end], at: start)
            case 2:
                let piece = Self.pieces.randomElement(using: &random) ?? ""
                scalars.replaceSubrange(start..<end, with: piece.unicodeScalars)
            default:
                let piece = Self.pieces.randomElement(using: &random) ?? ""
                scalars.insert(contentsOf: piece.unicodeScalars, at: start)
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

@Suite struct `Any text` {
    private func sample() throws -> SampleLedger {
        let sample = try SampleLedger()
        try sample.addAccount("ada@example.org")
        var second = SampleMail("two", subject: "Tax 日本", body: "The quick brown fox, 12:30.\n")
        second.headers = ["Cc: office@example.org", "Bcc: x@example.org"]
        try sample.importing([SampleMail("one"), second], account: "ada@example.org")
        try sample.mark("subject:two", adding: [.flagged])
        return sample
    }

    @Test func `is a query that is read, explained and run, or an error that marks a part of it`() throws {
        let seed = SeededGenerator(for: "Any text").seed
        var texts = try Texts(seed: seed)
        let sample = try sample()
        var context = QueryContext.standard()
        context.savedQueries = { QuerySentences.saved }
        let end = ContinuousClock.now + .seconds(Soak.seconds ?? 0)
        var (read, refused, run, number) = (0, 0, 0, 0)
        while number < 500 || ContinuousClock.now < end {
            number += 1
            let query = texts.next()
            let filter: MessageFilter
            do throws(QueryError) {
                filter = try MessageFilter(query: query, in: context)
                read += 1
            } catch {
                refused += 1
                expectSound(error, query, seed)
                continue
            }
            let text = filter.explanation(in: context)
            do {
                #expect(
                    try MessageFilter(query: text, in: context) == filter,
                    "seed \(seed), \(number): \(query.debugDescription)")
                let (found, lacking) = try sample.ledger.read {
                    (try $0.countMessages(matching: filter), try $0.countMessages(matching: .not(filter)))
                }
                run += 1
                #expect(found + lacking == 2, "seed \(seed), \(number): \(query.debugDescription)")
                #expect(try sample.ledger.read { try $0.messages(matching: filter, limit: 5).count } == found)
            } catch is FilterResolutionError {
                // A folder, an account or an id that is not there.
                continue
            } catch {
                Issue.record("seed \(seed), \(number): \(query.debugDescription) → \(text): \(error)")
            }
        }
        print("\(number) texts: \(read) read, \(refused) refused, \(run) run")
        #expect(read > 50 && refused > 10 && run > 20)
    }

    private func expectSound(_ error: QueryError, _ query: String, _ seed: UInt64) {
        let place = "seed \(seed): \(query.debugDescription): \(error)"
        #expect(error.query == query)
        guard error.range.lowerBound >= 0, error.range.upperBound <= query.utf8.count, !error.range.isEmpty else {
            Issue.record("\(place): \(error.range)")
            return
        }
        #expect(String(validating: Array(query.utf8)[error.range], as: UTF8.self) != nil, "\(place)")
        let lines = error.rendered.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 2 && lines[1].contains("^") && lines[1].allSatisfy { " ^~".contains($0) }, "\(place)")
    }
}
