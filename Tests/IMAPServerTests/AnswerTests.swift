import MailLedgerTesting
import Testing

/// Answers that clients count on, and that the RFCs demand in one place alone.
@Suite("Answers of IMAP") struct AnswerTests {
    private func mail() throws -> MailedLedger {
        let mail = try MailedLedger()
        try mail.receive("Subject: one\n\nx\n")
        return mail
    }

    @Test("says how far the mailbox is, once a client asks for such numbers (RFC 7162 section 3.1.2)") func condstore()
        throws
    {
        let mail = try mail()
        for command in ["FETCH 1 (MODSEQ)", "STORE 1 (UNCHANGEDSINCE 9999) +FLAGS.SILENT (\\Seen)", "ENABLE CONDSTORE"]
        {
            let client = try mail.client()
            client.ok("SELECT INBOX")
            #expect(client.ok(command).count { $0.hasPrefix("* OK [HIGHESTMODSEQ ") } == 1, "\(command)")
            #expect(!client.ok("FETCH 1 (MODSEQ)").joined().contains("HIGHESTMODSEQ"), "\(command)")
        }
        let client = try mail.client()
        client.ok("EXAMINE INBOX")
        #expect(client.ok("SEARCH MODSEQ 1").first?.hasPrefix("* OK [HIGHESTMODSEQ ") == true)
    }

    @Test("names a keyword before a FETCH that shows it, when another session has set it") func keywords() throws {
        let mail = try mail()
        let (one, two) = (try mail.client(), try mail.client())
        one.ok("SELECT INBOX")
        two.ok("SELECT INBOX")
        two.ok("STORE 1 +FLAGS.SILENT (urgent)")
        let lines = one.ok("FETCH 1 (FLAGS)")
        #expect(lines.first == "* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft urgent)")
        #expect(lines.contains("* 1 FETCH (FLAGS (urgent))"))
        #expect(!one.ok("FETCH 1 (FLAGS)").joined().contains("* FLAGS"))
    }

    @Test("takes as many fields of ID as RFC 2971 allows") func longID() throws {
        let fields = (0..<30).map { number in
            let name = String(repeating: "n", count: 28) + "\(10 + number)"
            return "\"\(name)\" \"\(String(repeating: "v", count: 1_024))\""
        }
        let client = try mail().client()
        client.ok("ID (\(fields.joined(separator: " ")))")
    }

    @Test("refuses a name that is no modified UTF-7, and lists what matches it") func wrongNames() throws {
        let client = try mail().client()
        for command in ["SELECT", "EXAMINE", "CREATE", "DELETE"] {
            #expect(client.outcome("\(command) a&b").hasPrefix("NO [CANNOT]"), "\(command)")
        }
        #expect(client.ok("LIST \"\" a&b*").isEmpty)
        #expect(client.ok("LSUB \"\" a&b*").isEmpty)
    }

    @Test("spells keywords as other servers do, and refuses names that none can have") func spellings() throws {
        let mail = try mail()
        let client = try mail.client()
        client.ok("SELECT INBOX")
        #expect(
            client.ok("STORE 1 FLAGS ($forwarded $LABEL1 $junk Mine)").last?.contains(
                "$Forwarded $Junk $Label1 Mine") == true)
        // One that no registry has is written as it came first.
        #expect(client.ok("STORE 1 FLAGS ($MyOwn)").last == "* 1 FETCH (FLAGS ($MyOwn))")
        client.ok("STORE 1 FLAGS ($MYOWN)")
        #expect(client.ok("FETCH 1 FLAGS") == ["* 1 FETCH (FLAGS ($MyOwn))"])
        #expect(client.ok("SEARCH KEYWORD $myown") == ["* SEARCH 1"])
        #expect(client.outcome("CREATE \"a//b\"").hasPrefix("NO [CANNOT]"))
    }
}
