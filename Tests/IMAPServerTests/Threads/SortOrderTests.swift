import IMAPProtocol
import IMAPServer
import Testing

@Suite struct SortOrderTests {
    private func sorted(_ messages: [SortedMessage], _ criteria: SortRequest.Criterion...) -> [UInt32] {
        SortOrder.sorted(messages, by: criteria).map(\.number)
    }

    private func message(_ number: UInt32, _ key: Int64 = 0, _ subject: String = "", from: String = "") -> SortedMessage
    {
        SortedMessage(
            number: number, arrival: key, date: -key, size: key, subject: SortOrder.subjectKey(subject),
            from: SortOrder.mailboxKey(from), to: SortOrder.mailboxKey(from), cc: "")
    }

    @Test(arguments: SortRequest.Key.allCases)
    func `equal messages are in the order of their numbers, reversed or not`(_ key: SortRequest.Key) {
        let messages = [message(3), message(1), message(2)]
        for isReversed in [false, true] {
            #expect(sorted(messages, .init(key, isReversed: isReversed)) == [1, 2, 3])
        }
    }

    @Test func `REVERSE is of one criterion`() {
        let messages = [
            message(1, 1_000_000, "b"), message(2, 2_000_000, "a"), message(3, 2_000_000, "b"),
            message(4, 1_000_000, "b"),
        ]
        #expect(sorted(messages, .init(.size, isReversed: true), .init(.subject, isReversed: false)) == [2, 3, 1, 4])
        #expect(sorted(messages, .init(.subject, isReversed: true), .init(.date, isReversed: false)) == [3, 1, 4, 2])
        #expect(sorted(messages, .init(.size, isReversed: false)) == [1, 4, 2, 3])
    }

    @Test func `moments are compared by whole seconds, as a client sees them`() {
        let messages = [message(1, 1_900_000), message(2, 1_000_000), message(3, 2_000_000), message(4, -1)]
        #expect(sorted(messages, .init(.arrival, isReversed: false)) == [4, 1, 2, 3])
        #expect(sorted(messages, .init(.arrival, isReversed: true)) == [3, 1, 2, 4])
    }

    @Test func `subjects are compared by their bases without case`() {
        let messages = [message(1, 0, "Re: Zoo"), message(2, 0, "[x] apple"), message(3, 0, "ZOO"), message(4, 0, "")]
        #expect(sorted(messages, .init(.subject, isReversed: false)) == [4, 2, 1, 3])
    }

    @Test func `addresses are compared by the part before the domain`() {
        let messages = [
            message(1, from: "zoe@a.org"), message(2, from: "Adam@z.org"), message(3), message(4, from: "adam@b.org"),
        ]
        #expect(sorted(messages, .init(.from, isReversed: false)) == [3, 2, 4, 1])
        #expect(sorted(messages, .init(.to, isReversed: true)) == [1, 2, 4, 3])
        #expect(SortOrder.mailboxKey("a@b@c") == "A@B")
        #expect(SortOrder.mailboxKey(#""m\"@m"@x"#) == "M\"@M" && SortOrder.mailboxKey(#""m@x"#) == "\"M")
        #expect(SortOrder.mailboxKey("undisclosed-recipients") == "UNDISCLOSED-RECIPIENTS")
    }

    @Test func `letters with marks are beside those without`() {
        // A mark is behind ASCII, but before the letters of other alphabets.
        let words = [
            "A1", "ａ2", "Ậ", "B", "Eta", "école", "été", "fin", "Strasse", "straße", "zoo", "йод", "иго", "икс",
        ]
        let messages = words.enumerated().reversed().map { message(UInt32($0 + 1), 0, $1) }
        #expect(sorted(messages, .init(.subject, isReversed: false)) == (1...UInt32(words.count)).map { $0 })
    }

    @Test func `equal words have equal keys, composed or not`() {
        let pairs = [("é", "E\u{301}"), ("ấ", "A\u{302}\u{301}"), ("Ａ", "a"), ("a\u{a0}b", "A B"), ("ǆ", "ǅ")]
        for (left, right) in pairs {
            #expect(Array(CasemapKey.of(left).utf8) == Array(CasemapKey.of(right).utf8), "\(left)")
        }
        #expect(CasemapKey.of("ß") == "ß")
    }
}
