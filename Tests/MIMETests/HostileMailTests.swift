import Foundation
import MIME
import TestSupport
import Testing

@Suite struct HostileMailTests {
    @Test func `five thousand nested multiparts are cut at the depth limit`() throws {
        var text = ""
        for level in 0..<5_000 { text += "Content-Type: multipart/mixed; boundary=b\(level)\n\n--b\(level)\n" }
        let message = try parse(text + "\nleaf\n")
        #expect(message.limitsHit == [.depth])
        #expect(message.attachments.map(\.mimeType) == ["multipart/mixed"])
    }

    @Test func `five thousand nested messages are cut at the depth limit`() throws {
        let message = try parse(String(repeating: "Content-Type: message/rfc822\n\n", count: 5_000) + "\nleaf\n")
        #expect(message.limitsHit == [.depth])
        #expect(message.attachments.count == ParseLimits.standard.depth + 1)
    }

    @Test func `two hundred nested multiparts parse whole under a wider limit`() throws {
        var limits = ParseLimits()
        limits.depth = 300
        var text = ""
        for level in 0..<200 { text += "Content-Type: multipart/mixed; boundary=b\(level)\n\n--b\(level)\n" }
        let message = try parse(text + "\nleaf\n", limits: limits)
        #expect(message.text == "leaf")
        #expect(message.limitsHit == [])
    }

    @Test func `parts beyond the limit are left out`() throws {
        let message = try parse(
            "Content-Type: multipart/mixed; boundary=b\n\n"
                + String(repeating: "--b\nContent-Type: a/b\n\n", count: 20_000))
        #expect(message.attachments.count == ParseLimits.standard.parts)
        #expect(message.limitsHit == [.parts])
    }

    @Test func `empty multiparts beyond twice as many as parts are not in the tree`() throws {
        var limits = ParseLimits()
        limits.parts = 10
        let empty = (0..<1_000).map { "--b\nContent-Type: multipart/mixed; boundary=e\($0)\n\n" }.joined()
        let text = "Content-Type: multipart/mixed; boundary=b\n\n\(empty)--b\n\nleaf\n--b--\n"
        let root = try MessageParser(limits: limits).structure(of: .bytes([UInt8](text.utf8))).root
        #expect(root.children.count == 19)
    }

    @Test func `fields that fit into the header limit are read, and those behind it are not`() throws {
        let long = String(repeating: "x", count: 2 << 20)
        let message = try parse("Subject: s\nX-Long: \(long)\nFrom: a@x\nMessage-ID: <i@x>\n\nbody\n")
        #expect(message.subject == "s")
        #expect(message.from.isEmpty && message.messageID == nil)
        #expect(message.text == "body")
        #expect(message.limitsHit == [.header])
    }

    @Test func `text beyond the limit is cut between characters`() throws {
        var limits = ParseLimits()
        limits.text = 10
        let message = try parse("Content-Type: text/plain; charset=utf-8\n\nééééééééé\n", limits: limits)
        #expect(message.text == "ééééé")
        #expect(message.limitsHit == [.text])
        limits.text = 9
        #expect(try parse("Content-Type: text/plain; charset=utf-8\n\nééééé\n", limits: limits).text == "éééé")
    }

    /// Long values that make careless parsers take quadratic time or deep recursion.
    @Test(arguments: [
        "<", "\"", "(", "((a)", "a:", ",", "=?", "=?a?q?", "a@b,", "<a@b", "\\", "[", "a:b;", "@a,", ".", "&", "<!--",
        "<a b=\"", ";a=", "<head>", "<svg>", "=?utf-8?q?x?= ",
    ])
    func `repetition takes linear time in every field and in HTML`(_ piece: String) throws {
        let value = String(repeating: piece, count: 100_000 / piece.utf8.count)
        let names = [
            "From", "Subject", "References", "Date", "Content-Disposition", "Content-ID", "List-Id", "Message-ID",
        ]
        let seconds = try ThreadClock.seconds {
            for name in names { _ = try parse("\(name): \(value)\n\nbody\n") }
            _ = try parse("Content-Type: text/plain; \(value)\n\nbody\n")
            _ = try parse("Content-Type: text/html\n\n\(value)\n")
        }
        #expect(seconds < 10, "\(piece)")
    }

