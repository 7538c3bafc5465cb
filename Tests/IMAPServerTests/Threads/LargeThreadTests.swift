import IMAPServer
import TestSupport
import Testing

/// Threads of 100,000 messages, whose time grows by their number and whose depth needs no stack.
@Suite struct LargeThreadTests {
    private static let count = 100_000

    /// In a debug build a message takes some 20 µs; quadratic time takes minutes.
    private func inTime(_ messages: [ThreadedMessage]) -> String {
        let clock = ContinuousClock()
        var found = ""
        let time = clock.measure { found = threads(messages) }
        #expect(time < .seconds(60))
        return found
    }

    private var line: String { "(" + (1...Self.count).map { "\($0)" }.joined(separator: " ") + ")" }

    @Test func `a chain is one line`() {
        #expect(inTime((1...Self.count).map { message(UInt32($0), $0 == 1 ? [] : ["m\($0 - 1)"]) }) == line)
    }

    @Test func `a chain whose messages refer forwards is cut where it is a loop`() {
        let found = inTime((1...Self.count).map { message(UInt32($0), ["m\($0 % Self.count + 1)"]) })
        #expect(found.split(separator: " ").count == Self.count)
        #expect(found.hasPrefix("(\(Self.count) \(Self.count - 1) "))
    }

    @Test func `a chain that comes in random order is one line`() {
        var random = SeededGenerator(for: "a chain that comes in random order is one line")
        let numbers = (1...Self.count).shuffled(using: &random)
        let found = inTime(
            numbers.enumerated().map { place, number in
                message(UInt32(place + 1), id: "i\(number)", number == 1 ? [] : ["i\(number - 1)"])
            })
        #expect(found.split(separator: " ").count == Self.count && !found.dropFirst().contains("("))
    }

    @Test func `a star is one list`() {
        let found = inTime((1...Self.count).map { message(UInt32($0), $0 == 1 ? [] : ["m1"]) })
        #expect(found == "(1 " + (2...Self.count).map { "(\($0))" }.joined() + ")")
    }

    @Test func `a star leaves its middle where each message says otherwise later`() {
        let half = Self.count / 2
        let others = (1...half).map { message(UInt32($0), id: "o\($0)", ["middle", "m\(half + $0)"]) }
        let own = (1...half).map { message(UInt32(half + $0), ["other"]) }
        #expect(inTime(others + own).hasPrefix("((\(half + 1) 1)(\(half + 2) 2)"))
    }

    @Test func `trees below the end of a chain cost no walk along it`() {
        let half = Self.count / 2
        let chain = (1...half).map { message(UInt32($0), $0 == 1 ? [] : ["m\($0 - 1)"]) }
        let below = stride(from: half + 1, to: Self.count, by: 2).flatMap { number in
            [message(UInt32(number), ["c\(number)"]), message(UInt32(number + 1), id: "c\(number)", ["m\(half)"])]
        }
        #expect(inTime(chain + below).contains(" \(half) (\(half + 2) \(half + 1))"))
    }

    @Test func `one subject of many threads is one list`() {
        let found = inTime((1...Self.count).map { message(UInt32($0), subject: $0 == 1 ? "a" : "Re: a") })
        #expect(found.hasPrefix("(1 (2)(3)"))
        let ordered = OrderedSubjectThreading.threads(of: (1...Self.count).map { message(UInt32($0), subject: "a") })
        #expect(text(ordered).hasPrefix("(1 (2)(3)"))
    }

    @Test func `a message may refer to 100,000 others`() {
        let ids = (1...Self.count).map { "r\($0)" }
        #expect(inTime([message(1, ids), message(2, ids), message(3, ids.reversed())]) == "((1)(2)(3))")
    }
}
