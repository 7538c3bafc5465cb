import Glibc
import TestSupport
import Testing

/// `mailledger sync` in turns with the program that most such Maildirs are kept by. It keeps another Maildir in step here: its
/// side of a server.
@Suite(.enabled("mbsync (Debian: isync) is not there") { areInstalled("mbsync") })
struct `mailledger sync beside mbsync` {
    /// A channel between the Maildirs `far` and `near` of a folder.
    private static func configuration(_ folder: String, patterns: String) -> String {
        let stores = ["far", "near"].map { side in
            """
            MaildirStore \(side)
            Path \(folder)/\(side)/
            Inbox \(folder)/\(side)/INBOX
            SubFolders Verbatim


            """
        }
        return stores.joined() + """
            Channel both
            Far :far:
            Near :near:
            Patterns \(patterns)
            Create Both
            Expunge Both
            Sync All
            SyncState *

            """
    }

    private struct World {
        let tool: ToolLedger
        let folder: String

        /// Lets mbsync bring both sides to the same.
        func mbsync() throws {
            let output = try shell("mbsync -q -c '\(folder)/rc' both", environment: [:])
            try #require(output.status == 0, "\(output.text)")
        }

        func sync(_ words: String...) throws -> String {
            try tool.succeed(["sync", folder + "/near", "--account", ToolLedger.account] + words).text
        }

        /// The files of a side's messages, by the number in their subject, with their flags.
        func flags(_ side: String) throws -> [String] {
            try filesBelow("\(folder)/\(side)/INBOX").filter { $0.hasPrefix("cur/") || $0.hasPrefix("new/") }
                .map { path in
                    let subject =
                        try readText("\(folder)/\(side)/INBOX/\(path)").split(separator: "\n").first {
                            $0.hasPrefix("Subject:")
                        } ?? ""
                    let flags = path.split(separator: ":2,", omittingEmptySubsequences: false).dropFirst().last ?? ""
                    return "\(subject.last.map(String.init) ?? "?") \(flags)"
                }
                .sorted()
        }
    }

    private func world(messages: Int, patterns: String = "INBOX") throws -> World {
        let tool = try ToolLedger()
        let folder = tool.directory.path("mail")
        for path in ["", "/near", "/far", "/far/INBOX", "/far/INBOX/cur", "/far/INBOX/new", "/far/INBOX/tmp"] {
            _ = unsafe mkdir(folder + path, 0o700)
        }
        for number in 1...messages {
            try writeFile("\(folder)/far/INBOX/cur/17000000\(number).\(number).far:2,", GeneratedMail.lone(number))
        }
        try writeFile(folder + "/rc", Self.configuration(folder, patterns: patterns))
        return World(tool: tool, folder: folder)
    }

    @Test func `names of folders are those of IMAP, both ways`() throws {
        let world = try world(messages: 1, patterns: "*")
        let drafts = world.folder + "/far/Entw&APw-rfe"
        for path in ["", "/cur", "/new", "/tmp"] { _ = unsafe mkdir(drafts + path, 0o700) }
        try writeFile(drafts + "/cur/1700000002.2.far:2,", GeneratedMail.lone(2))
        try world.mbsync()
        #expect(try world.sync().contains("Took 2 new"))
        #expect(try world.tool.succeed("count", "in:Entwürfe").text == "1\n")
        try world.tool.succeed("move", "subject:1", "--to", "Büro", "--create")
        #expect(try world.sync().contains("wrote 1 move"))
        try world.mbsync()
        let moved = filesBelow(world.folder + "/far/B&APw-ro")
        #expect(moved.count { $0.hasPrefix("cur/") || $0.hasPrefix("new/") } == 1, "\(moved)")
        #expect(try world.flags("far").isEmpty)
        // mbsync gives the file a UID.
        #expect(try !world.sync().contains("new"))
        #expect(try world.sync() == "Took nothing from the Maildir; wrote nothing to it.\n")
        #expect(try world.tool.succeed("count", "in:Büro").text == "1\n")
    }

    @Test(.requirement(19, 201)) func `what one side does comes to the other, both ways`() throws {
        let world = try world(messages: 4)
        try world.mbsync()
        #expect(try world.sync().contains("Took 4 new"))
        #expect(try world.sync() == "Took nothing from the Maildir; wrote nothing to it.\n")

        // Here one is read, one flagged and one deleted.
        try world.tool.succeed("mark", "--read", "subject:1")
        try world.tool.succeed("mark", "--flagged", "subject:2")
        try world.tool.succeed("delete", "subject:3", "--yes")
        #expect(try world.sync("--expunge").contains("wrote 2 flag changes, 1 removal"))
        try world.mbsync()
        #expect(try world.flags("far") == ["1 S", "2 F", "4 "])

        // There one is answered and one goes, and one comes.
        let far = world.folder + "/far/INBOX/cur/"
        let first = try #require(filesBelow(far).first { $0.hasPrefix("170000001.") })
        let fourth = try #require(filesBelow(far).first { $0.hasPrefix("170000004.") })
        #expect(unsafe rename(far + first, far + first.replacing(":2,S", with: ":2,RS")) == 0)
        #expect(unsafe unlink(far + fourth) == 0)
        try writeFile(world.folder + "/far/INBOX/new/1700000005.5.far", GeneratedMail.lone(5))
        try world.mbsync()
        #expect(try world.sync().contains("Took 1 new, 1 flag change, 1 removal"))
        #expect(try world.tool.succeed("count", "is:answered subject:1").text == "1\n")
        #expect(try world.tool.succeed("count", "*").text == "3\n")

        // Then all are at rest, whoever comes first.
        try world.mbsync()
        #expect(try world.sync() == "Took nothing from the Maildir; wrote nothing to it.\n")
        #expect(try world.flags("near") == world.flags("far"))
        try world.tool.succeed("verify")
    }
}
