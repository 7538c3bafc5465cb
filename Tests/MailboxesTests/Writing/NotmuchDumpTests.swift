import Mailboxes
import TestSupport
import Testing

@Suite struct `A dump of notmuch's tags` {
    @Test(arguments: [
        (["inbox", "unread"], "one@example.org", "+inbox +unread -- id:one@example.org"),
        ([], "one@example.org", "-- id:one@example.org"),
        (["to do", "ü%"], "a b", "+to%20do +%c3%bc%25 -- id:\"a b\""),
        (["x"], "say\"hi\"", "+x -- id:\"say\"\"hi\"\"\""), (["x"], "a)b", "+x -- id:\"a)b\""),
    ])
    func `has a line a message, as notmuch-dump(1) says`(tags: [String], id: String, text: String) throws {
        let line = NotmuchDump.Line(tags: tags, messageID: id)
        #expect(NotmuchDump.format(line) == text)
        #expect(try NotmuchDump.parse(text.utf8) == line)
    }

    @Test func `gives back any tags and ids`() throws {
        var generator = SeededGenerator()
        let letters: [Character] = ["a", " ", "\"", "%", "+", "-", "ü", ":", "(", ")", "#", "\t", "😀", "2"]
        func word() -> String {
            String(
                (0..<Int.random(in: 1...8, using: &generator)).map { _ in
                    letters.randomElement(using: &generator) ?? "x"
                })
        }
        for _ in 0..<400 {
            let line = NotmuchDump.Line(
                tags: Set((0..<Int.random(in: 0...4, using: &generator)).map { _ in word() }).sorted(),
                messageID: word())
            let text = try #require(NotmuchDump.format(line))
            #expect(try NotmuchDump.parse(text.utf8) == line, "\(text)")
        }
        #expect(NotmuchDump.format(NotmuchDump.Line(tags: [], messageID: "a\nb")) == nil)
    }

    @Test(arguments: ["", "   ", "#notmuch-dump batch-tag:3 config,properties,tags", "#@ key value", "#= id key=value"])
    func `holds other lines too, which tell no tags`(_ text: String) throws {
        #expect(try NotmuchDump.parse(text.utf8) == nil)
    }

    @Test(arguments: [
        "+a", "+a id:x", "a -- id:x", "+a --", "+a -- x", "+a -- id:", "+%4 -- id:x", "+%zz -- id:x", "+%ff -- id:x",
        "one@example.org (inbox unread)", "+ -- id:x", "+a -- id:\"x",
    ])
    func `has no other lines`(_ text: String) {
        #expect(throws: NotmuchDump.Fault.self) { try NotmuchDump.parse(text.utf8) }
    }

    @Test func `is refused with the number of the line that is none, and when it is compressed`() throws {
        let folder = try TemporaryFolder()
        let bad = try folder.write("bad", "#notmuch-dump batch-tag:3 tags\n+a -- id:x\nnonsense\n")
        #expect(throws: NotmuchDump.ReadError.malformed(path: bad, line: 3, reason: "a tag begins with +")) {
            try NotmuchDump.read(bad)
        }
        let packed = try folder.write("packed", [0x1F, 0x8B, 0x08, 0x00])
        #expect(throws: NotmuchDump.ReadError.self) { try NotmuchDump.read(packed) }
        let good = try folder.write("good", "+a -- id:x\n\n-- id:y")
        #expect(try NotmuchDump.read(good).map(\.messageID) == ["x", "y"])
        let endless = try folder.write("endless", [UInt8](repeating: 0x2B, count: 3 << 20))
        #expect(throws: NotmuchDump.ReadError.self) { try NotmuchDump.read(endless) }
    }
}
