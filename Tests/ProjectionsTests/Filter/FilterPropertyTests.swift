import Assist
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// Evaluates a filter by its words alone: no SQL, no index.
private struct Evaluator {
    let messages: [SampleMessage]

    func ids(_ filter: MessageFilter) -> [Int64] {
        messages.filter { matches($0, filter) }.map(\.id)
    }

    private func matches(_ message: SampleMessage, _ filter: MessageFilter) -> Bool {
        switch filter {
        case .all: true
        case .and(let parts): parts.allSatisfy { matches(message, $0) }
        case .or(let parts): parts.contains { matches(message, $0) }
        case .not(let inner): !matches(message, inner)
        case .text(let field, let match):
            Self.columns(of: field).contains { holds(message.texts[$0] ?? "", match) }
        case .state(.read): message.keywords.contains("$seen")
        case .state(let state): message.states.contains(state)
        case .hasAttachments: message.hasAttachments
        case .hasLabel: message.keywords.contains { !$0.hasPrefix("$") }
        case .kind(let kind): kind == .mail
        case .inboxTag: matches(message, .folder(FolderReference("inbox")))
        case .keyword(let name), .spelledKeyword(let name): message.keywords.contains(name)
        case .folder(let folder): !message.folders.isDisjoint(with: Self.foldersByPath[folder.path] ?? [])
        case .account(let address): FilterFixture.addresses[message.account] == address
        case .messageID(let id): message.messageID == id
        case .id(let prefix): hexadecimal(message.uuid).hasPrefix(prefix)
        case .thread(let prefix):
            messages.contains { hexadecimal($0.uuid).hasPrefix(prefix) && $0.thread == message.thread }
        case .date(let bounds): (message.date ?? message.received).map(bounds.contains) ?? false
        case .sorted(let bounds): bounds.contains(message.sortDate)
        case .received(let bounds): message.received.map(bounds.contains) ?? false
        case .size(let bounds): message.size.map(bounds.contains) ?? false
        case .claim(.category(let category?)): message.category == category
        case .claim(.category(nil)): message.category != nil
        case .claim(.sentiment(let sentiment?)): message.sentiment == sentiment
        case .claim(.sentiment(nil)): message.sentiment != nil
        case .claim(.score(let bounds)): message.score.map(bounds.contains) ?? false
        case .claim(.answer(let prefix?)): message.answer.map { hexadecimal($0).hasPrefix(prefix) } ?? false
        case .claim(.answer(nil)): message.answer != nil
        // Tests of predicates evaluate these.
        case .column, .folderPath, .part, .externalID, .list: false
        // Tests of a ledger evaluate these, which are about what was recorded.
        case .liveness, .added, .changed, .changedBy, .movedTo: false
        }
    }

    private static func columns(of field: TextField) -> [TextField] {
        switch field {
        case .any: TextField.allCases
        case .to: [.to, .cc, .bcc]
        case .contact: [.from, .to, .cc, .bcc]
        default: [field]
        }
    }

    private func holds(_ text: String, _ match: TextMatch) -> Bool {
        let words = tokens(text)
        let wanted = tokens(match.words.joined(separator: " "))
        guard words.count >= wanted.count else { return false }
        return (0...words.count - wanted.count).contains { start in
            wanted.indices.allSatisfy { index in
                let word = words[start + index]
                return match.isPrefix && index == wanted.count - 1
                    ? word.hasPrefix(wanted[index]) : word == wanted[index]
            }
        }
    }

    private func tokens(_ text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }
    }

    /// By hand, from the table of the fixture.
    static let foldersByPath: [String: Set<Int64>] = [
        "INBOX": [1, 6], "inbox": [1, 6], "Work": [2, 3, 4], "Work/Tax": [3, 4], "Work/Tax/2024": [4], "work": [8],
        "sent": [7],
        "bob@example.net/INBOX": [6], "WORK/TAX": [3, 4], "WORK": [2, 3, 4, 8], "Cafe\u{301}": [10],
    ]
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Makes messages and filters out of few words and numbers, so that they often meet.
private struct Samples {
    var random: SeededGenerator
    var messages: [SampleMessage] = []

    static let words = ["foo", "bar", "foobar", "tax", "Tax-return", "ada", "x.y", "2024"]
    static let labels = ["work", "$forwarded", "$seen", "to do", "%odd"]

    init(seed: UInt64, count: Int64) {
        random = SeededGenerator(seed: seed)
        for id in 1...count { messages.append(message(id)) }
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func words(_ most: Int) -> String {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in pick(Self.words) }.joined(separator: " ")
    }

