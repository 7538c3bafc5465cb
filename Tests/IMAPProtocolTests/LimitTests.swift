import IMAPProtocol
import Testing

@Suite struct LimitTests {
    @Test("A line that is too long is refused once, and its end is found")
    func longLine() {
        var limits = CommandReader.Limits()
        limits.line = 30
        let fits = "A1 LOGIN " + String(repeating: "x", count: 19) + " y"
        #expect(fits.utf8.count == 30)
        #expect(read(fits + "\r\n", limits: limits).count == 1)
        let next = Event.command(IMAPCommand(tag: "A2", .noop))
        for (line, tag) in [
            (fits + "z", "A1" as String?), (String(repeating: "x", count: 31), nil),
            (fits + "zzzzzzz {4+}\r\nA3 N", "A1"), (fits + "zzz {4}", "A1"),
        ] {
            let events = read("\(line)\r\nA2 NOOP\r\n", limits: limits)
            guard events.count == 2, case .refused(tag, _) = events[0], events[1] == next else {
                Issue.record("\(line): \(events)")
                continue
            }
        }
    }

    @Test("A line without an end takes no memory beyond its limit, and one answer")
    func endlessLine() {
        var reader = CommandReader()
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 50_000)
        var events: [Event] = []
        for _ in 0..<40 {
            reader.feed(chunk)
            events += drain(&reader)
        }
        reader.feed("\r\nb NOOP\r\n".utf8)
        events += drain(&reader)
        #expect(events.count == 2)
        #expect(events.last == .command(IMAPCommand(tag: "b", .noop)))
    }

    @Test("10,000 parentheses, NOTs and ORs are refused or flat")
    func nesting() {
        let many = 10_000
        #expect(isRefused("SEARCH " + String(repeating: "(", count: many)))
        #expect(isRefused("SEARCH " + String(repeating: "NOT ", count: many) + "ALL"))
        #expect(isRefused("SEARCH " + String(repeating: "NOT (", count: many) + "ALL"))
        #expect(isRefused("SEARCH " + String(repeating: "OR NOT ", count: 1_000) + "ALL"))
        let alternating = { String(repeating: "NOT OR SEEN ", count: $0) + "SEEN" }
        #expect(body("SEARCH " + alternating(25)) != nil)
        #expect(isRefused("SEARCH " + alternating(26)))
        let mixed = { String(repeating: "NOT (SEEN ", count: $0) + "SEEN" + String(repeating: ")", count: $0) }
        #expect(body("SEARCH " + mixed(50)) != nil)
        #expect(isRefused("SEARCH " + mixed(51)))
        #expect(isRefused("SEARCH " + String(repeating: "OR ALL ", count: 1_001) + "ALL"))
        #expect(body("SEARCH " + String(repeating: "(", count: 50) + "ALL" + String(repeating: ")", count: 50)) != nil)
        #expect(isRefused("SEARCH " + String(repeating: "(", count: 51) + "ALL" + String(repeating: ")", count: 51)))
        #expect(isRefused("FETCH 1 BODY[" + String(repeating: "1.", count: 50) + "1]"))
        #expect(body("FETCH 1 BODY[" + String(repeating: "1.", count: 49) + "1]") != nil)
        guard case .search(let search) = body("SEARCH " + String(repeating: "OR SEEN ", count: 999) + "SEEN") else {
            Issue.record("a chain of OR is refused")
            return
        }
        func depth(_ key: SearchKey) -> Int {
            if case .or(let left, let right) = key { 1 + max(depth(left), depth(right)) } else { 0 }
        }
        func leaves(_ key: SearchKey) -> Int {
            if case .or(let left, let right) = key { leaves(left) + leaves(right) } else { 1 }
        }
        #expect(depth(search.key) == 10)
        #expect(leaves(search.key) == 1_000)
    }

    @Test("Terms beyond 2,000 are refused, numbers of a set are not terms")
    func terms() {
        #expect(body("SEARCH" + String(repeating: " ALL", count: 2_000)) != nil)
        #expect(isRefused("SEARCH" + String(repeating: " ALL", count: 2_001)))
        #expect(isRefused("FETCH 1 (" + String(repeating: "UID ", count: 2_000) + "UID)"))
        #expect(isRefused("STORE 1 FLAGS" + String(repeating: " a", count: 2_001)))
        guard case .fetch(let fetch) = body("UID FETCH 1" + String(repeating: ",1", count: 30_000) + " UID") else {
            Issue.record("a long set is refused")
            return
        }
        #expect(fetch.messages.set.ranges(greatest: 9) == [1...1])
    }

    @Test("Many literals cost linear time, and their sum is bounded")
    func manyLiterals() {
        var stream = "A1 SEARCH"
        for _ in 0..<30_000 { stream += " TEXT {1+}\r\nx" }
        var events = read(stream + "\r\nA2 NOOP\r\n")
        #expect(events.count == 2)
        #expect(events.last == .command(IMAPCommand(tag: "A2", .noop)))
        stream = "A1 SEARCH"
        for _ in 0..<40 { stream += " TEXT {30000+}\r\n" + String(repeating: "x", count: 30_000) }
        events = read(stream + "\r\nA2 NOOP\r\n")
        #expect(events.count == 2)
        #expect(events.last == .command(IMAPCommand(tag: "A2", .noop)))
    }

    @Test("Many commands in one piece cost linear time")
    func pipeline() {
        let line = "A1 NOOP\r\n"
        let stream = Array(String(repeating: line, count: 20_000).utf8)
        #expect(read(stream).count == 20_000)
    }
}
