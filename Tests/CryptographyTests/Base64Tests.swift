import Cryptography
import Foundation
import TestSupport
import Testing

struct Base64Tests {
    @Test func `any bytes are written as Foundation writes them, and read back`() {
        var generator = SeededGenerator()
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(bytes.base64 == Data(bytes).base64EncodedString())
            #expect([UInt8](base64: bytes.base64) == bytes)
        }
    }

    /// RFC 4648 sections 3.3 and 3.5: nothing but the alphabet, and no bits that count for nothing.
    @Test(arguments: ["A", "AA", "AAA", "A===", "AA=A", "AB==", "AAB=", "AA\n=", "A-_=", "====", "AAAA=", "AA==AAAA"])
    func `what no encoder writes is refused`(text: String) {
        #expect([UInt8](base64: text) == nil)
    }
}
