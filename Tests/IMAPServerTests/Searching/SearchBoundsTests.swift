import IMAPServer
import TestSupport
import Testing

@Suite struct SearchBoundsTests {
    private static let letter = """
        From: Ada <ada@x.org>
        Subject: engine
        Date: Sat, 1 Mar 2025 23:30:00 +0000

        weaves
        """

    @Test func `no more than 50 keys look into texts, however they are combined`() throws {
        let mail = try MailedLedger()
        try mail.receive(Self.letter)
        let client = try mail.client()
        client.ok("SELECT INBOX")
        func keys(_ count: Int) -> String { Array(repeating: "BODY weav", count: count).joined(separator: " ") }
        #expect(client.ok("SEARCH \(keys(49)) TEXT engine") == ["* SEARCH 1"])
        #expect(client.outcome("SEARCH \(keys(50)) TEXT engine").hasPrefix("NO [LIMIT]"))
        #expect(client.outcome("SEARCH NOT (\(keys(25))) OR (\(keys(25))) NOT TEXT a").hasPrefix("NO [LIMIT]"))
        #expect(client.outcome("SORT (DATE) UTF-8 \(keys(51)) ALL").hasPrefix("NO [LIMIT]"))
        #expect(client.outcome("THREAD REFS UTF-8 \(keys(51)) ALL").hasPrefix("NO [LIMIT]"))
        #expect(
            client.ok("SEARCH " + Array(repeating: "FROM ada SUBJECT engine", count: 500).joined(separator: " ")) == [
                "* SEARCH 1"
            ])
        #expect(
            client.ok("SEARCH " + Array(repeating: "HEADER Date Sat", count: 600).joined(separator: " ")) == [
                "* SEARCH 1"
            ])
    }

    @Test func `lists within each other are 50 levels deep`() throws {
        let mail = try MailedLedger()
        try mail.receive(Self.letter)
        let client = try mail.client()
        client.ok("SELECT INBOX")
        func nested(_ levels: Int) -> String {
            String(repeating: "OR SEEN (", count: levels) + "SUBJECT engine" + String(repeating: ")", count: levels)
        }
        #expect(client.ok("SEARCH \(nested(50))") == ["* SEARCH 1"])
        #expect(client.outcome("SEARCH \(nested(51))").hasPrefix("BAD"))
    }

    @Test func `a search ends when its time is over`() throws {
        let clock = SearchClock(microseconds: 0)
        #expect(throws: (any Error).self) { try clock.checkNow() }
        #expect(throws: (any Error).self) { for _ in 0..<100 { try clock.check() } }
        let patient = SearchClock()
        for _ in 0..<100 { try patient.check() }
    }
}
