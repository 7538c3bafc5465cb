import DiskFiles
import FoundationEssentials
import Glibc
import Mailboxes
import TestSupport
import Testing

@Suite struct `Walking a path` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private let mail = "Subject: x\n\nbody\n"

    private func makePipe(_ path: String) throws {
        let result = unsafe mkfifo(path, 0o600)
        try #require(result == 0)
    }

    @Test func `a Maildir gives its own messages without a folder and each folder below under its name`() throws {
        for name in [
            "cur/1:2,S", "cur/2!2,FR", "new/3", "tmp/4", "Work/cur/5:2,", "Work/Deep/new/6", "Plain/7.eml",
            "Plain/sub/8",
        ] {
            try folder.write(name, mail)
        }
        let walked = try Walked(folder.path)
        #expect(
            walked.places == [
                "Plain: Plain/7.eml", "Plain/sub: Plain/sub/8", "Work/Deep: 6", "Work: 5", ": 1", ": 2", ": 3",
            ])
        #expect(walked.messages.map(\.flags.letters) == ["", "", "", "", "S", "FR", ""])
        #expect(walked.messages.suffix(4).map(\.origin) == [.maildirCur, .maildirCur, .maildirCur, .maildirNew])
        #expect(walked.skipped.isEmpty)
    }

    @Test func `Maildir++ names become paths, decoded once`() throws {
        for name in [
            "cur/1", ".Work.Letters/cur/2", ".Entw&APw-rfe/new/3", ".A&B/cur/4", ".A&-amp/cur/5", ".git/config", ".x/y",
        ] {
            try folder.write(name, mail)
        }
        let walked = try Walked(folder.path)
        #expect(walked.places == ["A&amp: 5", "A&B: 4", "Entwürfe: 3", "Work/Letters: 2", ": 1"])
        #expect(walked.skipped.isEmpty)
    }

    @Test func `cur and new are taken whole, but for dot-files and empty files`() throws {
        for (name, text) in [
            ("cur/headerless", "no header here"), ("cur/README.md", "# x"), ("cur/.noindex", ""), ("cur/empty", ""),
            ("new/a.mbox", "From - \nA: 1\n\n\nFrom - \nA: 2\n\n"),
        ] {
            try folder.write(name, text)
        }
        try folder.makeFolder("cur/folder")
        let walked = try Walked(folder.path)
        #expect(walked.places == [": README.md", ": headerless", ": a.mbox"])
        #expect(walked.messages.last?.fromLine == "From - ")
        #expect(walked.reasons == ["empty: empty!", "folder: not-regular!"])
    }

    @Test func `other files are skipped, and quietly where their name says so`() throws {
        for (name, text) in [
            ("README", "x"), ("README.old", "A: b"), ("a.md", "A: b"), ("b.tsv", "A: b"), ("c.json", "{\"a\":1}"),
            ("d.txt", "no header"),
            ("e.txt", mail), ("f.bin", "\u{0}\u{1}"), ("g.eml", "no header"), ("h", ""), ("i.txt", ""), ("j.mbox", ""),
            ("k", "\u{FEFF}" + mail),
            ("l", "From x\n" + mail), (".hidden", mail), ("box/tmp/m", mail), ("box/maildirsize", "S"),
        ] {
            try folder.write(name, text)
        }
        let walked = try Walked(folder.path)
        #expect(walked.places == [": e.txt", ": k", ": l"])
        #expect(
            walked.reasons == [
                "README: not-mail", "README.old: not-mail", "a.md: not-mail", "b.tsv: not-mail",
                "maildirsize: not-mail!",
                "tmp: temporary-folder", "c.json: not-mail", "d.txt: not-mail", "f.bin: not-mail!", "g.eml: not-mail!",
                "h: empty!", "i.txt: empty", "j.mbox: empty",
            ])
    }

    @Test func `the records of a mail server beside cur are expected`() throws {
        for name in ["cur/1", "dovecot-uidlist", "maildirsize", "subscriptions", "courierimapuiddb"] {
            try folder.write(name, mail)
        }
        let walked = try Walked(folder.path)
        #expect(walked.places == [": 1"])
        #expect(walked.skipped.count == 4 && walked.skipped.allSatisfy(\.isExpected))
    }

    @Test func `an mbox in a folder belongs to the folder`() throws {
        try folder.write("sub/a.mbox", "From - \n" + mail + "\nFrom - \n" + mail)
        #expect(try Walked(folder.path).places == ["sub: sub/a.mbox#1", "sub: sub/a.mbox#2"])
    }

    @Test func `links are followed once and never in a circle`() throws {
        try folder.write("real/1", mail)
        try folder.link("real/up", to: "..")
        try folder.link("a", to: "real")
        try folder.link("b", to: "real")
        try folder.link("file", to: "real/1")
        try folder.link("dangling", to: "nowhere")
        let walked = try Walked(folder.path)
        #expect(walked.places == ["a: a/1", ": file", "real: real/1"])
        #expect(
            walked.reasons == [
                "up: symlink-loop!", "b: walked-already!", "dangling: unreadable!", "up: symlink-loop!",
            ])
    }

    @Test func `what is no file is not opened`() throws {
        try folder.write("cur/1", mail)
        try makePipe("\(folder.path)/cur/pipe")
        try makePipe("\(folder.path)/pipe")
        try folder.link("null", to: "/dev/null")
        let socket = try shell(
            "cd '\(folder.path)' && python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"socket\")'",
            environment: [:])
        try #require(socket.status == 0)
        let walked = try Walked(folder.path)
        #expect(walked.places == [": 1"])
        #expect(
            walked.skipped.map(\.reason) == [
                .notRegular(.pipe), .leadsOut, .notRegular(.pipe), .notRegular(.socket),
            ])
    }

    @Test func `names that are not UTF-8 are opened by their bytes`() throws {
        let name: [CChar] =
            Array("\(folder.path)/caf".utf8).map { CChar(bitPattern: $0) } + [CChar(bitPattern: 0xE9), 0]
        let descriptor = unsafe name.withUnsafeBufferPointer { buffer -> CInt in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe open(start, O_CREAT | O_WRONLY, 0o600)
        }
        try #require(descriptor >= 0)
        let text = Array(mail.utf8)
        #expect(unsafe text.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) } == text.count)
        close(descriptor)
        let message = try #require(try Walked(folder.path).messages.first)
        #expect(message.sourceName == "caf\\xE9" && message.path.hasSuffix("/caf\u{FFFD}"))
        #expect(try bytes(of: message) == text)
    }

    @Test func `the order is that of the bytes of the names`() throws {
        for name in ["b", "a", "B", "é", "a0", "a-"] { try folder.write(name, mail) }
        #expect(try Walked(folder.path).places == [": B", ": a", ": a-", ": a0", ": b", ": é"])
    }

    @Test func `the way a path is written does not change what is found`() throws {
        try folder.write("sub/cur/1:2,S", mail)
        try folder.write("2", mail)
        let plain = try Walked(folder.path).places
        #expect(plain == [": 2", "sub: 1"])
        #expect(try Walked(folder.path + "//").places == plain)
        #expect(try Walked("\(folder.path)/sub/..").places == plain)
        #expect(try Walked("\(folder.path)/sub/cur/").places == [": 1"])
    }

    @Test func `a file in cur that is named keeps its flags`() throws {
        let message = try #require(try Walked(try folder.write("cur/1:2,FS", mail)).messages.first)
        #expect(message.sourceName == "1" && message.flags == [.flagged, .seen] && message.origin == .maildirCur)
        #expect(message.folder == [] && message.size == 17)
    }

    @Test(arguments: [
        ("headerless", "x y", SkipReason.notMail), ("cur/1", "x y", .notMail), ("empty", "", .empty),
        ("README", "", .empty),
    ])
    func `a named file that is no mail is refused`(_ name: String, text: String, reason: SkipReason) throws {
        let path = try folder.write(name, text)
        #expect(throws: MailboxError.refused(SkippedFile(path: path, reason: reason, isExpected: false))) {
            _ = try Walked(path)
        }
    }

    @Test func `a named path that is missing, a pipe or a broken link is refused`() throws {
        #expect(throws: MailboxError.notFound(path: "\(folder.path)/a")) { _ = try Walked("\(folder.path)/a") }
        #expect(throws: MailboxError.notFound(path: "a\u{0}b")) { _ = try Walked("a\u{0}b") }
        let pipe = "\(folder.path)/pipe"
        try makePipe(pipe)
        #expect(throws: MailboxError.refused(SkippedFile(path: pipe, reason: .notRegular(.pipe), isExpected: false))) {
            _ = try Walked(pipe)
        }
        try folder.link("loop", to: "loop")
        let loop = "\(folder.path)/loop"
        #expect(throws: MailboxError.refused(SkippedFile(path: loop, reason: .unreadable(ELOOP), isExpected: false))) {
            _ = try Walked(loop)
        }
    }

    @Test func `a folder and a file that may not be read are named`() async throws {
        await #expect(processExitsWith: .success) {
            becomeNobody()
            let folder = try TemporaryFolder()
            for name in ["closed/1", "cur/2:2,S", "secret"] { try folder.write(name, "Subject: x\n\nbody\n") }
            for name in ["closed", "secret"] { unsafe chmod("\(folder.path)/\(name)", 0) }
            let walked = try Walked(folder.path)
            #expect(walked.places == [": 2"])
            #expect(walked.reasons == ["closed: unreadable!", "secret: unreadable!"])
            #expect(walked.skipped.allSatisfy { $0.reason == .unreadable(EACCES) })
            let closed = "\(folder.path)/closed"
            #expect(
                throws: MailboxError.refused(
                    SkippedFile(path: closed, reason: .unreadable(EACCES), isExpected: false))
            ) { _ = try Walked(closed) }
            unsafe chmod(closed, 0o700)
        }
    }

    @Test func `a Maildir below that may not be looked into is named, and never passes for one that is not there`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            becomeNobody()
            let folder = try TemporaryFolder()
            for name in ["cur/1:2,S", ".Spam/cur/2:2,S", "Lists/ilug/new/3"] {
                try folder.write(name, "Subject: x\n\nbody\n")
            }
            try folder.write(".mbsyncstate", "1\n")
            #expect(try MaildirTree(path: folder.path).files.count == 3)
            for name in [".Spam", "Lists/ilug", "Lists/ilug/new", "Lists"] {
                let closed = "\(folder.path)/\(name)"
                unsafe chmod(closed, 0)
                #expect(
                    throws: MailboxError.refused(
                        SkippedFile(path: closed, reason: .unreadable(EACCES), isExpected: false)), "\(name)"
                ) { _ = try MaildirTree(path: folder.path) }
                let walked = try Walked(folder.path)
                #expect(walked.skipped.map(\.path) == [closed] && walked.skipped[0].reason == .unreadable(EACCES))
                unsafe chmod(closed, 0o700)
            }
        }
    }

    @Test func `a file of a tree is trashed where its flags have a T`() throws {
        let folder = try TemporaryFolder()
        for name in ["cur/T1:2,S", "cur/2:2,ST", "cur/3", "new/4:2,T"] {
            try folder.write(name, "Subject: x\n\nbody\n")
        }
        let files = try MaildirTree(path: folder.path).files
        #expect(files.count == 4 && Set(files.filter(\.isTrashed).map(\.base)) == ["2", "4"])
        #expect(files.allSatisfy { $0.isTrashed == $0.flags.contains("T") })
    }

    @Test func `folders too deep for a path are named, and the walk goes on`() throws {
        let name = String(repeating: "d", count: 250)
        // mkdirat(2), for no path is so long.
        var descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY)
        for _ in 0..<20 {
            unsafe mkdirat(descriptor, name, 0o700)
            let next = unsafe openat(descriptor, name, O_RDONLY | O_DIRECTORY)
            close(descriptor)
            descriptor = next
        }
        close(descriptor)
        try folder.write("z", mail)
        let walked = try Walked(folder.path)
        #expect(walked.places == [": z"])
        #expect(walked.skipped.map(\.reason) == [.unreadable(ENAMETOOLONG)])
        _ = try shell("rm -r '\(folder.path)/\(name)'", environment: [:])
    }

    @Test func `what there is to walk is counted without opening it`() throws {
        for name in ["cur/1", "cur/2", "new/3", "tmp/4", ".Work/cur/5", ".git/6", "sub/7.eml", "cur/.hidden", ".8"] {
            try folder.write(name, mail)
        }
        try makePipe("\(folder.path)/pipe")
        try folder.link("link", to: "sub/7.eml")
        let extent = try #require(MailboxExtent(of: [folder.path, "\(folder.path)/sub/7.eml", "\(folder.path)/none"]))
        #expect(extent.files == 7 && extent.bytes == 7 * 17)
        var walk = try MailboxWalk(path: folder.path)
        while walk.next() != nil {}
        #expect(walk.passedFiles == 6 && walk.passedBytes == 6 * 17)
    }

    @Test func `of thousands of files the number is told, and no size`() throws {
        for number in 0..<2_001 { try folder.write("cur/\(number)", "") }
        let extent = try #require(MailboxExtent(of: [folder.path]))
        #expect(extent.files == 2_001 && extent.bytes == nil)
    }

    @Test func `how far a walk is in an mbox is told in bytes of its file`() throws {
        let mbox = (1...50).map { "From - \nA: \($0)\n\n\(String(repeating: "x", count: 100))\n\n" }.joined()
        let paths = [
            try folder.write("a.mbox", mbox), try folder.write("b.mbox.gz", try gzipped(Array(mbox.utf8))),
        ]
        for path in paths {
            let size = try #require(MailboxExtent(of: [path])?.bytes)
            var walk = try MailboxWalk(path: path)
            var places: [Int64] = []
            while walk.next() != nil { places.append(walk.passedBytes) }
            #expect(places.count == 50 && places == places.sorted() && Set(places).count > 20)
            #expect(abs(places[24] - size / 2) < size / 20 && places[49] <= size && walk.passedBytes == size)
        }
    }
}
