import Compression
import DiskFiles
import Glibc
import Mailboxes
import TestSupport
import Testing

@Suite struct `Compressed mail` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private let mail = "Subject: x\n\nbody\n"
    private let mbox = "From - \nA: 1\n\n>From x\n\nFrom - \nA: 2\n\ny\n"

    private func zstd(_ text: String) -> [UInt8] {
        var compressor = FrameCompressor()
        return compressor.frame(of: Array(text.utf8))
    }

    private func gzip(_ text: String) throws -> [UInt8] {
        try gzipped(Array(text.utf8))
    }

    private func text(_ message: FoundMessage) throws -> String {
        String(decoding: try bytes(of: message), as: UTF8.self)
    }

    @Test func `is read as what is in it, whatever its name`() throws {
        try folder.write("a.eml.gz", gzip(mail))
        try folder.write("b.eml.zst", zstd(mail))
        try folder.write("c", gzip(mail))
        try folder.write("d.gz", mail)
        try folder.write("e", zstd(mbox))
        try folder.write("f.mbox.gz", gzip("From x\n" + mail))
        try folder.write("g.gz", gzip("From x\n" + mail))
        let walked = try Walked(folder.path)
        #expect(
            walked.places == [
                ": a.eml", ": b.eml", ": c", ": d.gz", ": e#1", ": e#2", ": f.mbox#1", ": g",
            ])
        #expect(try walked.messages.map { try text($0) }.filter { $0 == mail }.count == 5)
        #expect(try walked.messages.last.map { try text($0) } == "From x\n" + mail)
        #expect(walked.reasons.isEmpty)
    }

    @Test func `in an mbox gives the copies that the plain mbox gives`() throws {
        let plain =
            "From a@b Thu Aug 22 12:36:23 2002\nA: 1\n\n>From x\n\nFrom a@b Thu Aug 22 12:36:24 2002\nA: 2\n\ny\n"
        try folder.write("plain/a.mbox", plain)
        try folder.write("gzip/a.mbox.gz", gzip(plain))
        try folder.write("zstd/a.mbox.zst", zstd(plain))
        try folder.write("split/a.mbox", gzip(String(plain.prefix(50))) + gzip(String(plain.dropFirst(50))))
        func copies(_ name: String) throws -> [String] {
            try Walked("\(folder.path)/\(name)").messages.map {
                "\($0.sourceName) \($0.fromLine ?? "") \(try MessageReader().read($0).digests.raw) \(try text($0))"
            }
        }
        let expected = try copies("plain")
        #expect(expected.count == 2 && expected.first?.contains("A: 1\n\nFrom x\n") == true)
        for name in ["gzip", "zstd", "split"] { #expect(try copies(name) == expected) }
    }

    @Test func `in a Maildir is unpacked where it lies`() throws {
        try folder.write("cur/1.M1.host,S=17:2,SZ", gzip(mail))
        try folder.write("cur/2:2,F", zstd("no header"))
        try folder.write("new/3", gzip(mbox))
        let walked = try Walked(folder.path)
        #expect(walked.places == [": 1.M1.host,S=17", ": 2", ": 3"])
        #expect(walked.messages.map(\.flags.letters) == ["S", "F", ""])
        #expect(walked.messages.map(\.otherFlags) == ["Z", "", ""])
        #expect(try walked.messages.map { try text($0) } == [mail, "no header", mbox])
        let named = try #require(try Walked(folder.path + "/cur/1.M1.host,S=17:2,SZ").messages.first)
        #expect(try text(named) == mail && named.flags == .seen)
    }

    @Test func `that is damaged, empty, no mail or of another kind is skipped with the reason`() throws {
        let packed = try gzip("From x\n" + mail + String(repeating: "more and more\n", count: 4_000))
        try folder.write("cut.eml.gz", Array(packed.dropLast(9)))
        try folder.write("cur/cut:2,", Array(packed.dropLast(9)))
        var damaged = try gzip(mbox)
        damaged[damaged.count - 6] ^= 1
        try folder.write("damaged.mbox.gz", damaged)
        try folder.write("empty.gz", gzip(""))
        try folder.write("no.gz", gzip("no header"))
        for name in ["README.gz", "a.md.zst"] { try folder.write(name, gzip(mail)) }
        try folder.write("notes.txt.gz", gzip("no header"))
        try folder.write("x.xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 1])
        try folder.write("new/y", [0x28, 0xB5, 0x2F, 0xFD, 0, 0x88, 1, 0, 0])
        let walked = try Walked(folder.path)
        #expect(
            walked.reasons == [
                "README.gz: not-mail", "a.md.zst: not-mail", "damaged.mbox.gz: damaged!", "empty.gz: empty!",
                "y: unsupported-compression!", "no.gz: not-mail!", "notes.txt.gz: not-mail",
                "x.xz: unsupported-compression!",
            ])
        // What begins well is found, and turns out to be cut when it is read.
        #expect(walked.messages.map(\.sourceName) == ["cut", "cut.eml"])
        for message in walked.messages {
            #expect(
                throws: MailboxError.refused(
                    SkippedFile(path: message.path, reason: .truncated, isExpected: false))
            ) { _ = try MessageReader().read(message) }
        }
    }

    @Test func `that is named and damaged at its end is refused before anything is found`() throws {
        let packed = try gzip(mbox + String(repeating: "more and more\n", count: 4_000))
        let path = try folder.write("a.mbox.gz", Array(packed.dropLast(1)))
        #expect(throws: MailboxError.refused(SkippedFile(path: path, reason: .truncated, isExpected: false))) {
            _ = try Walked(path)
        }
    }

    @Test func `that is larger than memory should hold goes through a file without a name`() throws {
        let long = mail + String(repeating: "0123456789abcde\n", count: 40_000)
        let path = try folder.write("long.gz", gzip(long))
        let message = try #require(try Walked(path).messages.first)
        let reader = MessageReader(memoryLimit: 100_000, temporaryDirectory: try folder.makeFolder("scratch"))
        let content = try reader.read(message)
        #expect(content.bytes == nil && content.size == Int64(long.utf8.count))
        let digests = content.digests
        #expect(digests == MessageDigests(of: Array(long.utf8)))
        var read: [UInt8] = []
        try content.forEachPiece { piece in
            for index in piece.indices { read.append(piece[index]) }
        }
        #expect(read == Array(long.utf8))
        // Exactly as much as memory may hold stays there.
        let tight = try MessageReader(memoryLimit: long.utf8.count).read(message)
        #expect(tight.bytes == Array(long.utf8))
        let missing = MessageReader(memoryLimit: 10, temporaryDirectory: folder.path + "/nowhere")
        #expect(throws: MailboxError.noTemporaryFile(directory: folder.path + "/nowhere", errno: ENOENT)) {
            _ = try missing.read(message)
        }
    }

    @Test func `in thousands of small mboxes keeps no file open`() throws {
        let packed = try gzip(mbox)
        for number in 0..<600 { try folder.write("\(number).mbox.gz", packed) }
        var kept: [FoundMessage] = []
        let scratch = try folder.makeFolder("scratch")
        var walk = try MailboxWalk(path: folder.path, options: MailboxOptions(temporaryDirectory: scratch))
        walk.forEach { item in
            if case .message(let message) = item { kept.append(message.lettingGo) }
        }
        #expect(kept.count == 1_200)
        // The limit of a process is often 1,024. Other tests have files of theirs open meanwhile.
        let open = try openFiles().filter { $0.hasPrefix(folder.path) }
        #expect(open.count < 10)
    }
}

