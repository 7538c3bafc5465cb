import TestSupport
import Testing

@testable import Mailboxes

@Suite struct `The header of a message in an mbox` {
    private func written(_ text: String, pieces: Int = .max) -> String {
        let bytes = Array(text.utf8)
        var header = MboxHeader(ofMessageOf: Int64(bytes.count))
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: min(pieces, max(bytes.count, 1))) {
            output += header.take(Array(bytes[start..<min(bytes.count, start + min(pieces, bytes.count))]))
        }
        return String(decoding: output + header.finish(), as: UTF8.self)
    }

    @Test(arguments: [
        ("Content-Length: 9\nA: b\n\nbody\n", "Content-Length: 5\nA: b\n\nbody\n"),
        ("A: b\r\ncontent-LENGTH:\r\n 99\r\n\t9\r\nC: d\r\n\r\nbody", "A: b\r\nContent-Length: 4\r\nC: d\r\n\r\nbody"),
        ("Content-Length: 5\n\nbody\n", "Content-Length: 5\n\nbody\n"),
        ("Content-Length: 0\n\nbody\n", "Content-Length: 0\n\nbody\n"),
        ("A: b\n\nContent-Length: 99\n", "A: b\n\nContent-Length: 99\n"), ("", ""), ("\n", "\n"), ("A: b", "A: b"),
        ("Content-Length: 9", "Content-Length: 0"), ("Content-Length: x\n\n", "Content-Length: x\n\n"),
    ])
    func `has a length that ends with it`(_ text: String, _ expected: String) {
        for pieces in [1, 2, 7, .max] { #expect(written(text, pieces: pieces) == expected, "\(pieces)") }
    }

    @Test func `is passed on where it is longer than a reader looks`() {
        let long = String(repeating: "A: b\n", count: 500_000)
        #expect(written(long, pieces: 65_536) == long)
    }
}
