import Foundation
import MIME
import TestSupport
import Testing

@Suite struct `base64 without its padding` {
    @Test(arguments: ["1", "12", "123", "1234567", "12345678", "123456789"])
    func `loses no byte of a text`(_ text: String) throws {
        let digits = Data(text.utf8).base64EncodedString().filter { $0 != "=" }
        let message = try parse("Content-Transfer-Encoding: base64\n\n\(digits)\n")
        #expect(message.text == text)
    }

    @Test(arguments: 1...3)
    func `loses no byte of a part, whatever the window and the lines`(run: Int) throws {
        var random = SeededGenerator()
        for _ in 0..<60 {
            let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            var digits = Array(Data(bytes).base64EncodedString().utf8)
            if Bool.random(using: &random) { digits.removeAll { $0 == 0x3D } }
            var lines: [UInt8] = []
            for (index, digit) in digits.enumerated() {
                if index > 0, Int.random(in: 0..<20, using: &random) == 0 { lines += [0x0D, 0x0A] }
                lines.append(digit)
            }
            let head =
                "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n"
            let raw = Array(head.utf8) + lines + Array("\n--b--\n".utf8)
            let parser = MessageParser(windowSize: Int.random(in: 16...200, using: &random))
            #expect(try parser.parse(.bytes(raw)).attachments.map(\.size) == [Int64(bytes.count)])
            var saved: [UInt8] = []
            try parser.decodePart(number: "1", of: .bytes(raw)) { saved += $0 }
            #expect(saved == bytes)
        }
    }
}
