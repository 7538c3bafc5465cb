import IMAPProtocol
import Mailboxes
import TestSupport
import Testing

@Suite struct `Mailbox writing` {
    @Test(arguments: [
        ("Entwürfe", "Entw&APw-rfe"), ("~peter/mail/台北/日本語", "~peter/mail/&U,BTFw-/&ZeVnLIqe-"), ("A&B", "A&-B"),
        ("plain", "plain"), ("😀", "&2D3eAA-"), ("", ""), ("&", "&-"), ("ü&ü", "&APw-&-&APw-"),
    ])
    func `a folder name is encoded in modified UTF-7, in the one form there is`(_ name: String, encoded: String) {
        #expect(ModifiedUTF7.encode(name) == encoded)
        #expect(ModifiedUTF7.decode(encoded.utf8) == name)
    }

    @Test func `any folder name comes back from modified UTF-7`() {
        var generator = SeededGenerator()
        let letters: [Character] = ["a", "&", "-", "ü", "台", "😀", " ", "~", "é", "\u{2028}", ","]
        for _ in 0..<500 {
            let name = String(
                (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                    letters.randomElement(using: &generator) ?? "x"
                })
            #expect(ModifiedUTF7.decode(ModifiedUTF7.encode(name).utf8) == name, "\(name)")
        }
    }

    // MARK: mbox

