import Foundation
import MIME
import Testing

/// Memory is measured in a process of its own, which other tests cannot disturb.
@Suite struct MemoryTests {
    @Test func `an attachment of 100 MB is parsed and saved within 16 MiB`() async {
        await #expect(processExitsWith: .success) {
            let header = "Subject: big\nContent-Type: application/zip\nContent-Transfer-Encoding: base64\n\n"
            let line = String(repeating: "AAAA", count: 19) + "\n"
            let grown = try growth(header, chunk: String(repeating: line, count: 13_600), count: 100) {
                source in
                let message = try MessageParser().parse(source)
                let size: Int64 = 100 * 13_600 * 57
                var saved: Int64 = 0
                try MessageParser().decodePart(number: "1", of: source) { saved += Int64($0.count) }
                precondition(message.attachments.first?.size == size && saved == size && message.limitsHit.isEmpty)
            }
            precondition(grown < 16 << 10, "grew by \(grown) KiB")
        }
    }

    @Test(arguments: HostileBody.allCases)
    func `a hostile message of 24 MB is parsed within 20 MiB`(_ body: HostileBody) async {
        await #expect(processExitsWith: .success) { [body] in
            let (header, piece) = body.shape
            let chunk = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
            let grown = try growth(header, chunk: chunk, count: 24) { source in
                let message = try MessageParser().parse(source)
                precondition(message.subject == "s")
            }
            precondition(grown < 20 << 10, "grew by \(grown) KiB")
        }
    }
}

/// What fills a hostile message.
enum HostileBody: String, CaseIterable, Codable, Sendable {
    case oneHeaderLine, headerLines, parts, preamble, text, html, partHeader

    /// The message's beginning, and what is repeated behind it.
    var shape: (String, String) {
        let multipart = "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n"
        return switch self {
        case .oneHeaderLine: ("Subject: s\nX-Long: ", "xxxxxxxx")
        case .headerLines:
            ("Subject: s\n", "To: a@x.org, b@y.org,\n " + String(repeating: "x", count: 300) + "@z.org\n")
        case .parts: (multipart, "--b\nContent-Type: a/b; name=some-name\n\nx\n")
        case .preamble: (multipart, "a preamble without an end\n")
        case .text: ("Subject: s\n\n", "some text\n")
        case .html: ("Subject: s\nContent-Type: text/html\n\n", "<p>some &amp; text")
        case .partHeader:
            (multipart + "--b\n", "Content-Type: text/plain; name=" + String(repeating: "x", count: 300) + "\n")
        }
    }
}

/// Writes a file, works on it, and returns by how many KiB the process's peak of memory grew meanwhile.
private func growth(
    _ header: String, chunk: String, count: Int, _ work: (MessageSource) throws -> Void
) throws -> Int {
    let file = try TemporaryFile()
    defer { file.remove() }
    try file.write(Array(header.utf8))
    for _ in 0..<count { try file.write(Array(chunk.utf8)) }
    _ = try MessageParser().parse(.bytes(Array("From: =?koi8-r?q?x?= <a@x>\n\n".utf8)))
    let before = try peak()
    try work(try .file(file.shared(), offset: 0, length: Int64(header.utf8.count + chunk.utf8.count * count)))
    return try peak() - before
}

/// The peak of resident memory, in KiB (proc(5), `VmHWM`).
private func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.split { $0 == " " || $0 == "\t" }[1]) } ?? .max
}
