import Cryptography
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

    @Test func `eight digits at once are those one by one`() {
        func oneByOne(_ bytes: [UInt8]) -> UInt32? {
            bytes.reduce(UInt32?(0)) { value, byte in
                guard let value, let digit = UInt8(hexadecimalDigit: byte) else { return nil }
                return value << 4 | UInt32(digit)
            }
        }
        let digits = Array("0123456789abcdefABCDEF".utf8)
        for place in 0..<8 {
            for byte in UInt8.min...UInt8.max {
                var bytes = (0..<8).map { digits[($0 * 5 + Int(byte)) % digits.count] }
                bytes[place] = byte
                let word = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                #expect(UInt32(hexadecimalDigits: word) == oneByOne(bytes))
            }
        }
        #expect(UInt32(hexadecimalDigits: 0x3837_3635_3433_3231) == 0x1234_5678)
        #expect(UInt8(hexadecimalDigit: UInt8(ascii: "@")) == nil)
        #expect(UInt8(hexadecimalDigit: UInt8(ascii: "`")) == nil)
    }
}
