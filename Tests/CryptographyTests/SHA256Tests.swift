import Cryptography
import Foundation
import TestSupport
import Testing

@Suite struct `SHA-256` {
    /// The examples of FIPS 180-4 (<https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values>).
    private static let vectors: [(input: String, digest: String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]

    @Test(arguments: vectors.indices)
    func `agrees with the vectors of the standard`(index: Int) {
        let (input, digest) = Self.vectors[index]
        #expect(SHA256Hasher.digest(of: [UInt8](input.utf8)).hex == digest)
    }

    @Test func `of pieces is that of the whole, however they are cut`() {
        var generator = SeededGenerator()
        var hasher = SHA256Hasher()
        for _ in 0..<200 {
            let bytes = generator.bytes(Int.random(in: 0...1_000, using: &generator))
            var position = 0
            while position < bytes.count {
                let end = min(bytes.count, position + Int.random(in: 0...200, using: &generator))
                hasher.update(bytes.span.extracting(position..<end))
                position = end
            }
            hasher.update([])
            // The same hasher for each: what it hashed before is forgotten.
            #expect(hasher.finalize() == SHA256Hasher.digest(of: bytes), "\(bytes.count) bytes")
        }
    }
}

@Suite struct `A digest` {
    private let digest = SHA256Hasher.digest(of: [UInt8]("abc".utf8))

    @Test func `survives its bytes and its digits`() {
        #expect(SHA256Digest(bytes: digest.bytes) == digest)
        #expect(SHA256Digest(hex: digest.hex) == digest)
        #expect(SHA256Digest(hex: digest.hex.uppercased()) == digest)
        #expect(digest.bytes.count == SHA256Digest.byteCount)
        #expect("\(digest)" == digest.hex)
        #expect(digest.bytes.prefix(4) == [0xba, 0x78, 0x16, 0xbf])
    }

    @Test(arguments: [0, 1, 31, 33, 64])
    func `of any other count of bytes is none`(count: Int) {
        #expect(SHA256Digest(bytes: [UInt8](repeating: 0, count: count)) == nil)
        #expect(SHA256Digest(hex: String(repeating: "00", count: count)) == nil)
    }

    @Test func `differs in any byte`() {
        for index in 0..<SHA256Digest.byteCount {
            var bytes = digest.bytes
            bytes[index] ^= 0x80
            #expect(SHA256Digest(bytes: bytes) != digest, "byte \(index)")
        }
    }

    @Test func `sorts as its digits do`() {
        var generator = SeededGenerator()
        let digests = (0..<200).compactMap { _ in SHA256Digest(bytes: generator.bytes(32)) }
        #expect(digests.count == 200)
        #expect(digests.sorted().map(\.hex) == digests.map(\.hex).sorted())
        // Digests that differ late, and by the sign bit of a word.
        let close = [0, 1, 127, 128, 255].compactMap { last in
            SHA256Digest(bytes: [UInt8](repeating: 0x80, count: 31) + [last])
        }
        #expect(close.reversed().sorted() == close)
    }

    @Test func `is compared in constant time as otherwise, whichever bit differs`() throws {
        var generator = SeededGenerator()
        let bytes = generator.bytes(32)
        let digest = try #require(SHA256Digest(bytes: bytes))
        #expect(digest.isEqualInConstantTime(to: digest))
        for bit in 0..<256 {
            var other = bytes
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(!digest.isEqualInConstantTime(to: try #require(SHA256Digest(bytes: other))))
        }
    }

    @Test func `is its digits in JSON`() throws {
        let data = try JSONEncoder().encode([digest])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(digest.hex)\"]")
        #expect(try JSONDecoder().decode([SHA256Digest].self, from: data) == [digest])
    }

    @Test(arguments: ["[\"\"]", "[\"ba78\"]", "[3]", "[null]", "[\"\(String(repeating: "g", count: 64))\"]"])
    func `is refused where JSON says something else`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([SHA256Digest].self, from: Data(json.utf8)) }
    }
}
