import Hashing
import TestSupport
import Testing

@Suite struct `Hexadecimal digits` {
    @Test func `of every byte come back as that byte`() {
        let bytes = [UInt8](0...255)
        #expect([UInt8](hex: bytes.hex) == bytes)
        #expect([UInt8](hex: bytes.hex.uppercased()) == bytes)
        #expect([0, 9, 10, 0xab, 0xff].hex == "00090aabff")
    }

    @Test func `of random bytes come back`() {
        var generator = SeededGenerator()
        for count in 0..<100 {
            let bytes = generator.bytes(count)
            #expect([UInt8](hex: bytes.hex) == bytes)
        }
    }

    @Test(arguments: [
        "0", "abc", "0g", "g0", " 00", "0x00", "00 ", "0\n", "\0\0", "é0", "٠٠", "+1", "-1", "/0", ":0", "@0", "G0",
        "`0",
    ])
    func `that are malformed are none`(text: String) {
        #expect([UInt8](hex: text) == nil)
    }

    @Test func `of nothing are nothing`() {
        #expect([UInt8](hex: "") == [])
        #expect([UInt8]().hex == "")
    }
}

@Suite struct `Random bytes` {
    @Test(arguments: [0, 1, 16, 32, 1_000])
    func `are as many as were asked for`(count: Int) {
        #expect(randomBytes(count).count == count)
    }

    @Test func `do not repeat`() {
        #expect(Set((0..<1_000).map { _ in randomBytes(16) }).count == 1_000)
    }
}
