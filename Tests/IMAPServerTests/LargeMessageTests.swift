import Foundation
import IMAPProtocol
import MailLedgerTesting
import Synchronization
import Testing

/// Messages of more than 4 MiB, of which one at a time is in memory.
@Suite("Large messages") struct LargeMessageTests {
    private static let attachment: [UInt8] = {
        var bytes = (0..<251).map { UInt8($0) }
        while bytes.count < 3 << 20 { bytes += bytes.prefix((3 << 20) + 300_000 - bytes.count) }
        return bytes
    }()

    /// A text with a NUL, 4 MiB as base64, and a part that nobody can decode.
    private static let text: String = {
        let base64 = Data(attachment).base64EncodedString(options: .lineLength76Characters)
        return """
            Subject: large\r
            Content-Type: multipart/mixed; boundary=b\r
            \r
            --b\r
            Content-Type: text/plain\r
            \r
            hello\0\r
            --b\r
            Content-Type: application/x-data\r
            Content-Transfer-Encoding: base64\r
            \r
            \(base64)\r
            --b\r
            Content-Type: application/x-data\r
            Content-Transfer-Encoding: x-unknown\r
            \r
            data\r
            --b--\r

            """
    }()

    private func body(_ client: IMAPClient, _ item: String) -> [UInt8]? {
        client.send("f FETCH 1 (\(item))\r\n")
        let answer = client.takeBytes()
        guard let start = answer.firstRange(of: Array("}\r\n".utf8)) else { return nil }
        let head = String(decoding: answer[..<start.lowerBound], as: UTF8.self)
        guard let count = head.split(separator: "{").last.flatMap({ Int($0) }) else { return nil }
        return Array(answer[start.upperBound...].prefix(count))
    }

    @Test("are sent as small ones are, whole and in parts") func parts() throws {
        let mail = try MailedLedger()
        let client = try mail.client()
        _ = client.take()
        let bytes = Array(Self.text.utf8)
        client.send("a APPEND INBOX ~{\(bytes.count)}\r\n")
        #expect(client.take() == "+ Ready for the literal\r\n")
        client.send(Self.text + "\r\n")
        #expect(client.take().contains("a OK [APPENDUID"))
        client.ok("SELECT INBOX")
        var sent = bytes
        sent[try #require(bytes.firstIndex(of: 0))] = 0x80
        #expect(body(client, "BODY.PEEK[]") == sent)
        #expect(body(client, "BODY.PEEK[]<10.200000>") == Array(sent[10..<200_010]))
        #expect(body(client, "BINARY.PEEK[2]<1000.2000000>") == Array(Self.attachment[1_000..<2_001_000]))
        #expect(body(client, "BINARY.PEEK[1]") == Array("hello\0".utf8))
        #expect(client.ok("FETCH 1 (RFC822.SIZE)") == ["* 1 FETCH (RFC822.SIZE \(bytes.count))"])
        #expect(client.ok("SEARCH TEXT large BODY hello") == ["* SEARCH 1"])
        // A part of the answer is gone before the next is known, so those that fail are asked first.
        for item in ["BINARY.PEEK[3]", "BINARY.SIZE[3]"] {
            let lines = client.ask("FETCH 1 (BODY.PEEK[] \(item))")
            #expect(lines.count == 1 && lines[0].contains("NO [UNKNOWN-CTE]"), "\(item)")
        }
        // Each of two has its turn, one behind the other, in a search and in STATUS.
        client.ok("COPY 1 INBOX")
        #expect(client.ok("SEARCH BODY hello") == ["* SEARCH 1 2"])
        #expect(client.ok("STATUS INBOX (SIZE)") == ["* STATUS INBOX (SIZE \(2 * bytes.count))"])
    }

    /// A place that takes some bytes, and no more.
    private final class SmallFile: LiteralFile {
        private let room: Int
        private let bytes = Mutex<[UInt8]>([])

        init(room: Int) { self.room = room }

        func append(_ new: ArraySlice<UInt8>) throws {
            try bytes.withLock { bytes in
                guard bytes.count + new.count <= room else { throw CancellationError() }
                bytes += new
            }
        }

        var count: Int { bytes.withLock { $0.count } }

        func contents() -> [UInt8] { bytes.withLock { $0 } }
    }

    @Test("wait in a file until they are whole; one that does not fit is refused, and the next command is read")
    func files() throws {
        let size = 3 << 20
        for room in [size, size / 2] {
            var reader = CommandReader()
            var events: [CommandReader.Event] = []
            var files = 0
            func feed(_ bytes: [UInt8]) {
                reader.feed(bytes)
                while let event = reader.next(makeFile: {
                    files += 1
                    return SmallFile(room: room)
                }) { events.append(event) }
            }
            feed(Array("a APPEND x {\(size)+}\r\n".utf8))
            for _ in 0..<48 { feed([UInt8](repeating: 0x61, count: size / 48)) }
            feed(Array("\r\nb APPEND x {3+}\r\nabc\r\nc NOOP\r\n".utf8))
            #expect(files == 1)
            guard events.count == 3, case .command(let small) = events[1], case .append(let append) = small.body else {
                Issue.record("\(events)")
                continue
            }
            #expect(append.message == .bytes(Array("abc".utf8)))
            if room == size {
                guard case .command(let large) = events[0], case .append(let append) = large.body,
                    case .file(let file) = append.message
                else {
                    Issue.record("\(events[0])")
                    continue
                }
                #expect((file as? SmallFile)?.contents() == [UInt8](repeating: 0x61, count: size))
            } else {
                guard case .refused("a", let refusal) = events[0] else {
                    Issue.record("\(events[0])")
                    continue
                }
                #expect(refusal.isNo && refusal.code == "UNAVAILABLE")
            }
        }
    }
}