    /// What mboxrd says, line by line: one `>` less before each `From ` that has one.
    private func unquoted(_ bytes: [UInt8]) -> [UInt8] {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.first == 0x3E && line.drop { $0 == 0x3E }.starts(with: "From ".utf8) ? line.dropFirst() : line
        }
        return Array(lines.joined(separator: [0x0A]))
    }

    @Test func `a quoted message holds no separator, and comes back unquoted, however it is cut into pieces`() {
        var generator = SeededGenerator()
        let words = ["From ", ">", "\n", "Fro", "m ", "\r\n", "x", ">From ", "From", "\0", "F", " "]
        for _ in 0..<400 {
            let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                words.randomElement(using: &generator) ?? ""
            }
            let bytes = Array(text.joined().utf8)
            var quoter = MboxQuoter()
            var quoted: [UInt8] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...7, using: &generator))
                quoted += quoter.quote(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            quoted += quoter.finish()
            #expect(!quoted.split(separator: 0x0A).contains { $0.starts(with: "From ".utf8) }, "\(text)")
            #expect(unquoted(quoted) == bytes, "\(text)")
        }
    }

    @Test(
        arguments: [
            (nil, "ada@example.org", 1_030_019_783, "From ada@example.org Thu Aug 22 12:36:23 2002"),
            ("From bob Mon Jan  1 00:00:00 1990", "ada@example.org", 0, "From bob Mon Jan  1 00:00:00 1990"),
            (nil, nil, 0, "From MAILER-DAEMON Thu Jan  1 00:00:00 1970"),
            (nil, "two words@example.org", 1_709_164_800, "From MAILER-DAEMON Thu Feb 29 00:00:00 2024"),
            (nil, "a\n\nFrom b@example.org", 951_868_799, "From MAILER-DAEMON Tue Feb 29 23:59:59 2000"),
            ("From a\nSubject: evil", nil, 0, "From MAILER-DAEMON Thu Jan  1 00:00:00 1970"),
            ("Subject: evil", nil, -1, "From MAILER-DAEMON Thu Jan  1 00:00:00 1970"),
            (nil, "jörg@example.org", 253_402_300_800, "From MAILER-DAEMON Fri Dec 31 23:59:59 9999"),
        ] as [(String?, String?, Int64, String)])
    func `a separator is the one that was recorded, or tells sender and time`(
        recorded: String?, sender: String?, seconds: Int64, line: String
    ) {
        #expect(MboxSeparator.line(recorded: recorded, sender: sender, received: seconds * 1_000_000) == line)
    }

    // MARK: Names

    @Test(
        arguments: [
            ("1707725702.M1P1.sample", "INBOX", "1707725702.M1P1.sample"),
            ("Work/1707725702.M1P1.sample", "Work", "1707725702.M1P1.sample"),
            ("1707725702.M1P1.host,U=12", "INBOX", "1707725702.M1P1.host,U=12"),
            ("1707725702.M1P1.host,U=12,S=9", "Archive", "1707725702.M1P1.host,S=9"),
            ("letters/hello.eml", "letters", nil), ("1707725702.eml", "INBOX", nil), ("lists.mbox#3", "INBOX", nil),
            ("1707725702.a.mbox#3", "INBOX", nil), ("12.M1P1.host", "INBOX", nil), ("", "INBOX", nil),
            ("1707725702.a b.host", "INBOX", nil), ("1707725702.a\0.host", "INBOX", nil),
            ("1707725702.a:2,F", "INBOX", nil), ("../1707725702.M1.h", "INBOX", "1707725702.M1.h"),
            ("1707725702." + String(repeating: "x", count: 245), "INBOX", nil),
        ] as [(String, String, String?)])
    func `a unique name is kept where it is one, and mbsync's UID goes with a move`(
        source: String, folder: String, kept: String?
    ) {
        #expect(MaildirUniqueName.kept(from: source, in: folder) == kept)
    }

    @Test(
        arguments: [
            ("How is the razor?", "2024-03-04-How-is-the-razor-ab4de754"), (nil, "2024-03-04-ab4de754"),
            ("../../etc/passwd", "2024-03-04-etc-passwd-ab4de754"),
            ("\0\n\u{202E}\u{1B}[31m", "2024-03-04-31m-ab4de754"),
            ("Grüße, 島", "2024-03-04-Grüße-島-ab4de754"), ("...", "2024-03-04-ab4de754"),
            (String(repeating: "ü", count: 300), "2024-03-04-" + String(repeating: "ü", count: 30) + "-ab4de754"),
        ] as [(String?, String)])
    func `a file of a message has a name that leads nowhere else`(subject: String?, name: String) {
        #expect(SafeFileName.message(day: "2024-03-04", subject: subject, id: "ab4de754-1111") == name)
    }

    @Test(arguments: [
        ("ada@example.org", "ada@example.org"), ("a/../b@example.org", "a_.._b@example.org"), ("..", "_.."), ("", "_"),
    ])
    func `a folder of an account has a name that leads nowhere else`(address: String, name: String) {
        #expect(SafeFileName.account(address) == name)
    }

    // MARK: Folders

    private func places(_ folders: [String], _ layout: FolderLayout) -> ([String: String], [String]) {
        let names = folders.map { $0.split(separator: "/").map(String.init) }
        var directories = FolderDirectories(names, layout: layout)
        var places: [String: String] = [:]
        for (folder, names) in zip(folders, names) { places[folder] = directories.place(of: names) }
        return (places, directories.renamed.map(\.folder))
    }

    private static let names = [
        "INBOX", "INBOX/Sub", "Work", "Work/Projects", "Entwürfe", "a.b", "a_b", "tmp", "cur", ".hidden", "_tmp",
        "Work/mail.mbox",
    ]

    @Test func `each folder has a place of its own in every layout, and those that differ are told`() {
        let (plus, plusRenamed) = places(Self.names, .maildirPlusPlus)
        #expect(plus["INBOX"] == "" && plus["INBOX/Sub"] == ".INBOX.Sub" && plus["Entwürfe"] == ".Entw&APw-rfe")
        #expect(
            plus["a_b"] == ".a_b" && plus["a.b"] == ".a_b~2" && plus["tmp"] == ".tmp" && plus[".hidden"] == "._hidden")
        #expect(plusRenamed == [".hidden", "Work/mail.mbox", "a.b"])

        let (nested, nestedRenamed) = places(Self.names, .nestedMaildirs)
        #expect(nested["INBOX"] == "" && nested["INBOX/Sub"] == "INBOX/Sub" && nested["Entwürfe"] == "Entwürfe")
        #expect(nested["tmp"] == "_tmp~2" && nested["_tmp"] == "_tmp" && nested[".hidden"] == "_.hidden")
        #expect(nestedRenamed == [".hidden", "Work/mail.mbox", "cur", "tmp"])

        let (plain, _) = places(Self.names, .plain)
        #expect(plain["INBOX"] == "INBOX" && plain["Work/mail.mbox"] == "Work/_mail.mbox" && plain["a.b"] == "a.b")
        for places in [plus, nested, plain] { #expect(Set(places.values).count == Self.names.count) }
    }

    @Test func `a name in a tree of folders is encoded where that is asked for, or it would be read as another`() {
        let names = ["Büro", "A & B", "A&-B", "Entw&APw-rfe", "plain"]
        let (encoded, renamed) = places(names, .encodedMaildirs)
        #expect(
            names.map { encoded[$0] } == ["B&APw-ro", "A &- B", "A&--B", "Entw&-APw-rfe", "plain"] && renamed.isEmpty)
        let (plain, _) = places(names, .nestedMaildirs)
        #expect(names.map { plain[$0] } == ["Büro", "A & B", "A&--B", "Entw&-APw-rfe", "plain"])
        for places in [encoded, plain] {
            for name in names { #expect(places[name].map(StoredFolderName.decoded) == name) }
        }
    }

    @Test(arguments: [
        ("B&APw-ro/1707725702.M1.h,U=2", "Büro", true), ("B&APw-ro/1707725702.M1.h,U=2", "B&APw-ro", true),
        ("B&APw-ro/1707725702.M1.h,U=2", "Other", false),
    ])
    func `a UID stays in a folder, whether its name is decoded or not`(source: String, folder: String, stays: Bool) {
        #expect(MaildirUniqueName.kept(from: source, in: folder)?.contains(",U=") == stays)
    }

    @Test func `folders deeper than a name is long have places of their own`() {
        let deep = (0..<40).map { (0...$0).map { "Folder number \($0)" }.joined(separator: "/") }
        let (places, renamed) = places(deep, .maildirPlusPlus)
        #expect(places.values.allSatisfy { $0.utf8.count <= 255 } && Set(places.values).count == deep.count)
        #expect(!renamed.isEmpty && renamed.count < deep.count)
    }
}
