import IMAPProtocol
import Mailboxes
import Testing

@Suite struct `Names and flags` {
    @Test(arguments: [
        ("123.a.host:2,S", "123.a.host", "S", ""),
        ("123.a.host:2,", "123.a.host", "", ""),
        ("123.a.host", "123.a.host", "", ""),
        ("123.a.host!2,PS", "123.a.host", "PS", ""),
        ("123.a.host;2,TDR", "123.a.host", "DRT", ""),
        ("special!2,Sabc", "special", "S", "abc"),
        ("1.2,S=10,W=11:2,RDF,", "1.2,S=10,W=11", "DFR", ","),
        ("123:2,SSFba", "123", "FS", "ab"),
        ("a:2,b:2,F", "a:2,b", "F", ""),
        ("123:1,S", "123:1,S", "", ""),
        ("2,S", "2,S", "", ""),
        ("", "", "", ""),
    ])
    func `a Maildir name parts into a base and flags`(_ name: String, base: String, flags: String, others: String) {
        let parsed = MaildirName(Array(name.utf8))
        #expect(parsed.base == base)
        #expect(parsed.flags.letters == flags)
        #expect(parsed.otherFlags == others)
    }

    @Test(arguments: [
        ("Entw&APw-rfe", "Entwürfe"), ("~peter/mail/&U,BTFw-/&ZeVnLIqe-", "~peter/mail/台北/日本語"), ("A&-B", "A&B"),
        ("plain", "plain"), ("&2D3eAA-", "😀"), ("", ""),
    ])
    func `a folder name is decoded from modified UTF-7`(_ encoded: String, decoded: String) {
        #expect(ModifiedUTF7.decode(encoded.utf8) == decoded)
    }

    @Test(arguments: [
        "A&B", "&AGE-", "&U,BTFw", "&Jjo!-", "&U,BTFw-&ZeVnLIqe-", "ümlaut", "&2D0-", "&AAA-", "&AP1-", "&A-", "tab\t",
    ])
    func `a name that is no modified UTF-7 is not decoded`(_ encoded: String) {
        #expect(ModifiedUTF7.decode(encoded.utf8) == nil)
    }

    @Test func `two names that are not UTF-8 stay two`() {
        let names: [[UInt8]] = [[0x61, 0xE9], [0x61, 0xE8], [0x61, 0xEF, 0xBF, 0xBD], [0xE2, 0x82]]
        let texts = names.map { MaildirName($0).base }
        #expect(texts == ["a\\xE9", "a\\xE8", "a\u{FFFD}", "\\xE2\\x82"])
    }
}

@Suite struct `How mail starts` {
    @Test(arguments: [
        ("Subject: x", true), ("X-A:", true), ("Subject : x", true), ("From: a", true), ("{\"a\":1}", true),
        ("Subject", false), (" Subject: x", false), (": x", false), ("Two words: x", false), ("", false),
        ("Stra\u{DF}e: x", false), ("\u{0}a: x", false), ("\n", false), ("Send Ppp mail to\n\tppp: x", false),
    ])
    func `a header field is told from other lines`(_ line: String, expected: Bool) {
        #expect(MailStart.isField(Array(line.utf8)[...]) == expected)
    }

    @Test(arguments: [
        ("From a@b.org Thu Aug 22 12:36:23 2002", true), ("From - Mon Jun  3 12:50:27 1996", true), ("From - ", true),
        ("From MAILER-DAEMON Fri Apr 06 16:46:09 2001", true), ("From 1844347792267117879@xxx", true),
        ("From a Thu Aug 22 12:36 EDT 2002 remote from x", true), ("From a@b 2024-01-31T12:30:00Z", true),
        ("From fc88cba7f1f37b9cf3b296eace2422dd0e173502 Mon Sep 17 00:00:00 2001", true),
        ("From Russia with love", false), ("From here", false), ("From: a@b", false), ("From : a@b", false),
        ("from a@b Thu Aug 22 12:36:23 2002", false), ("From ", false), ("From 12:30 onwards all is well", false),
    ])
    func `a separator of the usual form is told from prose`(_ line: String, expected: Bool) {
        #expect(MailStart.isPlausibleFromLine(Array(line.utf8)[...]) == expected)
    }
}