    private mutating func some<Element: Hashable>(_ choices: [Element], percent: Int) -> Set<Element> {
        Set(choices.filter { _ in chance(percent) })
    }

    private mutating func number() -> Int64 {
        Int64.random(in: 0..<8, using: &random)
    }

    private mutating func message(_ id: Int64) -> SampleMessage {
        var texts: [TextField: String] = [:]
        for field in TextField.allCases where field != .any && field != .contact {
            texts[field] = words(field == .body ? 6 : 2)
        }
        if chance(20), let other = messages.first(where: { $0.id == id / 2 }) { texts = other.texts }
        let account: Int64 = chance(50) ? 1 : 2
        let folders = FilterFixture.folders.filter { $0.account == account && $0.isLive && $0.id != 11 }.map(\.id)
        let (date, received) = (chance(60) ? number() : nil, chance(80) ? number() : nil)
        // Lists believe a date, or less of it.
        let sortDate = min(date ?? received ?? number(), chance(70) ? .max : number())
        return SampleMessage(
            id: id, uuid: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }, account: account,
            messageID: chance(80) ? "\(number())@x" : nil, texts: texts, date: date, sortDate: sortDate,
            received: received, size: chance(80) ? number() : nil,
            states: some([.unread, .flagged, .answered, .draft], percent: 40), hasAttachments: chance(30),
            thread: chance(90) ? number() : nil, keywords: some(Self.labels, percent: 30),
            folders: some(folders, percent: 30), endedFolders: some(folders, percent: 10),
            category: chance(50) ? pick(MessageCategory.allCases) : nil,
            sentiment: chance(50) ? pick(Sentiment.allCases) : nil, score: chance(50) ? number() : nil,
            answer: chance(30) ? pick(FilterFixture.answers) : nil)
    }

    private mutating func bounds() -> Bounds {
        Bounds(from: chance(70) ? number() : nil, to: chance(70) ? number() : nil)
    }

    mutating func filter(depth: Int) -> MessageFilter {
        if depth > 0, chance(60) {
            let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in filter(depth: depth - 1) }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return .and(parts)
            case 1: return .or(parts)
            default: return .not(filter(depth: depth - 1))
            }
        }
        switch Int.random(in: 0..<18, using: &random) {
        case 0: return .all
        case 1...4:
            let word = pick(Self.words)
            let isPrefix = chance(30)
            let text =
                isPrefix && chance(50) ? String(word.prefix(2)) : chance(30) ? word + " " + pick(Self.words) : word
            return .text(pick(TextField.allCases), TextMatch(text, isPrefix: isPrefix))
        case 5: return .state(pick(MessageFilter.State.allCases))
        case 6: return .hasAttachments
        case 7: return .hasLabel
        case 8: return .keyword(pick(Self.labels))
        case 9, 10: return .folder(FolderReference(pick(Evaluator.foldersByPath.keys.sorted())))
        case 11: return .account(chance(50) ? "ada@example.org" : "bob@example.net")
        case 12: return .messageID("\(number())@x")
        case 13:
            let id = String(hexadecimal(pick(messages.filter { $0.thread != nil }).uuid).prefix(20))
            return chance(50) ? .id(prefix: id) : .thread(prefix: id)
        case 14: return pick([.date(bounds()), .sorted(bounds()), .received(bounds())])
        case 15: return .claim(.category(chance(70) ? pick(MessageCategory.allCases) : nil))
        case 16:
            return chance(50)
                ? .claim(.sentiment(chance(70) ? pick(Sentiment.allCases) : nil))
                : .claim(.answer(prefix: chance(70) ? hexadecimal(pick(FilterFixture.answers)) : nil))
        case 17: return .claim(.score(bounds()))
        default: return .size(bounds())
        }
    }
}

struct FilterPropertyTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `a random filter finds in SQL what its words mean`(seed: UInt64) throws {
        var samples = Samples(seed: seed, count: 60)
        let fixture = try FilterFixture(samples.messages)
        let evaluator = Evaluator(messages: samples.messages)
        var partial = 0
        for number in 0..<300 {
            let filter = samples.filter(depth: 4)
            let expected = evaluator.ids(filter)
            if !expected.isEmpty, expected.count < samples.messages.count { partial += 1 }
            #expect(try fixture.ids(filter) == expected, "seed \(seed), filter \(number): \(filter)")
            #expect(try fixture.ids(filter, .probed) == expected, "seed \(seed), filter \(number), probed: \(filter)")
            #expect(evaluator.ids(filter.canonical) == expected, "seed \(seed), filter \(number), canonical: \(filter)")
        }
        #expect(partial > 100, "too few filters that tell messages apart")
    }
}
