import MIME
import Testing

@Suite struct HeaderTests {
    @Test(arguments: [
        ("plain", "plain"),
        ("folded\n  over\n\tlines", "folded over lines"),
        ("=?utf-8?Q?Gr=C3=BC=C3=9Fe_aus?= =?utf-8?B?S8O2bG4=?=", "Grüße ausKöln"),
        ("=?UTF-8?B?w?= =?utf-8?q?=C3?=\n =?utf-8?q?=BC?=", "ü"),
        ("=?iso-8859-1*de?q?Gr=FC=DFe?= all", "Grüße all"),
        ("Re: [x]=?koi8-r?B?8NLJ18XU?=", "Re: [x]Привет"),
        ("=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=", "日本"),
        ("=?gb2312?B?xOO6ww?=", "你好"),
        ("=?x-no-such?q?caf=E9?= ok", "caf\u{FFFD} ok"),
        ("=?x-no-such?q?caf=C3=A9?=", "café"),
        ("=?utf-8?x?broken?= =?utf-8?q?unended", "=?utf-8?x?broken?= =?utf-8?q?unended"),
        ("a = b ?=", "a = b ?="),
        ("raw ü", "raw ü"),
        ("nul\0here", "nul\u{FFFD}here"),
        ("", ""),
    ])
    func `a subject is decoded and unfolded`(_ raw: String, _ subject: String) throws {
        #expect(try parse("Subject: \(raw)\n\n").subject == subject)
    }

    @Test func `an undeclared charset is windows-1252, in a subject as in a name`() throws {
        let message = try parse(
            Array("Subject: caf\u{E9}\nFrom: Ren\u{E9} <r@x.org>\n\n".unicodeScalars.map { UInt8($0.value) }))
        #expect(message.subject == "café")
        #expect(message.from == [.mailbox(Mailbox(name: "René", address: "r@x.org"))])
    }

    @Test(arguments: [
        ("ada@x.org", [Address.mailbox(Mailbox(address: "ada@x.org"))]),
        (
            "Ada L <ada@x.org>, b@y.org",
            [.mailbox(Mailbox(name: "Ada L", address: "ada@x.org")), .mailbox(Mailbox(address: "b@y.org"))]
        ),
        ("\"L, Ada \\\"A\\\"\" <ada@x.org>", [.mailbox(Mailbox(name: "L, Ada \"A\"", address: "ada@x.org"))]),
        ("ada@x.org (Ada (the) L)", [.mailbox(Mailbox(comment: "Ada (the) L", address: "ada@x.org"))]),
        ("Ada <ada@x.org> (work)", [.mailbox(Mailbox(name: "Ada", address: "ada@x.org"))]),
        (
            "=?utf-8?q?J=C3=B6rg?= =?utf-8?q?_M=2E?= X <j@x.org>",
            [.mailbox(Mailbox(name: "Jörg M. X", address: "j@x.org"))]
        ),
        ("\"=?utf-8?q?J=C3=B6rg?=\" <j@x.org>", [.mailbox(Mailbox(name: "Jörg", address: "j@x.org"))]),
        ("=?utf-8?q?a=22=2C_b=5C?= <j@x.org>", [.mailbox(Mailbox(name: "a\", b\\", address: "j@x.org"))]),
        (
            "David H=?ISO-8859-1?B?9g==?=hn <d@x.org>",
            [.mailbox(Mailbox(name: "David H=?ISO-8859-1?B?9g==?=hn", address: "d@x.org"))]
        ),
        ("undisclosed-recipients:;", [.group(name: "undisclosed-recipients", members: [])]),
        (
            "The team: Ada <ada@x.org>, b@y.org;, c@z.org",
            [
                .group(
                    name: "The team",
                    members: [Mailbox(name: "Ada", address: "ada@x.org"), Mailbox(address: "b@y.org")]),
                .mailbox(Mailbox(address: "c@z.org")),
            ]
        ),
        ("", []),
        ("   ", []),
    ])
    func `an address field gives mailboxes and groups`(_ raw: String, _ expected: [Address]) throws {
        let message = try parse("To: \(raw)\nCc: \(raw)\n\n")
        #expect(message.to == expected)
        #expect(message.cc == expected)
    }

