import IMAPProtocol
import Testing

@Suite struct MessageCommandTests {
    @Test("Sets hold numbers from 1 to 4294967295, ranges, the greatest or the saved result")
    func sets() {
        typealias Piece = SequenceSet.Piece
        let cases: [(String, SequenceSet)] = [
            ("1", SequenceSet(1)), ("*", SequenceSet([Piece(nil, nil)])), ("$", .saved),
            ("2,4:7,9,12:*", SequenceSet([Piece(2, 2), Piece(4, 7), Piece(9, 9), Piece(12, nil)])),
            ("*:4,4294967295", SequenceSet([Piece(nil, 4), Piece(.max, .max)])), ("7:3", SequenceSet([Piece(7, 3)])),
        ]
        let name = MailboxName("x")
        for (text, set) in cases {
            #expect(body("COPY \(text) x") == .copy(MessageSet(set, isByUID: false), to: name), "\(text)")
            #expect(body("UID MOVE \(text) x") == .move(MessageSet(set, isByUID: true), to: name), "\(text)")
            #expect(body("UID EXPUNGE \(text)") == .expunge(uids: set), "\(text)")
        }
        for text in [
            "0", "0:*", "1:0", "4294967296", "99999999999999999999999", "1,", ",1", "1::2", "1:", "$,1", "-1", "", "a",
        ] {
            #expect(isRefused("COPY \(text) x"), "\(text)")
        }
        for line in ["COPY 1", "MOVE 1 a b", "UID EXPUNGE", "UID COPY 1"] { #expect(isRefused(line), "\(line)") }
    }

    @Test("STORE changes flags of the system in any case and keywords as spelled")
    func store() {
        func request(
            _ action: StoreRequest.Action, _ flags: [Flag], isSilent: Bool = false, unchangedSince: UInt64? = nil
        ) -> Body {
            let messages = MessageSet(SequenceSet(2), isByUID: false)
            return .store(
                StoreRequest(messages, action, isSilent: isSilent, flags: flags, unchangedSince: unchangedSince))
        }
        let cases: [(String, Body)] = [
            ("STORE 2 FLAGS ()", request(.replace, [])),
            (
                "STORE 2 +FLAGS (\\Deleted \\sEEN \\ANSWERED \\Flagged \\Draft)",
                request(.add, [.deleted, .seen, .answered, .flagged, .draft])
            ),
            (
                "STORE 2 -flags.silent $MDNSent Own",
                request(.remove, [.keyword("$MDNSent"), .keyword("Own")], isSilent: true)
            ),
            ("STORE 2 (UNCHANGEDSINCE 0) FLAGS a", request(.replace, [.keyword("a")], unchangedSince: 0)),
            (
                "STORE 2 (UNCHANGEDSINCE 9223372036854775807) FLAGS a",
                request(.replace, [.keyword("a")], unchangedSince: UInt64(Int64.max))
            ),
        ]
        for (line, expected) in cases { #expect(body(line) == expected, "\(line)") }
        for line in [
            "STORE 2 FLAGS", "STORE 2 FLAGS (\\Recent)", "STORE 2 FLAGS (\\Foo)", "STORE 2 FLAGS (\\*)",
            "STORE 2 FLAG a",
            "STORE 2 FLAGS (a", "STORE 2 FLAGS \"a\"", "STORE 2 (UNCHANGEDSINCE 9223372036854775808) FLAGS a",
            "STORE 2 () FLAGS a", "STORE 2 (FOO 1) FLAGS a", "STORE 2 *FLAGS a",
        ] {
            #expect(isRefused(line), "\(line)")
        }
    }

    @Test("APPEND takes flags, a date with its zone, and a message")
    func append() {
        func request(_ flags: [Flag], _ date: Int64?, _ zone: Int?, _ message: String) -> Body {
            .append(
                AppendRequest(
                    mailbox: MailboxName("x"), flags: flags, date: date, zone: zone,
                    message: .bytes(Array(message.utf8))))
        }
        let cases: [(String, Body)] = [
            ("APPEND x {3+}\r\na\r\n", request([], nil, nil, "a\r\n")),
            ("APPEND x () {0}\r\n", request([], nil, nil, "")),
            ("APPEND {1}\r\nx (\\Seen a) {1}\r\n!", request([.seen, .keyword("a")], nil, nil, "!")),
            (
                "APPEND x \"17-Jul-1996 02:44:25 -0700\" {1+}\r\n!",
                request([], 837_596_665_000_000, -420, "!")
            ),
            ("APPEND x \" 1-Jan-1970 01:00:00 +0130\" {1+}\r\n!", request([], -1_800_000_000, 90, "!")),
            ("APPEND x \"31-Dec-2016 23:59:60 +0000\" {1+}\r\n!", request([], 1_483_228_800_000_000, 0, "!")),
            ("APPEND x \"29-feb-2000 00:00:00 +0000\" {1+}\r\n!", request([], 951_782_400_000_000, 0, "!")),
        ]
        for (line, expected) in cases { #expect(body(line) == expected, "\(line)") }
        for date in [
            "31-Feb-2020 00:00:00 +0000", "29-Feb-1900 00:00:00 +0000", "00-Jan-2020 00:00:00 +0000",
            "1-Jan-2020 00:00:00 +0000", "01-Foo-2020 00:00:00 +0000", "01-Jan-20 00:00:00 +0000",
            "01-Jan-2020 24:00:00 +0000", "01-Jan-2020 00:60:00 +0000", "01-Jan-2020 00:00:61 +0000",
            "01-Jan-2020 00:00:00 0000", "01-Jan-2020 00:00:00 +2400", "01-Jan-2020 00:00:00 +0060", "01-Jan-2020",
            "01-Jan-0000 00:00:00 +0000", "",
        ] {
            #expect(isRefused("APPEND x \"\(date)\" {1}"), "\(date)")
        }
        for line in [
            "APPEND x", "APPEND x \"a\"", "APPEND x (\\Recent) {1}", "APPEND x {1+}\r\na {1+}\r\nb", "APPEND {1+}\r\nx",
            "APPEND x {1+}\r\na b", "APPEND x {1+}\r\na {1}", "APPEND x CATENATE (TEXT {1})",
        ] {
            #expect(isRefused(line), "\(line)")
        }
    }

    @Test("APPEND of UTF8 needs its consent and a binary literal")
    func appendUTF8() {
        let expected = Body.append(
            AppendRequest(mailbox: MailboxName("x"), flags: [.seen], date: nil, message: .bytes([0xC3, 0xA9])))
        #expect(body("APPEND x (\\Seen) UTF8 (~{2+}\r\n\u{e9})", utf8: true) == expected)
        #expect(body("APPEND x (\\Seen) UTF8 (~{2}\r\n\u{e9})", utf8: true) == expected)
        #expect(isRefused("APPEND x (\\Seen) UTF8 (~{2+}\r\n\u{e9})"))
        #expect(isRefused("APPEND x (\\Seen) UTF8 ({2+}\r\n\u{e9})", utf8: true))
        #expect(isRefused("APPEND x (\\Seen) UTF8 (~{2+}\r\n\u{e9}", utf8: true))
    }
}
