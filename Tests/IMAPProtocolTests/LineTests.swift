import IMAPProtocol
import Testing

@Suite struct LineTests {
    @Test("A command is read when its line has ended, with CR LF or LF alone")
    func lineEnds() {
        #expect(
            read("a NOOP\r\nb noop\nc NoOp") == [
                .command(IMAPCommand(tag: "a", .noop)), .command(IMAPCommand(tag: "b", .noop)),
            ])
        #expect(read("a NOOP\r").isEmpty)
    }

    @Test("A bad line is refused under its tag, and the next one is read")
    func badLines() {
        for line in ["FOO", "NOOP x", "", "UID", "UID NOOP", "UID LOGIN a b", "XLIST \"\" *", "STARTTLS", "NOOP(", "2"]
        {
            #expect(isRefused(line), "\(line)")
        }
    }

    @Test("A line without a tag is refused without one")
    func tags() {
        let noTag: [String] = ["", " NOOP", "a+b NOOP", "(x NOOP", "a\"b NOOP", "\u{e9} NOOP", "* OK", "+ x"]
        for line in noTag {
            let events = read(line + "\r\nb NOOP\r\n")
            guard case .refused(nil, _) = events.first else {
                Issue.record("\(line): \(events)")
                continue
            }
            #expect(events.last == .command(IMAPCommand(tag: "b", .noop)))
        }
        #expect(read("a]b. NOOP\r\n") == [.command(IMAPCommand(tag: "a]b.", .noop))])
        let long = String(repeating: "t", count: 1_025)
        #expect(read(long + " NOOP\r\n").first.map { if case .refused(nil, _) = $0 { true } else { false } } == true)
    }

    @Test("NUL, bare CR and bytes beyond ASCII are refused in a line")
    func bytes() {
        for byte: UInt8 in [0, 13, 0x80, 0xC3, 0xFF] {
            for around in [("a LOGIN x\"", "\""), ("a LOGIN x", "y z"), ("a NOOP", ""), ("a LOGIN x \"", "\"")] {
                let line = Array(around.0.utf8) + [byte] + Array(around.1.utf8) + Array("\r\n".utf8)
                guard byte != 13 || !around.1.isEmpty else { continue }
                let events = read(line)
                guard case .refused("a", _) = events.first, events.count == 1 else {
                    Issue.record("\(byte) \(around) \(events)")
                    continue
                }
            }
        }
    }

    @Test("Spaces at the end of a command are forgiven, others are not")
    func spaces() {
        #expect(body("NOOP  ") == .noop)
        #expect(body("SEARCH ALL ") != nil)
        #expect(body("SELECT INBOX ") != nil)
        #expect(body("STORE 1 +FLAGS \\Seen ") != nil)
        #expect(body("FETCH 1 FLAGS  ") != nil)
        #expect(body("ENABLE CONDSTORE ") != nil)
        #expect(body("LIST \"\" * ") != nil)
        for line in [" NOOP", "SELECT  INBOX", "FETCH 1  FLAGS", "SEARCH ALL  ALL", "FETCH 1 (FLAGS )"] {
            #expect(isRefused(line), "\(line)")
        }
    }

    @Test("The line that ends IDLE comes back as it is, also when it was sent ahead")
    func idle() {
        #expect(
            read("a IDLE\r\nDONE\r\nb NOOP\r\n") == [
                .command(IMAPCommand(tag: "a", .idle)), .line(Array("DONE".utf8)),
                .command(IMAPCommand(tag: "b", .noop)),
            ])
        var limits = CommandReader.Limits()
        limits.line = 20
        let events = read("a IDLE\r\n\(String(repeating: "x", count: 21)){5+}\r\nb NOOP\r\n", limits: limits)
        #expect(events.count == 3)
        guard case .refused(nil, _) = events[1] else {
            Issue.record("\(events)")
            return
        }
        #expect(events[2] == .command(IMAPCommand(tag: "b", .noop)))
    }

    @Test("UTF-8 that is enabled between two commands holds from the next one on")
    func enabledUTF8() {
        var reader = CommandReader()
        reader.feed("a NOOP\r\nb DELETE \"\u{e9}\"\r\nc DELETE \"\u{e9}\"\r\n".utf8)
        #expect(reader.next() == .command(IMAPCommand(tag: "a", .noop)))
        reader.acceptsUTF8 = true
        #expect(reader.next() == .command(IMAPCommand(tag: "b", .delete(MailboxName("\u{e9}")))))
        reader.acceptsUTF8 = false
        #expect(reader.next() == .refused(tag: "c", CommandReader.Refusal("A quoted string is not ASCII")))
    }
}
