import Foundation
import Mailboxes
import TestSupport
import Testing

/// Python's `mailbox` module, another opinion on what an mbox holds (<https://docs.python.org/3/library/mailbox.html>).
@Suite(.enabled("python3 is not installed") { areInstalled("python3") })
struct `Python's mailbox module` {
    /// Prints a line for each message of an mbox: its length and its SHA-256, unquoted and with LF.
    private static let reader = """
        import hashlib, mailbox, re, sys
        for path in sys.argv[1:]:
            for key, message in mailbox.mbox(path, create=False).items():
                body = mailbox.mbox(path, create=False).get_bytes(key)
                text = re.sub(rb'(?m)^>(>*From )', rb'\\1', body.replace(b'\\r\\n', b'\\n')).rstrip(b'\\n')
                print(len(text), hashlib.sha256(text).hexdigest())
        """

    /// Writes messages to an mbox, and each as a file beside it.
    private static let writer = """
        import mailbox, random, sys
        folder, seed = sys.argv[1], int(sys.argv[2])
        random.seed(seed)
        words = ['From ', 'From me to you', '>from', '\\n', '\\n\\n', 'word ', 'Subject: x\\n', 'é', ' From ']
        box = mailbox.mbox(folder + '/box.mbox')
        for number in range(60):
            body = ''.join(random.choice(words) for _ in range(random.randrange(12)))
            text = ('Subject: %d\\n\\n%s\\n' % (number, body)).encode()
            open('%s/%03d.eml' % (folder, number), 'wb').write(text)
            box.add(text)
        box.flush()
        """

    private func python(_ script: String, _ arguments: String...) throws -> [String] {
        let quoted = ([script] + arguments).map { "'\($0.replacingOccurrences(of: "'", with: "'\\''"))'" }
        let output = try shell("python3 -c \(quoted.joined(separator: " "))", environment: [:])
        try #require(output.status == 0, "\(output.text)")
        return output.text.split(separator: "\n").map(String.init)
    }

    private func identities(_ path: String) throws -> [MessageDigests] {
        try Walked(path).messages.map { message in
            let content = try MessageReader().read(message)
            let digests = content.digests
            return digests
        }
    }

    @Test func `writes what comes back as it was`() throws {
        var generator = SeededGenerator()
        let folder = try TemporaryFolder()
        let seed = UInt32.random(in: 0...UInt32.max, using: &generator)
        _ = try python(Self.writer, folder.path, "\(seed)")
        let written = try (0..<60).map { number -> MessageDigests in
            let name = String(repeating: "0", count: 3 - "\(number)".count) + "\(number).eml"
            return MessageDigests(of: [UInt8](try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))))
        }
        let found = try identities(folder.path + "/box.mbox")
        #expect(found.map(\.identity) == written.map(\.identity), "seed \(seed)")
    }

    @Test func `finds the messages that are found here in the samples of the project`() throws {
        try compare(["\(projectRoot)/Samples/lists.mbox"])
    }

    // Where no line of a text begins with "From " both split alike; the module takes every such line for a separator.
    @Test(.needsSharedMail) func `finds the messages that are found here in real mboxes`() throws {
        let root = try requireSharedMail()
        let folder = try TemporaryFolder()
        // The mails of a folder as an archive would hold them.
        let files = filesBelow("\(root)/spamassassin-a").filter { $0.contains("ham") }.prefix(150)
        var box: [UInt8] = []
        for name in files {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(root)/spamassassin-a/\(name)")))
            let start = bytes.starts(with: "From ".utf8) ? (bytes.firstIndex(of: 0x0A) ?? -1) + 1 : 0
            box += Array("From a@example.org Thu Aug 22 12:36:23 2002\n".utf8)
            for line in bytes[start...].split(separator: 0x0A, omittingEmptySubsequences: false) {
                if line.starts(with: "From ".utf8) { box.append(UInt8(ascii: ">")) }
                box += line + [0x0A]
            }
            box.append(0x0A)
        }
        try #require(files.count == 150)
        try compare([try folder.write("ham.mbox", box)])
    }

    private func compare(_ paths: [String]) throws {
        for path in paths {
            let theirs = try python(Self.reader, path)
            let ours = try Walked(path).messages.map { message -> String in
                let text = Self.normalised(try bytes(of: message))
                return "\(text.count) \(MessageDigests(of: text).raw)"
            }
            #expect(ours == theirs && !ours.isEmpty, "\(path)")
        }
    }

    /// The bytes with LF alone, and none at the end.
    private static func normalised(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
            text.append(byte)
        }
        while text.last == 0x0A { text.removeLast() }
        return text
    }
}
