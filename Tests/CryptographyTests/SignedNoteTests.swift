import Cryptography
import TestSupport
import Testing

struct SignedNoteTests {
    private static let text = "example.org/log\n4\nabc\n"

    private static func signer(_ name: String = "example.org/log", seed: UInt8 = 7) throws -> NoteSigner {
        try #require(NoteSigner(name: name, seed: [UInt8](repeating: seed, count: NoteSigner.seedByteCount)))
    }

    /// RFC 8032 section 7.1, test 1: the key by its seed.
    @Test func `a key of the RFC gives its public key`() throws {
        let seed = try #require([UInt8](hex: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
        let signer = try #require(NoteSigner(name: "a", seed: seed))
        let key = try #require(
            [UInt8](base64: String(signer.verifier.description.split(separator: "+")[2...].joined(separator: "+"))))
        #expect(
            key.dropFirst().map { $0 }
                == [UInt8](hex: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"))
    }

    @Test func `a note is read back as it was written, and holds`() throws {
        let signer = try Self.signer()
        let note = signer.sign(Self.text)
        let again = try #require(SignedNote(note.description))
        #expect(again == note)
        #expect(again.text == Self.text)
        #expect(again.isSigned(by: signer.verifier))
        #expect(try !again.isSigned(by: Self.signer(seed: 8).verifier))
        #expect(try !again.isSigned(by: Self.signer("example.org/other").verifier))
        #expect(signer.sign(Self.text) == note)
    }

    @Test func `keys are read back as they were written`() throws {
        let signer = try Self.signer()
        #expect(NoteVerifier(signer.verifier.description) == signer.verifier)
        #expect(NoteSigner(secretText: signer.secretText)?.verifier == signer.verifier)
        #expect(NoteSigner(name: "a b", seed: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(NoteSigner(name: "", seed: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(NoteSigner(name: "a", seed: [0]) == nil)
    }

    @Test func `a key of which a character is another is refused`() throws {
        let key = try Self.signer().verifier.description
        for index in key.indices {
            var other = key
            other.replaceSubrange(index...index, with: key[index] == "x" ? "y" : "x")
            #expect(NoteVerifier(other) == nil, "\(other)")
        }
    }

    @Test func `no byte of a note can be another`() throws {
        let signer = try Self.signer()
        let bytes = Array(signer.sign(Self.text).description.utf8)
        var generator = SeededGenerator()
        for index in bytes.indices {
            var other = bytes
            other[index] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
            let note = String(validating: other, as: UTF8.self).flatMap { SignedNote($0) }
            #expect(note?.isSigned(by: signer.verifier) != true, "byte \(index)")
        }
        for count in bytes.indices {
            let note = String(validating: bytes.prefix(count), as: UTF8.self).flatMap { SignedNote($0) }
            #expect(note?.isSigned(by: signer.verifier) != true, "\(count) bytes")
        }
    }

    @Test func `signatures of others do no harm, and one of two that does not hold does`() throws {
        let (mine, other) = (try Self.signer(), try Self.signer("other", seed: 9))
        let note = mine.sign(Self.text).description
        let foreign = other.sign(Self.text).description.split(separator: "\n").last.map { "\($0)\n" } ?? ""
        #expect(try #require(SignedNote(note + foreign)).isSigned(by: mine.verifier))
        let forged = mine.sign("another text\n").description.split(separator: "\n").last.map { "\($0)\n" } ?? ""
        #expect(try !#require(SignedNote(note + forged)).isSigned(by: mine.verifier))
    }

    @Test(.enabled("golang-go or golang-golang-x-mod-dev is not installed") { GoOracle.isPresent })
    func `Go opens our notes, and we open Go's`() throws {
        var generator = SeededGenerator()
        var input = ""
        var expected: [String] = []
        for index in 0..<40 {
            let seed = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let origin = "mailledger/\(index)"
            let signer = try #require(NoteSigner(name: origin, seed: seed))
            let root = SHA256Hasher.digest(of: seed)
            let text = "\(origin)\n\(index * 1000)\n\(root.bytes.base64)\n"
            let note = signer.sign(text).description
            let isForged = index % 4 == 3
            input += "\(signer.verifier)\0" + (isForged ? note.replacing("000\n", with: "001\n") : note) + "\0"
            expected.append(isForged ? "refused" : "opened \(index * 1000) \(root.hex)")
        }
        #expect(try GoOracle.run(["note"], input: input).split(separator: "\n").map(String.init) == expected)

        let lines = try GoOracle.run(["sign", "example.org/log"], input: Self.text)
            .split(separator: "\n", maxSplits: 2).map(String.init)
        let verifier = try #require(NoteVerifier(lines[1]))
        let note = try #require(SignedNote(lines[2]))
        #expect(NoteSigner(secretText: lines[0])?.verifier == verifier)
        #expect(note.text == Self.text && note.isSigned(by: verifier))
    }
}
