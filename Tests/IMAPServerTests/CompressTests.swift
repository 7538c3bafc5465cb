import Compression
import Foundation
import IMAPServer
import TestSupport
import Testing

@Suite struct CompressTests {
    private let deflate = DeflateStream()
    private let inflate = InflateStream()

    /// What bytes of the server inflate to.
    private func read(_ client: IMAPClient) throws -> String {
        var text: [UInt8] = []
        try inflate.inflate(client.takeBytes()) {
            text += $0
            return true
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Sends a command compressed, and returns the answer.
    private func ask(_ client: IMAPClient, _ text: String) throws -> String {
        client.send(deflate.compress(Array((text + "\r\n").utf8)))
        return try read(client)
    }

    @Test func `commands and answers are compressed from behind the answer on, each to its end`() throws {
        let mail = try MailedLedger()
        try mail.receive("Subject: s\nMessage-ID: <m@x>\n\n" + String(repeating: "text ", count: 10_000) + "\n")
        let client = try mail.client()
        #expect(client.take().contains(" COMPRESS=DEFLATE]"))
        #expect(client.outcome("COMPRESS LZW").hasPrefix("BAD"))
        #expect(client.outcome("COMPRESS").hasPrefix("BAD"))
        #expect(client.outcome("COMPRESS deflate") == "OK DEFLATE begins")
        #expect(try ask(client, "a SELECT INBOX").contains("a OK [READ-WRITE]"))
        #expect(try ask(client, "b COMPRESS DEFLATE").hasPrefix("b NO [COMPRESSIONACTIVE]"))
        #expect(try !ask(client, "c CAPABILITY").contains("COMPRESS"))
        client.send(deflate.compress(Array("d FETCH 1 BODY.PEEK[TEXT]\r\n".utf8)))
        let bytes = client.takeBytes()
        #expect(bytes.count < 1_000)
        var text = 0
        try inflate.inflate(bytes) {
            text += $0.count
            return true
        }
        #expect(text > 50_000)
        // One byte at a time, and a literal that is waited for.
        var answer = ""
        for byte in deflate.compress(Array("e APPEND INBOX {12}\r\n".utf8)) {
            client.send([byte])
            answer += try read(client)
        }
        #expect(answer.hasPrefix("+ "))
        #expect(try ask(client, "Subject: t\r\n").contains("e OK [APPENDUID"))
        #expect(try ask(client, "f LOGOUT").contains("f OK"))
    }

    @Test func `what came behind the command in the same piece is read as compressed`() throws {
        let client = try MailedLedger().client()
        _ = client.take()
        client.send(Array("a COMPRESS DEFLATE\r\n".utf8) + deflate.compress(Array("b NOOP\r\n".utf8)))
        let bytes = client.takeBytes()
        let plain = Array("a OK DEFLATE begins\r\n".utf8)
        #expect(bytes.starts(with: plain))
        var text: [UInt8] = []
        try inflate.inflate(Array(bytes.dropFirst(plain.count))) {
            text += $0
            return true
        }
        #expect(String(decoding: text, as: UTF8.self) == "b OK NOOP completed\r\n")
        // A command in clear text among them is none.
        let other = try MailedLedger().client()
        _ = other.take()
        other.send(Array("a COMPRESS DEFLATE\r\nb CREATE x\r\n".utf8))
        #expect(other.session.isEnded)
    }

    @Test func `bombs meet the bounds of plain bytes`() throws {
        let client = try MailedLedger().client()
        client.ok("COMPRESS DEFLATE")
        // 256 MiB in one line.
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        client.send(deflate.compress(Array("a NOOP".utf8)))
        var answer = ""
        for _ in 0..<256 {
            let bomb = deflate.compress(piece)
            #expect(bomb.count < 10_000)
            client.send(bomb)
            answer += try read(client)
        }
        #expect(answer == "a BAD The line is too long\r\n")
        #expect(try ask(client, "\r\nb NOOP").hasSuffix("b OK NOOP completed\r\n"))
        // A literal beyond what is dropped, and bytes that are not compressed.
        #expect(try ask(client, "c APPEND INBOX {4294967295+}").contains("* BYE"))
        #expect(client.session.isEnded)
        let other = try MailedLedger().client()
        other.ok("COMPRESS DEFLATE")
        other.send("\u{7F}nonsense nonsense nonsense\r\n")
        #expect(other.session.isEnded)
    }
}
