import IMAPServer
import TestSupport
import Testing

@Suite("Threads and sorting by IMAP")
struct ThreadTests {
    @Test("messages are in the order of keys, then of their numbers") func order() throws {
        let mail = try MailedLedger()
        for (number, from) in [(1, "zoe@b.org"), (2, "adam@c.org"), (3, "zoe@a.org")] {
            try mail.receive(
                """
                From: Name <\(from)>
                Subject: \(number == 2 ? "Re: b" : number == 1 ? "b" : "a")
                Date: 0\(4 - number) Mar 2025 10:00:00 +0000
                Message-ID: <s\(number)@x>

                text
                """)
        }
        let client = try mail.client()
        client.ok("SELECT INBOX")
        #expect(client.ok("SORT (SUBJECT) UTF-8 ALL") == ["* SORT 3 1 2"])
        #expect(client.ok("SORT (DATE) UTF-8 ALL") == ["* SORT 3 2 1"])
        #expect(client.ok("SORT (REVERSE FROM) UTF-8 ALL") == ["* SORT 1 3 2"])
        #expect(client.outcome("SORT (FROM) LATIN-9 ALL").hasPrefix("NO [BADCHARSET"))
        #expect(client.ok("THREAD ORDEREDSUBJECT UTF-8 ALL") == ["* THREAD (3)(2 1)"])
        #expect(client.ok("THREAD REFERENCES UTF-8 SUBJECT nothing") == ["* THREAD"])
        #expect(client.ok("UID THREAD REFS UTF-8 ALL").first?.split(separator: "(").count == 4)
        // The first and the last are those of the order, not of the numbers (RFC 5267 section 3).
        #expect(
            client.ok("SORT RETURN (MIN MAX COUNT ALL) (SUBJECT) UTF-8 ALL").first?.hasSuffix(
                ") MIN 3 MAX 2 COUNT 3 ALL 3,1,2") == true)
        #expect(client.ok("SORT RETURN () (SUBJECT) UTF-8 ALL").first?.hasSuffix(") ALL 3,1,2") == true)
        #expect(client.ok("SORT RETURN (MIN ALL COUNT) (SUBJECT) UTF-8 SEEN").first?.hasSuffix(") COUNT 0") == true)
        client.ok("SORT RETURN (SAVE MAX) (SUBJECT) UTF-8 ALL")
        #expect(client.ok("FETCH $ FLAGS").map { $0.prefix(4) } == ["* 2 "])
        #expect(client.outcome("SORT RETURN (PARTIAL 1:2) (SUBJECT) UTF-8 ALL").hasPrefix("BAD"))
    }
}
