import Cryptography
import Mailboxes
import TestSupport
import Testing

@Suite struct `Messages of an mbox` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func messages(_ text: String, name: String = "a.mbox") throws -> [FoundMessage] {
        try Walked(try folder.write(name, text)).messages
    }

    private func texts(_ text: String, name: String = "a.mbox") throws -> [String] {
        try messages(text, name: name).map { String(decoding: try bytes(of: $0), as: UTF8.self) }
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1, 2])
    func `any messages written as mboxrd come back byte for byte`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let words = [
            "From ", ">From ", ">>>From a@b Thu Jan  1 00:00:00 1970", "\n", "\n\n", ">", "Subject: x", "\r", "\u{0}",
            "é",
            "Content-Length: 4\n", "From", " ", "word",
        ]
        for lineEnd in ["\n", "\r\n"] {
            var written: [[UInt8]] = []
            var file: [UInt8] = []
            for number in 0..<40 {
                let body = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                    words.randomElement(using: &random)
                }
                let text = "Subject: \(number)\n\n\(body.joined())\n".split(
                    separator: "\n", omittingEmptySubsequences: false)
                let message = Array(text.joined(separator: lineEnd).utf8)
                written.append(message)
                file += "From a@b Thu Jan  1 00:00:00 1970\(lineEnd)".utf8
                file += quoted(message)
                file += lineEnd.utf8
            }
            let found = try Walked(try folder.write("any.mbox", file)).messages.map { try bytes(of: $0) }
            #expect(found == written, "seed \(seed)")
        }
    }

    // <https://www.jwz.org/doc/content-length.html>: mboxcl quotes and counts what it has quoted, mboxcl2 only counts.
    @Test(arguments: [true, false], [UInt64.random(in: 0...UInt64.max), 1, 2])
    func `any messages written with their length come back byte for byte`(isQuoted: Bool, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var words = [
            "From ", "From a@b Thu Jan  1 00:00:00 1970\nSubject: no message\n\n", "\n", "\n\n", "\nFrom - \nA: 1\n",
            ">",
            "\r", "\u{0}", "é", "Content-Length: 4\n", "word",
        ]
        if isQuoted { words += [">From ", ">>From me"] }
        var (written, file): ([[UInt8]], [UInt8]) = ([], [])
        for number in 0..<40 {
            let text = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                words.randomElement(using: &random)
            }
            // What stands in front of its sign would be taken for quoting.
            var body = Array(text.joined().replacing(">\nFrom", with: "\nFrom").utf8)
            if !isQuoted { body = body.filter { $0 != UInt8(ascii: ">") } }
            let inFile = isQuoted ? quoted(body) : body
            let header = Array("Subject: \(number)\nContent-Length: \(inFile.count)\n\n".utf8)
            written.append(header + body)
            file += Array("From a@b Thu Jan  1 00:00:00 1970\n".utf8) + header + inFile + [0x0A]
        }
        let found = try Walked(try folder.write("any.mbox", file)).messages.map { try bytes(of: $0) }
        #expect(found == written, "seed \(seed)")
    }

    /// Quotes as mboxrd: one more sign for each line of signs and "From ".
    private func quoted(_ message: [UInt8]) -> [UInt8] {
        message.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.drop { $0 == UInt8(ascii: ">") }.starts(with: "From ".utf8) ? [UInt8(ascii: ">")] + line : Array(line)
        }.joined(separator: [0x0A]).map(\.self)
    }

    @Test func `the blank line before a separator belongs to it`() throws {
        let file = "From - \nA: 1\n\nx\n\n\nFrom - \nA: 2\n\ny\n\n"
        #expect(try texts(file) == ["A: 1\n\nx\n\n", "A: 2\n\ny\n"])
        #expect(try texts("From - \nA: 1\n\nx") == ["A: 1\n\nx"])
    }

    @Test func `a separator of the usual form needs no blank line and another does`() throws {
        #expect(try texts("From - \nA: 1\n\nx\nFrom - \nA: 2\n") == ["A: 1\n\nx\n", "A: 2\n"])
        #expect(try texts("From - \nA: 1\n\nx\nFrom Russia\nA: 2\n").count == 1)
        #expect(try texts("From - \nA: 1\n\nx\n\nFrom Russia\nA: 2\n").count == 2)
    }

    @Test func `a From line that no header follows is text`() throws {
        let file = "From - \nA: 1\n\nx\n\nFrom - \nno header\n\nFrom - \n\nFrom - \nA: 2\n"
        #expect(try texts(file) == ["A: 1\n\nx\n\nFrom - \nno header\n\nFrom - \n", "A: 2\n"])
    }

    @Test func `a stated length that leads to a separator protects what it counts`() throws {
        let body = "one\n\nFrom - \nA: no message\n>From x\n"
        let counted = "From - \nA: 1\nContent-Length: \(body.utf8.count)\n\n\(body)"
        for rest in ["\nFrom - \nA: 2\n", "From - \nA: 2\n"] {
            let found = try texts(counted + rest)
            #expect(found.count == 2 && found.first?.hasSuffix("\n\n" + body) == true)
        }
        #expect(try texts(counted).count == 1)
        #expect(try texts(counted + "\n").count == 1)
        let dos = "From - \r\nA: 1\r\nContent-Length: 3\r\n\r\nx\r\n\r\nFrom - \r\nA: 2\r\n"
        #expect(try texts(dos) == ["A: 1\r\nContent-Length: 3\r\n\r\nx\r\n", "A: 2\r\n"])
    }

    @Test(arguments: ["2", "99999", "9999999999999999999", "-1", "", "x", "1125899906842624"])
    func `a stated length that leads elsewhere is not believed`(_ length: String) throws {
        let file = "From - \nA: 1\nContent-Length: \(length)\n\none\n\nFrom - \nA: 2\n\ntwo\n"
        #expect(try messages(file).count == 2)
    }

    @Test func `a From line at the very end is text`() throws {
        #expect(try texts("From - \nA: 1\n\nx\n\nFrom - ") == ["A: 1\n\nx\n\nFrom - "])
    }

    private let date = "Thu Aug 22 12:36:23 2002"

    @Test func `an entry without a header is named by its place, and the mail around it is found`() throws {
        let headless = "From a@b \(date)\n\nno header\n\n"
        let mail = ["From a@b \(date)\nA: 1\n\nx\n\n", "From a@b \(date)\nA: 2\n\ny\n"]
        for (place, entries) in [[headless] + mail, [mail[0], headless, mail[1]], mail + ["\n" + headless]].enumerated()
        {
            for (name, start) in [("a.mbox", ""), ("mail", ""), ("mail", "\n\r\n"), ("mail", "\u{FEFF}\n")] {
                let text = start + entries.joined()
                let walked = try Walked(try folder.write(name, text))
                #expect(
                    try walked.messages.map { String(decoding: try bytes(of: $0), as: UTF8.self) }
                        == ["A: 1\n\nx\n", "A: 2\n\ny\n"], "\(name) \(place) \(start.utf8.count)")
                #expect(walked.messages.map(\.sourceName) == ["\(name)#1", "\(name)#2"])
                let before = entries[..<place].joined().utf8.count + start.utf8.count + (place == 2 ? 1 : 0)
                #expect(walked.reasons == ["\(name)#byte=\(before): entry-without-header!"])
            }
        }
    }

    @Test func `an entry that a file ends in, or that is empty, is named`() throws {
        let line = "From a@b \(date)\n"
        let walked = try Walked(
            try folder.write("a.mbox", "\(line)\n\(line)A: 1\n\nx\n\n\(line)\(line)A: 2\n\n\(line)"))
        #expect(walked.messages.map(\.extent) == [.range(offset: 69, length: 8), .range(offset: 146, length: 5)])
        #expect(walked.reasons.count == 3)
    }

    @Test func `an mbox that begins with empty lines is one`() throws {
        for (name, start) in [("a.mbox", "\n"), ("mail", "\r\n\n"), ("mail", "\u{FEFF}\n")] {
            #expect(try texts(start + "From a@b \(date)\nA: 1\n\nx\n", name: name) == ["A: 1\n\nx\n"])
        }
        let option = MailboxOptions(treatsFilesAsMbox: true)
        #expect(try Walked(try folder.write("mail", "\nFrom me\nA: 1\n"), options: option).messages.count == 1)
    }

    @Test(arguments: [
        ("a.mbox", "From a@b Thu Aug 22 12:36:23 2002\n\nx\n"), ("mail", "\nFrom me\nA: 1\n"), ("mail", "\nA: 1\n"),
        ("mail", "From a@b Thu Aug 22 12:36:23 2002\nx\nFrom a@b Thu Aug 22 12:36:23 2002\n\nA: 1\n"),
    ])
    func `a file whose entries all lack a header is no mbox`(_ name: String, _ text: String) throws {
        let path = try folder.write("sub/" + name, text)
        #expect(try Walked(folder.path).reasons.map { $0.dropLast() } == ["\(name): not-mail"])
        #expect {
            try Walked(path)
        } throws: { error in
            guard case MailboxError.refused(let file) = error else { return false }
            return file.reason == .notMail
        }
    }

    @Test func `one level of quoting is undone unless a stated length shows there is none`() throws {
        #expect(
            try texts("From - \nA: 1\n\n>From x\n>>From y\n> From z\n>Fro\n") == [
                "A: 1\n\nFrom x\n>From y\n> From z\n>Fro\n"
            ])
        let body = "From - \n>From x\n"
        #expect(try texts("From - \nContent-Length: 16\n\n\(body)") == ["Content-Length: 16\n\n\(body)"])
        #expect(try texts("From - \nContent-Length: 10\n\n>From me.\n") == ["Content-Length: 10\n\nFrom me.\n"])
    }

    @Test func `flags come from Status and X-Status of the header`() throws {
        let file = "From - \nStatus: RO\nx-status: AFDT\n\nStatus: Z\n\nFrom - \nStatus: ON\n\n\nFrom - \nA: 3\n\n"
        let found = try messages(file)
        #expect(found.map(\.flags.letters) == ["DFRST", "", ""])
        #expect(found.map(\.otherFlags) == ["", "N", ""])
    }

    @Test func `each message says where it is`() throws {
        let found = try messages("\u{FEFF}From a@b x\nA: 1\n\nFrom - \r\nA: 2\n")
        #expect(found.map(\.sourceName) == ["a.mbox#1", "a.mbox#2"])
        #expect(found.map(\.origin) == [.mbox(1), .mbox(2)])
        #expect(found.map(\.fromLine) == ["From a@b x", "From - "])
        #expect(found.map(\.extent) == [.range(offset: 14, length: 5), .range(offset: 29, length: 5)])
    }

    @Test func `an mbox copy and a file copy of a message have one identity`() throws {
        let message = "Subject: x\n\nFrom here\nto there"
        let digests = MessageDigests(of: Array(message.utf8))
        let found = try messages("From - \nStatus: RO\nSubject: x\n\n>From here\nto there\n\nFrom - \nA: 2\n")
        let first = try #require(found.first)
        let content = try MessageReader().read(first)
        let identity = content.digests.identity
        #expect(identity == digests.identity)
    }

    @Test(arguments: [
        ("From a@b Thu Aug 22 12:36:23 2002\nA: 1\n\nx\n\nFrom a@b Thu Aug 22 12:36:24 2002\nA: 2\n", 2),
        ("From a@b Thu Aug 22 12:36:23 2002\nA: 1\n\nx\n\nFrom Russia with love\nA: 2\n", 1),
        ("From a@b Thu Aug 22 12:36:23 2002\nA: 1\n\nx\nFrom a@b Thu Aug 22 12:36:24 2002\nA: 2\n", 1),
        ("From a@b Thu Aug 22 12:36:23 2002\nA: 1\n\nx\n\nFrom a@b Thu Aug 22 12:36:24 2002\n\nx\n", 1),
        ("From me\nA: 1\n\nx\n\nFrom a@b Thu Aug 22 12:36:24 2002\nA: 2\n", 1),
        ("To: 1\n\nx\n\nFrom a@b Thu Aug 22 12:36:24 2002\nA: 2\n", 1),
    ])
    func `a file of any name is an mbox where it splits as one`(_ text: String, count: Int) throws {
        let found = try messages(text, name: "mail")
        #expect(found.count == count)
        #expect(found.first?.origin == (count == 1 ? .file : .mbox(1)))
    }

    @Test func `a file that is treated as an mbox gives up its From line`() throws {
        let path = try folder.write("mail", "From me\nA: 1\n\nx\n")
        let file = try #require(try Walked(path).messages.first)
        #expect(try bytes(of: file) == Array("From me\nA: 1\n\nx\n".utf8))
        let forced = try #require(try Walked(path, options: MailboxOptions(treatsFilesAsMbox: true)).messages.first)
        #expect(try bytes(of: forced) == Array("A: 1\n\nx\n".utf8))
        #expect(file.fromLine == "From me" && forced.fromLine == "From me")
    }

    @Test func `lines longer than every buffer split nothing`() throws {
        let long = String(repeating: "From - ", count: 40_000)
        let file = "From - \nSubject: \(long)\n\n\(long)\n\nFrom - \(long)\nA: 2\n\n\(long)"
        let lengths = try texts(file).map(\.utf8.count)
        #expect(lengths == [9 + 280_000 + 2 + 280_001, 6 + 280_000])
    }
}
