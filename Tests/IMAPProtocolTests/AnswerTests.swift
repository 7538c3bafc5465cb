import IMAPProtocol
import TestSupport
import Testing

@Suite struct AnswerTests {
    private func written(_ write: (inout IMAPAnswer) -> Void) -> String {
        var answer = IMAPAnswer()
        write(&answer)
        return String(decoding: answer.bytes, as: UTF8.self)
    }

    @Test("Numbers and sets are written as short as they can be")
    func numbers() {
        for value in [0, 7, 10, 99, 100, UInt64.max] { #expect(written { $0.number(value) } == "\(value)") }
        #expect(written { $0.number(UInt32.max) } == "4294967295")
        let sets: [([UInt32], String)] = [
            ([1], "1"), ([1, 2, 3, 5], "1:3,5"), ([2, 4, 6], "2,4,6"), ([1, 2, 4, 5], "1:2,4:5"),
            ([4_294_967_294, .max], "4294967294:4294967295"),
        ]
        for (numbers, text) in sets {
            #expect(written { $0.set(numbers) } == text)
            #expect(written { $0.set(numbers.map { $0...$0 }) } == text)
        }
        #expect(written { $0.set([1...4, 3...9, 10...10, 12 ... .max]) } == "1:10,12:4294967295")
    }

    @Test("Strings are quoted where they are short and printable, else literals")
    func strings() {
        let long = String(repeating: "x", count: 1_001)
        let cases: [(String, String, String)] = [
            ("", "\"\"", "\"\""), ("a b", "\"a b\"", "\"a b\""), ("a\"\\", "\"a\\\"\\\\\"", "\"a\\\"\\\\\""),
            ("INBOX", "\"INBOX\"", "INBOX"), ("nil", "\"nil\"", "\"nil\""), ("a]", "\"a]\"", "\"a]\""),
            ("\u{E9}", "{2}\r\n\u{E9}", "{2}\r\n\u{E9}"), ("a\r\n", "{3}\r\na\r\n", "{3}\r\na\r\n"),
            // 0x80 is no UTF-8, and is shown as U+FFFD here.
            ("\0", "{1}\r\n\u{FFFD}", "{1}\r\n\u{FFFD}"), (long, "{1001}\r\n\(long)", "{1001}\r\n\(long)"),
        ]
        for (text, string, astring) in cases {
            #expect(written { $0.string(text) } == string)
            #expect(written { $0.astring(text) } == astring)
        }
        #expect(written { $0.literal8([0, 65]) } == "~{2}\r\n\0A")
        var answer = IMAPAnswer()
        answer.literal8([0])
        answer.literal([65, 0, 66, 0])
        #expect(Array(answer.bytes.suffix(4)) == [65, 0x80, 66, 0x80] && answer.bytes.contains(0))
    }

    @Test("Mailbox names are in modified UTF-7 until UTF-8 is enabled")
    func mailboxes() {
        #expect(written { $0.mailbox("Entw\u{FC}rfe & x", isUTF8: false) } == "\"Entw&APw-rfe &- x\"")
        #expect(written { $0.mailbox("\u{FC}\"", isUTF8: true) } == "\"\u{FC}\\\"\"")
        #expect(written { $0.mailbox("a&b", isUTF8: true) } == "a&b")
        #expect(written { $0.mailbox("\u{FC}\n", isUTF8: true) } == "{3}\r\n\u{FC}\n")
    }

    @Test("Dates are written in their zone, and APPEND reads them back")
    func dates() {
        let cases: [(Int64, Int, String)] = [
            (837_596_665_000_000, -420, "\"17-Jul-1996 02:44:25 -0700\""), (0, 0, "\" 1-Jan-1970 00:00:00 +0000\""),
            (-1, 0, "\"31-Dec-1969 23:59:59 +0000\""), (951_782_400_999_999, 90, "\"29-Feb-2000 01:30:00 +0130\""),
            (.max, 0, "\"31-Dec-9999 23:59:59 +0000\""), (.min, 0, "\" 1-Jan-0001 00:00:00 +0000\""),
        ]
        for (time, zone, text) in cases { #expect(written { $0.internalDate(microseconds: time, zone: zone) } == text) }
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let seconds = Int64.random(in: -60_000_000_000...250_000_000_000, using: &random)
            let zone = Int.random(in: -1_439...1_439, using: &random)
            let text = written { $0.internalDate(microseconds: seconds * 1_000_000, zone: zone) }
            guard case .append(let append) = body("APPEND x \(text) {0+}\r\n") else {
                Issue.record("\(text)")
                continue
            }
            #expect(append.date == seconds * 1_000_000 && append.zone == zone, "\(text)")
        }
    }

    @Test("Flags and the names of bodies are written as they were asked for")
    func items() {
        #expect(written { $0.flags([.seen, .keyword("$Junk")]) } == "(\\Seen $Junk)")
        #expect(written { $0.flags([]) } == "()")
        let cases = [
            ("BODY[]", "BODY[]"), ("BODY.PEEK[1.2.MIME]<5.7>", "BODY[1.2.MIME]<5>"), ("RFC822.HEADER", "RFC822.HEADER"),
            ("BODY[HEADER.FIELDS (From \"a(b\")]", "BODY[HEADER.FIELDS (From \"a(b\")]"), ("BODY[TEXT]", "BODY[TEXT]"),
            ("BODY[3.HEADER.FIELDS.NOT (a)]", "BODY[3.HEADER.FIELDS.NOT (a)]"), ("BODY[3]", "BODY[3]"),
        ]
        for (asked, named) in cases {
            guard case .fetch(let fetch) = body("FETCH 1 \(asked)"), case .body(let request) = fetch.items[0] else {
                Issue.record("\(asked)")
                continue
            }
            #expect(written { $0.bodyName(request) } == named)
        }
        #expect(written { $0.binaryName(part: [1, 2], partial: Partial(offset: 3, count: 4)) } == "BINARY[1.2]<3>")
        #expect(written { $0.binarySizeName(part: [1]) } == "BINARY.SIZE[1]")
    }

    @Test("A line stays one line, and what was written can be taken back")
    func lines() {
        var answer = IMAPAnswer()
        answer.text("* ")
        answer.number(3)
        answer.line(" EXISTS\r\nA1 OK")
        #expect(answer.bytes == Array("* 3 EXISTS  A1 OK\r\n".utf8))
        answer.cut(to: 3)
        #expect(answer.bytes == Array("* 3".utf8))
        answer.removeAll()
        #expect(answer.bytes.isEmpty)
    }

    @Test("Any string that is written is read back the same")
    func roundTrip() {
        var random = SeededGenerator(for: "AnswerTests of IMAP")
        let seed = random.seed
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
                [UInt8.random(in: 1...255, using: &random), UInt8.random(in: 32...126, using: &random), 34, 92, 123]
                    .randomElement(using: &random) ?? 65
            }
            var answer = IMAPAnswer()
            answer.text("a LOGIN ")
            answer.string(bytes)
            answer.space()
            answer.astring(bytes)
            answer.end()
            let events = read(answer.bytes).filter { $0 != .continuation }
            #expect(events == [.command(IMAPCommand(tag: "a", .login(user: bytes, password: bytes)))], "seed \(seed)")
        }
    }
}
