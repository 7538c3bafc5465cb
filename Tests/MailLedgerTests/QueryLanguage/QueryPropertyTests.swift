import Assist
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// Makes filters that a query can make, of awkward words and names.
private struct Filters {
    var random: SeededGenerator

    static let words = [
        "a", "or", "AND", "not", "-x", "x-y", "from:x", "12:30", "a\"b", "\"", "a*b", "x*", "(x)", "Z\u{FC}", "日本",
        "\u{1F951}", ":x", "e\u{301}", "is:", "*x",
    ]
    static let names = words + ["INBOX", "a b", "  x ", "-", "*", "a/b", "\"\"", "!", "$x", "<", "<a@b>", "<>"]

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    private mutating func bounds(_ unit: [Int64], from least: Int64, to most: Int64) -> Bounds {
        let step = pick(unit)
        let first = Int64.random(in: least / step...most / step, using: &random) * step
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return Bounds(from: first)
        case 1: return Bounds(to: max(first, 1))
        case 2: return Bounds(from: first, to: first + step)
        default: return Bounds(from: first, to: first + Int64.random(in: 1...most / step, using: &random) * step)
        }
    }

    private mutating func times() -> Bounds {
        bounds(
            [1, 1_000, 1_000_000, 3_600_000_000, 86_400_000_000], from: -70_000_000_000_000_000,
            to: 260_000_000_000_000_000)
    }

    mutating func filter(depth: Int) -> MessageFilter {
        if depth > 0, Bool.random(using: &random) {
            let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in filter(depth: depth - 1) }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return .and(parts)
            case 1: return .or(parts)
            default: return .not(filter(depth: depth - 1))
            }
        }
        switch Int.random(in: 0..<16, using: &random) {
        case 0: return .all
        case 1...3:
            let words = (0..<Int.random(in: 1...3, using: &random)).map { _ in pick(Self.words) } + ["z"]
            return .text(
                pick(TextField.allCases), TextMatch(words.joined(separator: " "), isPrefix: Bool.random(using: &random))
            )
        case 4: return .state(pick(MessageFilter.State.allCases))
        case 5: return pick([.hasAttachments, .hasLabel])
        case 6: return .keyword((try? Keyword(pick(Self.names)))?.text ?? "x")
        case 7: return .folder(FolderReference(pick(Self.names)))
        case 8: return .account(pick(Self.names))
        // White space is no part of one.
        case 9: return .messageID(pick(Self.names).filter { !$0.isWhitespace })
        case 10: return pick([.id(prefix: "1f"), .thread(prefix: "12345678-9abc"), .id(prefix: "0")])
        case 11: return .date(times())
        case 12: return .received(times())
        case 13:
            return pick([
                .claim(.category(pick([nil, .fan, .urgent]))), .claim(.sentiment(pick([nil, .negative]))),
                .claim(.answer(prefix: pick([nil, "1f3a"]))),
            ])
        case 14: return .claim(.score(bounds([1], from: 0, to: 50)))
        default: return .size(bounds([1, 1_000, 1_024, 1_048_576], from: 0, to: 5_000_000_000))
        }
    }
}

struct QueryPropertyTests {
    private static let zones: [QueryContext] = [
        QueryContext(now: 1_710_504_000_000_000), QueryContext(now: 1_710_504_000_000_000, offset: { _ in 20_700 }),
        QueryContext(now: 1_710_504_000_000_000, offset: { $0 / 10_000_000 % 2 == 0 ? -10_800 : -7_200 }),
    ]

    @Test(arguments: [11, 12, 13] as [UInt64])
    func `an explanation is read as the same filter`(seed: UInt64) throws {
        var filters = Filters(random: SeededGenerator(seed: seed))
        for number in 0..<1_000 {
            let filter = filters.filter(depth: 4)
            let context = Self.zones[number % Self.zones.count]
            let text = filter.explanation(in: context)
            do throws(QueryError) {
                let read = try MessageFilter(query: text, in: context)
                #expect(read == filter.canonical, "seed \(seed), filter \(number): \(text)")
                #expect(read.explanation(in: context) == text, "seed \(seed), filter \(number)")
            } catch {
                Issue.record("seed \(seed), filter \(number): \(error)\n\(error.rendered)")
            }
        }
    }

    @Test(arguments: [21, 22, 23] as [UInt64])
    func `random text is read or refused, and never more`(seed: UInt64) throws {
        let pieces = [
            "a", "or", "and", "not", "(", ")", "\"", "\"\"", "-", "*", ":", " ", " ", "from:", "in:", "is:", "unread",
            "date:", "2024", "..", "3d", "T", "Z",
            "size:", ">", "<", "=", "1M", ".", "@", "id:", "label:", "has:", "x", "\u{301}", "日",
            "\u{1F468}\u{200D}\u{1F469}", "\0", "\r\n", "\u{202E}", "99999999",
        ]
        var random = SeededGenerator(seed: seed)
        var (accepted, refused) = (0, 0)
        for _ in 0..<5_000 {
            let query = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            let context = Self.zones[0]
            do throws(QueryError) {
                let filter = try MessageFilter(query: query, in: context)
                accepted += 1
                let text = filter.explanation(in: context)
                #expect(
                    (try? MessageFilter(query: text, in: context)) == filter,
                    "seed \(seed): \(query.debugDescription) → \(text)")
            } catch {
                refused += 1
                #expect(
                    error.range.lowerBound < query.utf8.count && error.range.upperBound <= query.utf8.count
                        && !error.range.isEmpty)
                #expect(
                    error.rendered.split(separator: "\n", omittingEmptySubsequences: false).count == 2,
                    "\(query.debugDescription)")
            }
        }
        #expect(accepted > 200 && refused > 200)
    }

    @Test func `every bound of a time and a size is explained without a trap`() throws {
        let context = Self.zones[2]
        let numbers: [Int64] = [.min, .min + 1, -1, 0, 1, 1_000_000, .max - 1, .max]
        for lower in numbers {
            for upper in numbers {
                for bounds in [Bounds(from: lower), Bounds(to: upper), Bounds(from: lower, to: upper)] {
                    #expect(!MessageFilter.date(bounds).explanation(in: context).isEmpty)
                    #expect(!MessageFilter.size(bounds).explanation(in: context).isEmpty)
                }
            }
        }
    }

    @Test func `reading takes time in proportion to the length`() throws {
        func seconds(_ count: Int) throws -> Double {
            let query = "from:(" + String(repeating: "\"aaaa aaaa aaaa aaaa aaaa aaaa aaaa\" or ", count: count) + "b)"
            return try (0..<5).map { _ in
                try ThreadClock.seconds { _ = try MessageFilter(query: query, in: Self.zones[0]) }
            }.min() ?? 0
        }
        _ = try seconds(10)
        #expect(try seconds(1_900) < seconds(190) * 40 + 0.02)
    }
}
