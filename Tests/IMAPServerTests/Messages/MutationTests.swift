import Foundation
import IMAPProtocol
import IMAPServer
import TestSupport
import Testing

@Suite("Any message") struct MutationTests {
    private static let pieces = [
        "Content-Type: multipart/mixed; boundary=b\n", "Content-Type: multipart/digest; boundary=\"c\"\n",
        "Content-Type: message/rfc822\n", "Content-Type: text/plain; charset=utf-8\n",
        "Content-Transfer-Encoding: base64\n",
        "Content-Disposition: attachment; filename*0=a; filename*1*=%20\n", "Content-Language: en, de\n",
        "From: \"A \\\" B\" <a@b.c>, g: d@e.f;, (x\n", "To: =?utf-8?q?a?= <@r:x@y>\n", "Subject: a\n b\n", "\n", "\r\n",
        "--b\n", "--c\n", "--b--\n", "--c--\n", "text\n", "\u{0}", "é", "\"", "(", "<", ";", ":", "\\", "@", ",", "\r",
    ]

    @Test func `every answer about any message is valid`() throws {
        var generator = SeededGenerator(for: "messages of IMAP")
        for _ in 0..<2_000 { try check(Self.message(&generator)) }
    }

    private static func message(_ generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...40, using: &generator) {
            bytes += pieces.randomElement(using: &generator)?.utf8 ?? "".utf8
        }
        for _ in 0..<Int.random(in: 0...6, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0...2, using: &generator) {
            case 0: bytes.remove(at: place)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            }
        }
        return bytes
    }

    private func check(_ raw: [UInt8]) throws {
        let message = IMAPMessage(raw)
        #expect(message.size == LineEnds.size(of: raw))
        #expect(AnswerShape.isEnvelope(try message.readEnvelope), "\(raw)")
        #expect(AnswerShape.isBody(try message.readBody, isExtended: false), "\(raw)")
        let structure = try message.readStructure
        #expect(AnswerShape.isBody(structure, isExtended: true), "\(raw)")
        let header = message.bytes(of: BodySection(text: .header)) ?? []
        #expect(header + (message.bytes(of: BodySection(text: .text)) ?? []) == message.bytes(of: BodySection()))
        checkParts(structure, of: message, [], raw)
    }

    /// Checks that each part of the structure can be fetched, has the size that is said, and is followed by no other.
    private func checkParts(_ body: AnswerValue, of message: IMAPMessage, _ number: [Int], _ raw: [UInt8]) {
        let parts = body[0].isList ? Array(body.values.prefix { $0.isList }) : [body]
        #expect(message.bytes(of: BodySection(part: number + [parts.count + 1])) == nil, "\(raw)")
        for (index, part) in parts.enumerated() {
            let number = number + [index + 1]
            let bytes = message.bytes(of: BodySection(part: number))
            #expect(bytes != nil && message.bytes(of: BodySection(part: number, text: .mime)) != nil, "\(raw)")
            _ = try? message.decoded(part: number)
            if part[0].isList {
                checkParts(part, of: message, number, raw)
                continue
            }
            #expect(part[6] == .number(bytes?.count ?? -1), "\(number) \(raw)")
            if part[7].isList, part[8].isList {
                #expect(message.bytes(of: BodySection(part: number, text: .header)) != nil, "\(raw)")
                checkParts(part[8], of: message, number, raw)
            }
        }
    }

    private static let realMail: String? = {
        let path = ProcessInfo.processInfo.environment["MAILLEDGER_MAIL"] ?? "\(projectRoot)/../shared/mail"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    @Test(.enabled(if: realMail != nil, "no real mail at ../shared/mail or $MAILLEDGER_MAIL"))
    func `every answer about real mail is valid, and so is it of damaged mail`() throws {
        var generator = SeededGenerator(for: "messages of IMAP")
        let root = Self.realMail ?? ""
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
        for path in paths {
            guard let data = FileManager.default.contents(atPath: root + "/" + path), data.count < 100_000 else {
                continue
            }
            var raw = [UInt8](data)
            try check(raw)
            for _ in 0..<3 where !raw.isEmpty {
                raw[Int.random(in: 0..<min(raw.count, 3_000), using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            try check(raw)
        }
    }
}
