import IMAPServer
import TestSupport
import Testing

@Suite("Searches by IMAP")
struct SearchTests {
    private func mail() throws -> MailedLedger {
        let mail = try MailedLedger()
        try mail.receive(
            """
            From: "Ada  Lovelace" <ada@x.org>
            To: "Bob  Stone" <bob@y.org>
            Cc: carol@z.org
            Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= from the engine
            Date: Sat, 1 Mar 2025 23:30:00 -0500
            X-Odd: the kettle
            Message-ID: <a@x>

            The analytical engine weaves patterns.
            """)
        try mail.receive(
            """
            From: dora@x.org
            Subject: loom
            Date: Mon, 3 Mar 2025 10:00:00 +0000
            Message-ID: <b@x>
            Content-Type: text/html; charset=utf-8
            Content-Transfer-Encoding: base64

            PHA+VGhlIDxiPmxvb208L2I+IHdlYXZlczwvcD4=
            """)
        return mail
    }

    @Test("find substrings of fields, headers and bodies in any case") func texts() throws {
        let mail = try mail()
        let client = try mail.client()
        client.ok("SELECT INBOX")
        let cases = [
            ("SUBJECT ENGIN", "1"), ("FROM lovelace", "1"), ("FROM ada@X", "1"), ("TO bob", "1"), ("CC carol", "1"),
            // A run of blanks is one, in what is asked for, too.
            ("FROM \"ada lovelace\"", "1"), ("FROM \"ada  lovelace\"", "1"), ("TO \"bob stone\"", "1"),
            ("TO \"bob  stone\"", "1"), ("HEADER To \"bob   stone\"", "1"), ("TO \"bobstone\"", ""),
            ("HEADER X-Odd kettl", "1"), ("HEADER X-Odd \"\"", "1"), ("HEADER \"X Odd\" k", ""),
            ("HEADER \"\" k", ""), ("HEADER \"X-Odd:\" \"\"", ""), ("BODY eave", "1 2"), ("BODY kettle", ""),
            ("TEXT kettle", "1"), ("TEXT LOOM", "2"), ("NOT TEXT LOOM", "1"), ("OR SUBJECT loom FROM ada", "1 2"),
            ("SENTON 1-Mar-2025", "1"), ("SENTSINCE 2-Mar-2025", "2"), ("SENTBEFORE 2-Mar-2025", "1"),
            ("LARGER 10 SMALLER 100000", "1 2"), ("1:* UID 1:4294967295", "1 2"), ("UNSEEN UNDELETED", "1 2"),
            ("KEYWORD none", ""), ("UNKEYWORD none", "1 2"), ("SUBJECT {6}", "1"), ("OLDER 100000", ""),
            ("YOUNGER 100000", "1 2"),
        ]
        for (key, found) in cases {
            let command = key.hasSuffix("{6}") ? "SEARCH CHARSET UTF-8 SUBJECT {6+}\r\ngrüß" : "SEARCH \(key)"
            #expect(client.ok(command) == ["* SEARCH\(found.isEmpty ? "" : " " + found)"], "\(key)")
        }
    }

    @Test("name no charset but UTF-8 once a client asked for that") func charsets() throws {
        let mail = try mail()
        let client = try mail.client()
        client.ok("SELECT INBOX")
        client.ok("SEARCH CHARSET US-ASCII SUBJECT loom")
        client.ok("ENABLE UTF8=ACCEPT")
        #expect(client.ok("SEARCH SUBJECT \"grüß\"") == ["* SEARCH 1"])
        for command in [
            "SEARCH CHARSET UTF-8 ALL", "UID SEARCH CHARSET US-ASCII ALL", "SORT (SUBJECT) US-ASCII ALL",
            "THREAD REFERENCES US-ASCII ALL",
        ] {
            #expect(client.outcome(command).hasPrefix("BAD"), "\(command)")
        }
        #expect(client.ok("SORT (SUBJECT) UTF-8 ALL") == ["* SORT 1 2"])
        #expect(client.ok("THREAD REFERENCES UTF-8 SUBJECT loom") == ["* THREAD (2)"])
    }

    @Test("return what is asked for, and keep what is saved") func results() throws {
        let mail = try mail()
        let client = try mail.client()
        client.ok("SELECT INBOX")
        #expect(client.ok("SEARCH RETURN (MIN MAX COUNT) ALL").first?.hasSuffix("MIN 1 MAX 2 COUNT 2") == true)
        #expect(client.ok("SEARCH RETURN (SAVE) SUBJECT loom").isEmpty)
        #expect(client.ok("FETCH $ UID").count == 1)
        #expect(!client.ok("STORE $ +FLAGS.SILENT (found)").joined().contains("FETCH"))
        #expect(client.ok("SEARCH KEYWORD FOUND") == ["* SEARCH 2"])
        let modified = client.ok("SEARCH MODSEQ 1")
        #expect(modified.first?.hasPrefix("* OK [HIGHESTMODSEQ ") == true)
        #expect(modified.last?.contains("(MODSEQ ") == true)
        #expect(client.outcome("SEARCH CHARSET LATIN-9 ALL").hasPrefix("NO [BADCHARSET"))
        #expect(client.ok("SEARCH 3") == ["* SEARCH"])
        #expect(client.ok("SEARCH 2:9") == ["* SEARCH 2"])
        client.ok("SELECT Archive")
        #expect(client.ok("SEARCH 1:*") == ["* SEARCH"])
        #expect(client.ok("FETCH 1:* FLAGS").isEmpty)
        #expect(client.outcome("FETCH 1 FLAGS").hasPrefix("BAD"))
    }
}