    @Test func `random damage never crashes, and a file parses as its bytes do, whatever the window`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let file = try TemporaryFile()
        defer { file.remove() }
        let original = Array(
            """
            From: =?utf-8?q?J=C3=B6rg?= <j@x.org>\r
            Subject: a long subject that is folded\r
             over two lines =?utf-8?b?w6k=?=\r
            References: <1@x> <2@x>\r
            Content-Type: multipart/mixed; boundary="frontier"\r
            \r
            --frontier\r
            Content-Type: text/plain; charset=iso-8859-1\r
            \r
            The text.\r
            --frontier\r
            Content-Type: multipart/alternative; boundary=inner\r
            \r
            --inner\r
            Content-Type: text/html\r
            \r
            <p>&eacute;<br>\r
            --inner--\r
            --frontier\r
            Content-Type: message/rfc822\r
            \r
            Subject: within\r
            \r
            \(String(repeating: "long line ", count: 100))\r
            --frontier\r
            Content-Disposition: attachment; filename*=utf-8''%41\r
            Content-Transfer-Encoding: base64\r
            \r
            AAEC\r
            --frontier--\r
            """.utf8)
        let interesting: [UInt8] = [
            0, 0x0A, 0x0D, 0x20, 0x22, 0x28, 0x2D, 0x3A, 0x3B, 0x3C, 0x3D, 0x3F, 0x80, 0xE9, 0xFF,
        ]
        for _ in 0..<300 {
            var bytes = original
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(interesting.randomElement(using: &random) ?? 0, at: place)
                case 2: bytes[place] = interesting.randomElement(using: &random) ?? 0
                default:
                    let end = min(bytes.count, place + Int.random(in: 0..<60, using: &random))
                    bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
                }
            }
            ftruncate(file.descriptor, 0)
            let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(file.descriptor, $0.baseAddress, $0.count, 7) }
            try #require(count == bytes.count)
            let inMemory = try MessageParser().parse(.bytes(bytes))
            for window in [128, 300, 4096] {
                let parsed = try MessageParser(windowSize: window).parse(
                    .file(file.shared(), offset: 7, length: Int64(bytes.count)))
                #expect(parsed == inMemory, "window \(window)")
            }
            for attachment in inMemory.attachments {
                var size: Int64 = 0
                try MessageParser().decodePart(number: attachment.partNumber, of: .bytes(bytes)) {
                    size += Int64($0.count)
                }
                #expect(size == attachment.size)
            }
            #expect(!inMemory.text.utf8.contains(0))
        }
    }

    @Test func `a field's name is no longer than a line may be, from a file as from memory`() throws {
        let file = try TemporaryFile()
        for length in [997, 998, 300 << 10] {
            let bytes = Array("Subject: s\n\(String(repeating: "x", count: length)): y\nFrom: a@x\n\nbody\n".utf8)
            ftruncate(file.descriptor, 0)
            let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(file.descriptor, $0.baseAddress, $0.count, 0) }
            try #require(count == bytes.count)
            let message = try parse(bytes)
            #expect(message.subject == "s")
            #expect(message.from.isEmpty == (length > 997))
            let parsed = try MessageParser().parse(
                .file(file.shared(), offset: 0, length: Int64(bytes.count)))
            #expect(parsed == message)
        }
    }

    @Test func `four tasks parse at once and agree`() async throws {
        let bytes = Array(
            "Subject: =?koi8-r?B?8NLJ18XU?=\nTo: team: a@x, b@y;\nContent-Type: text/plain; charset=koi8-r\n\n\u{41}\n"
                .utf8)
        let expected = try parse(bytes)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask { try (0..<200).allSatisfy { _ in try parse(bytes) == expected } }
            }
            for try await agrees in group { #expect(agrees) }
        }
    }
}