    @Test(arguments: [
        ("Thu, 1 Jan 1970 00:00:00 +0000", 0 as Int64?),
        ("Thu, 1 Jan 1970 01:00:01 +0100 (CET)", 1),
        ("31 Aug 2002 10:00 EDT", 1_030_802_400),
        // Comments may be anywhere (RFC 5322 section 4.3).
        ("Sat, 31 Aug 2002 10:00:00 (EDT) -0400", 1_030_802_400),
        ("Sat, (a) 31 (\\) (x)) Aug 2002 (y)10:00:00 -0400", 1_030_802_400),
        ("Sat, 31 Aug 2002 14:00:00 (no zone)", 1_030_802_400),
        // RFC 5322 appendix A.6.3, and blanks around colons and before commas.
        ("Fri, 21 Nov 1997 09(comment):   55  :  06 -0600", 880_127_706),
        ("Sat (c), 31 Aug 2002 10 : 00 : 00 -0400", 1_030_802_400),
        ("Sat , 31 Aug 2002 10:00 -0400", 1_030_802_400),
        // A zone is four digits, whatever they are.
        ("Thu, 1 Jan 1970 00:00:00 -2599", 95_940),
        ("Thu, 1 Jan 1970 00:00:00 +9999", -362_340),
        ("Thu, 1 Jan 1970 00:00:00 +10000", nil),
        ("Sat, 31 Aug 02 14:00:00 -0000", 1_030_802_400),
        ("Saturday, 31-Aug-02 14:00:00 GMT", 1_030_802_400),
        ("Aug 31 2002 14.00.00 GMT", 1_030_802_400),
        // RFC 5322 section 4.3.
        ("Sat, 31 Aug 102 14:00:00 GMT", 1_030_802_400),
        ("Thu, 1 Jan 50 00:00:00 GMT", -631_152_000),
        ("Thu, 1 Jan 49 00:00:00 GMT", 2_493_072_000),
        // Programs that write the clock of twelve hours.
        ("Wed 29 May 2019 06:09:22 PM EDT", 1_559_167_762),
        ("Wed, 29 May 2019 06:09:22 AM -0400", 1_559_124_562),
        ("Wed, 29 May 2019 6:09PM", 1_559_153_340),
        ("May 29, 2019 12:00 am", 1_559_088_000),
        ("May 29, 2019 12:30 pm", 1_559_133_000),
        ("Wed, 29 May 2019 18:09:00 PM +0000", 1_559_153_340),
        ("Wed, 29 May 2019 13:09:00 AM +0000", 1_559_135_340),
        // RFC 3339 has years of four digits.
        ("Fri, 31 Dec 9999 18:59:59 -0500", 253_402_300_799),
        ("Fri, 31 Dec 9999 19:00:00 -0500", nil),
        ("Thu, 29 Feb 2001 00:00:00 +0000", nil),
        ("Thu, 1 Jan 1970 25:00:00 +0000", nil),
        ("Thu, 1 Jan 99999999999999999999 00:00:00 +0000", nil),
        ("Thu, 1 Jan 1970 00:00:00 +9999999999999", nil),
        ("yesterday", nil),
        ("", nil),
    ])
    func `a date is an instant or nothing`(_ raw: String, _ seconds: Int64?) throws {
        #expect(try parse("Date: \(raw)\n\n").date == seconds.map { $0 * 1_000_000 })
    }

    @Test(arguments: [
        "eva@xn--mller-kva.example", "service@XN--pypal-4ve.com", "a@b.xn--p1ai", "xn--a@x.org", "eva@müller.example",
    ])
    func `an address stays as it is written, also in Punycode`(_ address: String) throws {
        for raw in [address, "Eva <\(address)>", "\"xn--E\" <\(address)> (xn--c)"] {
            #expect(try parse("To: \(raw)\n\n").to.flatMap(\.mailboxes).map(\.address) == [address])
        }
        #expect(try parse("To: \"xn--E\" <\(address)>\n\n").to.first?.mailboxes.first?.name == "xn--E")
    }

    @Test(arguments: [
        ("<a@x>", "a@x" as String?),
        ("<a\n @x>", "a@x"),
        ("  bare@x  ", "bare@x"),
        ("<open@x", "open@x"),
        ("<a@x> (added by b)", "a@x"),
        ("<>", nil),
        ("", nil),
    ])
    func `a Message-ID is given without its brackets`(_ raw: String, _ expected: String?) throws {
        #expect(try parse("Message-ID: \(raw)\n\n").messageID == expected)
    }

    @Test(arguments: [
        ("<a@x> <b@x>\n <c@x>", ["a@x", "b@x", "c@x"]),
        // The last one is the parent, and RFC 8621 section 4.1.2.5 has all of them.
        ("<a@x><b@x>,<a@x>", ["a@x", "b@x", "a@x"]),
        ("Message of Mon <a@x> from \"Ada\" <ada@x.org>", ["a@x", "ada@x.org"]),
        ("<A@x> <a@X>", ["A@x", "a@X"]),
        ("<a\n @x> <un ended", ["a@x"]),
        ("<a <b@x> c> <d@x>", ["b@x", "d@x"]),
        ("no token", []),
        ("<> < >", []),
    ])
    func `references are the tokens in angle brackets, in order`(_ raw: String, _ expected: [String]) throws {
        let message = try parse("References: \(raw)\nIn-Reply-To: \(raw)\n\n")
        #expect(message.references == expected)
        #expect(message.inReplyTo == expected)
    }

