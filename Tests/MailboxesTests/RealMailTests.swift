import FoundationEssentials
import Glibc
import Mailboxes
import Testing

/// Mail from other projects that lies beside this one where it is developed.
enum RealMail {
    static let root: String = {
        if let configured = unsafe getenv("MAILLEDGER_MAIL") { return unsafe String(cString: configured) }
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(package)/../shared/mail"
    }()

    static let isThere = unsafe access(root, R_OK) == 0

    /// A line of a MANIFEST.tsv.
    struct File {
        let path: String
        let kind: String
        let messages: Int

        /// A message of its own outside the folders for deliveries under way.
        var isMessage: Bool { kind == "eml" && !path.contains("/tmp/") }
    }

    static func manifest(_ set: String) throws -> [File] {
        let data = try Data(contentsOf: URL(filePath: "\(root)/\(set)/MANIFEST.tsv"))
        return String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 5, let count = Int(fields[3]) else { return nil }
            return File(path: "\(root)/\(set)/\(fields[4])", kind: fields[2], messages: count)
        }
    }

    static let sets = [
        "cpython-test-email", "mail-parser", "mimekit", "mu-testdata", "notmuch-corpora", "spamassassin-a",
    ]
}

@Suite(.enabled(if: RealMail.isThere, "no real mail at \(RealMail.root)"))
struct `Real mail` {
    @Test(arguments: RealMail.sets)
    func `each message file that is named gives one message with its bytes`(_ set: String) throws {
        let reader = MessageReader()
        for file in try RealMail.manifest(set) where file.isMessage {
            if file.path.hasSuffix("/msg_19.txt") {
                // Its first line is a sentence: the one file without a header.
                #expect(throws: MailboxError.refused(SkippedFile(path: file.path, reason: .notMail, isExpected: false)))
                {
                    _ = try Walked(file.path)
                }
                continue
            }
            let walked = try Walked(file.path)
            #expect(walked.messages.count == 1 && walked.skipped.isEmpty, "\(file.path)")
            let content = try reader.read(try #require(walked.messages.first))
            let (bytes, digests) = (content.bytes, content.digests)
            let stored = [UInt8](try Data(contentsOf: URL(filePath: file.path)))
            #expect(bytes == stored && digests == MessageDigests(of: stored), "\(file.path)")
        }
    }

    @Test(arguments: RealMail.sets)
    func `each mbox that is named gives the messages its manifest counts`(_ set: String) throws {
        for file in try RealMail.manifest(set) where file.kind == "mbox" {
            #expect(try Walked(file.path).messages.count == file.messages, "\(file.path)")
        }
    }

    /// What a walk finds beside what the manifest counts.
    @Test(arguments: [
        // msg_19.txt has no header and is skipped as a *.txt.
        ("cpython-test-email", 46, ["MANIFEST.tsv", "README.md", "msg_19.txt"], [String]()),
        // Six files of one letter in cur and new, which are taken whole; the *.json are expected, nothing marks the two licences.
        ("mail-parser", 53 + 6, [], ["COPYING", "COPYING"]),
        // Beyond the 81 counted: two summaries are written as an mbox (29 and 4 messages), a third (jwz) with 152 and an
        // expected text that starts with a byte-order mark and a header field.
        ("mimekit", 81 + 29 + 4 + 152 + 1, [], []),
        // Without the one in tmp.
        ("mu-testdata", 51, ["MANIFEST.tsv", "README.md"], []),
        ("notmuch-corpora", 321, [], []),
        ("spamassassin-a", 3000, [], []),
    ])
    func `a walk finds what the manifest names`(_ set: String, count: Int, expected: [String], unexpected: [String])
        throws
    {
        let walked = try Walked("\(RealMail.root)/\(set)")
        #expect(walked.messages.count == count)
        if !expected.isEmpty { #expect(names(walked.skipped.filter(\.isExpected)) == expected) }
        #expect(names(walked.skipped.filter { !$0.isExpected }) == unexpected)
        let places = walked.messages.map { "\($0.folder)\($0.sourceName)" }
        #expect(Set(places).count == places.count, "a source name stands for one copy")
    }

    private func names(_ files: [SkippedFile]) -> [String] {
        files.map { String($0.path.split(separator: "/").last ?? "") }
    }

    @Test func `the folders are those of the Maildirs`() throws {
        let walked = try Walked("\(RealMail.root)/mail-parser/maildir")
        let (own, nested) = (["My Folder"], ["My Folder", "Nested Folder"])
        #expect(walked.messages.map(\.folder) == [own, own, nested, nested, [], []])
        #expect(walked.messages.map(\.flags.letters) == ["DRT", "", "FP", "DFR", "ST", "S"])
        let folders = Set(try Walked("\(RealMail.root)/notmuch-corpora/default").messages.map(\.folder))
        #expect(folders == [[], ["bar"], ["bar", "baz"], ["foo"], ["foo", "baz"]])
    }

    @Test(arguments: ["content-length", "issue1189"])
    func `an mbox is framed as MimeKit frames it`(_ name: String) throws {
        struct Frame: Decodable {
            let beginOffset: Int64
            let endOffset: Int64
        }
        let folder = "\(RealMail.root)/mimekit/mbox"
        let data = try Data(contentsOf: URL(filePath: "\(folder)/\(name).unix-offsets.json"))
        let expected = try JSONDecoder().decode([Frame].self, from: data)
        let file = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(name).mbox.txt")))
        let messages = try Walked("\(folder)/\(name).mbox.txt").messages
        #expect(messages.count == expected.count)
        for (message, frame) in zip(messages, expected) {
            guard case .range(let offset, let length) = message.extent else {
                Issue.record("\(message.sourceName) is not a range")
                continue
            }
            // Where no blank line and no stated length ends a message MimeKit takes its last line end away; it stays here.
            let keepsLineEnd =
                offset + length == frame.endOffset + 1 && !file[..<Int(frame.endOffset)].suffix(1).contains(0x0A)
            #expect(
                offset == frame.beginOffset && (offset + length == frame.endOffset || keepsLineEnd),
                "\(message.sourceName)")
        }
    }
}
