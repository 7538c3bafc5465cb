import Cryptography
import Testing

/// Keys under a passphrase.
struct LockedSignerTests {
    private static func signer() throws -> NoteSigner {
        try #require(NoteSigner(name: "example.org/log", seed: Array(0..<UInt8(NoteSigner.seedByteCount))))
    }

    private static func passphrase(_ text: String) throws -> Passphrase {
        try #require(Passphrase(Array(text.utf8)))
    }

    @Test(arguments: ["x", "correct horse battery staple", "ünïcödé 🔑", String(repeating: "a", count: 1_023)])
    func `a key comes back by its passphrase, and by no other`(text: String) throws {
        let signer = try Self.signer()
        let locked = signer.locked(under: try Self.passphrase(text))
        let read = try #require(LockedSigner(locked.text))
        #expect(read == locked && read.verifier == signer.verifier)
        #expect(try read.unlocked(by: Self.passphrase(text))?.secretText == signer.secretText)
        #expect(try read.unlocked(by: Self.passphrase(text.dropLast() + "?")) == nil)
        #expect(try read.unlocked(by: Self.passphrase("y" + text.dropFirst())) == nil)
    }

    @Test func `the same key under the same passphrase never looks the same`() throws {
        let (signer, passphrase) = (try Self.signer(), try Self.passphrase("x"))
        #expect(signer.locked(under: passphrase).text != signer.locked(under: passphrase).text)
    }

    @Test func `a file with any byte changed or cut off is no key`() throws {
        let text = try Array(Self.signer().locked(under: Self.passphrase("x")).text.utf8)
        for index in text.indices {
            var changed = text
            changed[index] ^= 0x01
            #expect(LockedSigner(String(decoding: changed, as: UTF8.self)) == nil, "byte \(index)")
            #expect(LockedSigner(String(decoding: text[..<index], as: UTF8.self)) == nil, "\(index) bytes")
        }
    }

    @Test func `a line that another program would cut is no passphrase`() {
        for text in ["", "a\0b", "a\n", "a\rb", String(repeating: "a", count: 1_024)] {
            #expect(Passphrase(Array(text.utf8)) == nil, "\(text.count)")
        }
        #expect(Passphrase([0xff]) != nil)
    }

    @Test func `a passphrase is shown nowhere`() throws {
        let passphrase = try Self.passphrase("canary")
        var dumped = "\(passphrase) \(String(reflecting: passphrase)) \([passphrase])"
        dump(passphrase, to: &dumped)
        dump(["key": passphrase], to: &dumped)
        #expect(!dumped.contains("canary") && !dumped.contains("99"))
        #expect(try passphrase.matches(Self.passphrase("canary")) && !passphrase.matches(Self.passphrase("canari")))
    }
}