private struct SystemFailure: Error {
    let number: CInt
}

@Suite struct `Mail from a pipe` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Walks what a pipe gives in small pieces.
    private func walk(_ bytes: [UInt8], options: MailboxOptions = MailboxOptions()) throws -> [FoundMessage] {
        let file = try folder.write("input", bytes)
        let pipe = unsafe popen("dd if='\(file)' bs=7 2>/dev/null", "r")
        defer { unsafe _ = pclose(pipe) }
        guard let stream = unsafe pipe else { throw SystemFailure(number: errno) }
        var walk = try MailboxWalk(readingFrom: Descriptor(unsafe fileno(stream)), options: options)
        var messages: [FoundMessage] = []
        walk.forEach { item in
            if case .message(let message) = item { messages.append(message) }
        }
        return messages
    }

    private let mail = "Subject: x\n\nbody\n"
    private let mbox = "From a@b Thu Aug 22 12:36:23 2002\nA: 1\n\nx\n\nFrom a@b Thu Aug 22 12:36:24 2002\nA: 2\n"

    @Test func `is one message or one mbox, compressed or not`() throws {
        for packed in [false, true] {
            func input(_ text: String) throws -> [UInt8] {
                packed ? try gzipped(Array(text.utf8)) : Array(text.utf8)
            }
            let message = try #require(try walk(input(mail)).first)
            #expect(message.sourceName == "-" && message.path == "standard input" && message.folder.isEmpty)
            #expect(try bytes(of: message) == Array(mail.utf8))
            let messages = try walk(input(mbox))
            #expect(messages.map(\.sourceName) == ["-#1", "-#2"])
            #expect(try messages.map { try bytes(of: $0) } == [Array("A: 1\n\nx\n".utf8), Array("A: 2\n".utf8)])
            // As sendmail pipes to a program.
            let single = try #require(try walk(input("From a@b Thu Aug 22 12:36:23 2002\n" + mail)).first)
            #expect(single.origin == .file && single.fromLine == "From a@b Thu Aug 22 12:36:23 2002")
            let taken = try walk(input("From x\n" + mail), options: MailboxOptions(treatsFilesAsMbox: true))
            #expect(taken.map(\.origin) == [.mbox(1)])
        }
    }

    @Test(
        arguments: [
            ([], SkipReason.empty), (Array("no header".utf8), .notMail), (Array("\n\n".utf8), .notMail),
            ([0x1F, 0x8B, 0x08], .truncated), ([0x04, 0x22, 0x4D, 0x18], .unsupportedCompression("lz4")),
        ] as [([UInt8], SkipReason)])
    func `that is none is refused`(_ bytes: [UInt8], reason: SkipReason) throws {
        #expect(
            throws: MailboxError.refused(SkippedFile(path: "standard input", reason: reason, isExpected: false))
        ) { try walk(bytes) }
    }

    @Test func `from a descriptor that is closed, or nowhere to keep it, is an error`() throws {
        #expect(throws: MailboxError.unreadable(path: "standard input", errno: EBADF)) {
            _ = try MailboxWalk(readingFrom: Descriptor(9_999))
        }
        let options = MailboxOptions(temporaryDirectory: "/nowhere")
        #expect(throws: MailboxError.noTemporaryFile(directory: "/nowhere", errno: ENOENT)) {
            try walk(Array(mail.utf8), options: options)
        }
    }
}
