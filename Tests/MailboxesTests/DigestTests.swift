import Cryptography
import Mailboxes
import TestSupport
import Testing

@Suite struct `The digests of a message` {
    private static let plain = "Subject: a\nTo: b\n\nbody\n\nStatus: RO\nmore\n"

    private func identity(_ text: String) -> SHA256Digest {
        MessageDigests(of: Array(text.utf8)).identity
    }

    @Test(arguments: [
        (plain, "Subject: a\nTo: b\n\nbody\n\nStatus: RO\nmore"),
        ("From a@b Thu\nSubject: a\n\nx\n", "Subject: a\n\nx"),
        ("\u{FEFF}From a@b Thu\nSubject: a\n\nx\n", "\u{FEFF}Subject: a\n\nx"),
        ("A: 1\r\n\r\nx\ry\r\r\nz\r", "A: 1\n\nx\ry\r\nz\r"),
        ("Status: RO\nx-status:\n A\n\tF\nX-Keywords: k\nSubject: a\n folded\n", "Subject: a\n folded"),
        ("X-TUID: r\r\n r2\r\nA: 1\r\n\r\n b\r\n", "A: 1\n\n b"),
        ("CONTENT-LENGTH: 1\nX-IMAPbase: 1 2\nX-UID: 3\nX-OfflineIMAP: z\nX-UIDL: 4\n", "X-UIDL: 4"),
        ("A: 1\nStatus\nB: 2\n", "A: 1\nStatus\nB: 2"),
        ("Status : R\n", "Status : R"), ("\nStatus: R\n", "\nStatus: R"), ("\r\nStatus: R", "\nStatus: R"),
        ("", ""), ("\n\n\n", ""), ("\r\n", ""), ("Fro", "Fro"), ("From ", ""), ("From a", ""), ("Status", "Status"),
        ("Status:", ""), (" x\nStatus: R\n y\nA: b", " x\nA: b"), ("a\n\n\n\nb\n\n\n", "a\n\n\n\nb"),
    ])
    func `the identity is the digest of the normal form`(_ message: String, normalForm: String) {
        #expect(identity(message) == SHA256Hasher.digest(of: Array(normalForm.utf8)))
    }

    @Test(arguments: [
        "Subject: b\nTo: b\n\nbody\n\nStatus: RO\nmore\n", "Subject: a\nTo: b\n\nbody\n\nStatus: O\nmore\n",
        "Subject: a\nTo: b\n\nbody\nStatus: RO\nmore\n", "Subject: a\nTo: b\n\n body\n\nStatus: RO\nmore\n",
        "Subject: a\nTo: b\n\nbody\r\r\n\nStatus: RO\nmore\n", "X: y\n" + plain,
    ])
    func `another message has another identity`(_ other: String) {
        #expect(identity(other) != identity(Self.plain))
    }

    @Test func `two senders in a first line that an mbox could have, too, read otherwise`() {
        func digests(_ text: String) -> MessageDigests { MessageDigests(of: Array(text.utf8)) }
        let (ada, bob) = (digests("From : ada@x\nTo: c\n\nx"), digests("From : bob@x\nTo: c\n\nx"))
        #expect(ada.identity == bob.identity && ada.reading != bob.reading && ada.reading != ada.identity)
        #expect(digests("From ada@x: Mon\nTo: c\n\nx").reading == digests("To: c\n\nx").reading)
    }

    @Test func `the raw digest is that of the bytes as they stand`() {
        let bytes = Array("From a@b Thu\r\nStatus: R\n\n\n".utf8)
        #expect(MessageDigests(of: bytes).raw == SHA256Hasher.digest(of: bytes))
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1, 2])
    func `the pieces a message comes in do not matter`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = [
            "From ", "Status:", "X-TUID: ", "\r", "\n", "\r\n", "\n\n", " ", ":", "a", "body", "\u{FEFF}",
            "Content-Length: 3",
            "\n>From ", "\u{0}",
        ]
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 0...30, using: &random)).compactMap { _ in
                words.randomElement(using: &random)
            }
            let bytes = Array(text.joined().utf8)
            var digester = MessageDigester()
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(Int.random(in: 1...5, using: &random)))
                digester.update(piece.span)
                rest = rest.dropFirst(piece.count)
            }
            #expect(digester.finalize() == MessageDigests(of: bytes), "seed \(seed), message \(bytes)")
            #expect(digester.finalize() == MessageDigests(of: []), "seed \(seed): the digester starts anew")
        }
    }

    @Test func `a header line of eight megabytes and as many line ends are digested`() {
        let message = Array("Subject: ".utf8) + [UInt8](repeating: 0x61, count: 8 << 20) + Array("\n\n".utf8)
        let ended = message + [UInt8](repeating: 0x0A, count: 8 << 20)
        #expect(MessageDigests(of: ended).identity == MessageDigests(of: message).identity)
        #expect(MessageDigests(of: ended + [0x62]).identity != MessageDigests(of: message + [0x62]).identity)
    }
}
