import IMAPProtocol
import Testing

@Suite struct LiteralTests {
    let login = Event.command(IMAPCommand(tag: "A1", .login(user: Array("FRED".utf8), password: Array("a b".utf8))))

    @Test("A synchronizing literal asks for one continuation, the others for none")
    func continuation() {
        #expect(read("A1 LOGIN {4}\r\nFRED {3}\r\na b\r\n") == [.continuation, .continuation, login])
        #expect(read("A1 LOGIN {4+}\r\nFRED {3+}\r\na b\r\n") == [login])
        #expect(read("A1 LOGIN {4}\nFRED \"a b\"\n") == [.continuation, login])
        #expect(
            read("A1 LOGIN {0}\r\n {0+}\r\n\r\n") == [
                .continuation, .command(IMAPCommand(tag: "A1", .login(user: [], password: []))),
            ])
    }

    @Test("A literal holds line ends, announcements and bytes beyond ASCII, but a string has no NUL")
    func contents() {
        #expect(body("SEARCH TEXT {9+}\r\n\r\n{5+}\r\n\u{7f}") != nil)
        #expect(
            body("SEARCH TEXT {2+}\r\n\u{e9}")
                == .search(
                    SearchRequest(isByUID: false, results: nil, charset: nil, key: .text([0xC3, 0xA9]))))
        #expect(isRefused("SEARCH TEXT {1+}\r\n\0"))
    }

    @Test("A bad command is refused before its literal comes")
    func refusedEarly() {
        let next = Event.command(IMAPCommand(tag: "A2", .noop))
        for line in [
            "FOO {5}", "NOOP {5}", "LOGIN {5", "LOGIN a b {5}", "FETCH {5}", "LOGIN a {x}", "LOGIN \"a{5}",
            "SEARCH TEXT ~{5}", "APPEND INBOX (\\Foo) {5}", "SELECT {99999999999999999999999}", "LOGIN {2000000}",
        ] {
            #expect(isRefused(line), "\(line)")
        }
        #expect(isRefused("FOO {8+}\r\nb NOOP\r\n x {4+}\r\nabcd"))
        #expect(read("A1 FOO {9+}\r\nc NOOP\r\n") == read("A1 FOO x\r\n"))
        let events = read("A1 FOO {3+}\r\nabc {4}\r\nA2 NOOP\r\n")
        #expect(events.last == next && events.count == 2)
    }

    @Test("A message that is too large is refused with TOOBIG before it comes")
    func tooBig() {
        var limits = CommandReader.Limits()
        limits.message = 10
        limits.dropped = 20
        let tooBig = Event.refused(
            tag: "A1", CommandReader.Refusal(isNo: true, code: "TOOBIG", "The message is too large"))
        let next = Event.command(IMAPCommand(tag: "A2", .noop))
        #expect(read("A1 APPEND x {11}\r\nA2 NOOP\r\n", limits: limits) == [tooBig, next])
        #expect(read("A1 APPEND {1}\r\nx {11}\r\nA2 NOOP\r\n", limits: limits) == [.continuation, tooBig, next])
        #expect(read("A1 APPEND x {4294967296}\r\nA2 NOOP\r\n", limits: limits) == [tooBig, next])
        #expect(read("A1 APPEND x {11+}\r\n01234567890\r\nA2 NOOP\r\n", limits: limits) == [tooBig, next])
        #expect(read("A1 APPEND x {10+}\r\n0123456789\r\n", limits: limits).count == 1)
        for count in ["21", "4294967296", "9223372036854775807", "99999999999999999999", "1844674407370955161600"] {
            let events = read("A1 APPEND x {\(count)+}\r\nA2 NOOP\r\n", limits: limits)
            guard case .broken("A1", _) = events.first, events.count == 1 else {
                Issue.record("\(count): \(events)")
                continue
            }
        }
    }

    @Test("A reader that is broken reads no more")
    func broken() {
        var limits = CommandReader.Limits()
        limits.dropped = 20
        var reader = CommandReader(limits: limits)
        reader.feed("A1 FOO {2+}\r\nab {30+}\r\n".utf8)
        guard case .refused("A1", _) = reader.next(), case .broken(nil, _) = reader.next() else {
            Issue.record("not broken")
            return
        }
        reader.feed("A2 NOOP\r\n".utf8)
        #expect(reader.next() == nil)
    }

    @Test("A binary literal waits for a continuation as others do, and belongs to APPEND")
    func binary() {
        let append = Event.command(
            IMAPCommand(
                tag: "A1",
                .append(AppendRequest(mailbox: MailboxName("x"), flags: [], date: nil, message: .bytes([0, 1])))))
        #expect(read("A1 APPEND x ~{2}\r\n\0\u{1}\r\n") == [.continuation, append])
        #expect(read("A1 APPEND x ~{2+}\r\n\0\u{1}\r\n") == [append])
        #expect(isRefused("APPEND ~{1+}\r\nx {2+}\r\nab"))
        #expect(isRefused("LOGIN ~{1+}\r\nx y"))
    }
}