    @Test func `a first field with a blank before its colon is no line of an mbox`() throws {
        for start in ["", "\u{FEFF}"] {
            let message = try parse("\(start)From : Ada <ada@example.org>\nTo \t: b@example.org\nSubject: s\n\nx\n")
            #expect(message.from.flatMap(\.mailboxes).map(\.address) == ["ada@example.org"])
            #expect(message.to.flatMap(\.mailboxes).map(\.address) == ["b@example.org"] && message.subject == "s")
        }
    }

    @Test func `of too many references the first and the last ones stay`() throws {
        var limits = ParseLimits()
        limits.references = 3
        let message = try parse("References: <1@x> <2@x> <3@x> <4@x> <5@x>\n\n", limits: limits)
        #expect(message.references == ["1@x", "4@x", "5@x"])
        #expect(message.limitsHit == [.references])
    }

    @Test(arguments: [
        "\u{FEFF}From x@y Sat Aug 31 10:00:00 2002\nSubject: s\n\nbody\n",
        "From x@y Sat Aug 31 10:00:00 2002\r\nSubject: s\r\n\r\nbody\r\n",
        "\u{FEFF}Subject: s\n\nbody",
        ">From x@y Sat Aug 31 10:00:00 2002\nSubject : s\n\nbody",
        "Received: a\n>From b c\nSubject: s\nno field here ends the header: at all\n\nbody".replacing(
            "no field here ends the header: at all\n\n", with: "\n"),
    ])
    func `a byte-order mark and envelope lines before or in the header are skipped`(_ raw: String) throws {
        let message = try parse(raw)
        #expect(message.subject == "s")
        #expect(message.text == "body")
    }

    @Test func `a message without a header is all body`() throws {
        for text in ["\nbody\n", "just some words\nbody\n"] {
            let message = try parse(text)
            #expect(message.subject == nil && message.messageID == nil && message.date == nil && message.from.isEmpty)
            #expect(message.text.hasSuffix("body"))
        }
        #expect(try parse("") == ParsedMessage())
    }

    @Test func `the first field of a name counts, and the list's identifier is bare`() throws {
        let message = try parse("Subject: one\nSubject: two\nList-Id: \"The <list>\" <dev.x.org>\n\n")
        #expect(message.subject == "one")
        #expect(message.listID == "dev.x.org")
    }

    @Test func `common types of text are read as GMime reads them`() throws {
        func root(_ type: String) throws -> MessageStructure.Node {
            try MessageParser().structure(of: .bytes(Array("Content-Type: \(type)\n\ntext\n".utf8))).root
        }
        for subtype in ["plain", "html"] {
            for charset in ["us-ascii", "US-ASCII", "utf-8", "UTF-8", "iso-8859-1", "ISO-8859-1"] {
                for spelling in [charset, "\"\(charset)\""] {
                    for (space, format) in [(" ", ""), (" ", "; format=flowed"), ("\n\t", ""), ("  ", "")] {
                        let type = "text/\(subtype);\(space)charset=\(spelling)\(format)"
                        // A parameter more makes it a rare one, for which GMime is asked.
                        let (common, asked) = try (root(type), root(type + "; x=y"))
                        #expect(common.mimeType == asked.mimeType && common.charset == asked.charset, "\(type)")
                        #expect(common.charset == charset && common.fileName == nil)
                    }
                }
            }
            let (common, asked) = try (root("text/\(subtype)"), root("text/\(subtype); x=y"))
            #expect(common.mimeType == asked.mimeType && common.charset == asked.charset)
        }
    }

    @Test func `addresses that were read before are those of the same bytes`() throws {
        let fields = [
            "Zo\u{EB} <z@x.org>", "Zoe\u{308} <z@x.org>", "Zo\u{EB} <Z@x.org>", "Zo\u{EB} <z@x.org>, b@y.org",
        ]
        func from(_ field: String) throws -> [[UInt8]] {
            try parse("From: \(field)\n\n").from.flatMap(\.mailboxes).flatMap {
                [Array(($0.name ?? "").utf8), Array($0.address.utf8)]
            }
        }
        let first = try fields.map(from)
        #expect(Set(first).count == fields.count)
        for _ in 0..<3 { #expect(try fields.map(from) == first) }
        var limits = ParseLimits.standard
        limits.addresses = 1
        for _ in 0..<2 {
            let cut = try parse("From: \(fields[3])\n\n", limits: limits)
            #expect(cut.from.count == 1 && cut.limitsHit == [.addresses])
        }
    }
}
