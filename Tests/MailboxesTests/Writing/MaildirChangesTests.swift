import Foundation
import Mailboxes
import Testing

/// What a sync does to files of a Maildir.
@Suite struct `Changes in a Maildir` {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/m" }
    private static let mail = "Subject: x\n\nbody\n"

    init() throws {
        folder = try TemporaryFolder()
        for place in ["cur", "new", "tmp", ".W/cur", ".W/new", ".W/tmp"] { try folder.makeFolder("m/\(place)") }
    }

    private func write(_ name: String, _ text: String = Self.mail) throws { try folder.write("m/\(name)", text) }

    private func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.contains(".M") }.sorted()
    }

    /// Moves the file with a source name into a folder, and returns its name there.
    private func move(_ source: String, to names: [String], in tree: inout MaildirTree) throws -> String {
        let file = try #require(tree.files.first { $0.source == source })
        let target = try #require(tree.folders.first { $0.names == names })
        switch try tree.rename(file, into: target, flags: file.flags, otherwise: "7.M.unused") {
        case .done(let file): return file.source
        case .gone: return "gone"
        case .leadsElsewhere(let letters): return "leads elsewhere, \(letters)"
        }
    }

    @Test(arguments: ["cur/5.M.h:2,F", "new/5.M.h", "cur/5.M.h,U=3:2,", "cur/5.M.h!2,S"])
    func `a file gets another name where its own is in use, whatever the flags and the UID are`(other: String) throws {
        try write("cur/5.M.h:2,S")
        try write(".W/\(other)")
        var tree = try MaildirTree(path: path)
        #expect(try move("5.M.h", to: ["W"], in: &tree) == "W/7.M.unused")
        #expect(try names() == [".W/\(other)", ".W/cur/7.M.unused:2,S"].sorted())
    }

    @Test func `two files of one name do not meet in a third folder`() throws {
        try write("cur/5.M.h:2,F")
        try write(".W/cur/5.M.h:2,S")
        var tree = try MaildirTree(path: path)
        let made = try #require(try tree.makeFolder(["Y"]))
        #expect(try move("5.M.h", to: made.names, in: &tree) == "Y/5.M.h")
        #expect(try move("W/5.M.h", to: made.names, in: &tree) == "Y/7.M.unused")
        #expect(try names() == [".Y/cur/5.M.h:2,F", ".Y/cur/7.M.unused:2,S"])
    }

    @Test func `a link goes to another folder only where it leads to the same file from there`() throws {
        try folder.write("o/1", Self.mail)
        try folder.link("m/cur/1.M.h:2,S", to: "../../o/1")
        try folder.link("m/cur/2.M.h:2,S", to: folder.path + "/o/1")
        var tree = try MaildirTree(path: path, followsLinks: true)
        #expect(try move("1.M.h", to: ["W"], in: &tree) == "leads elsewhere, S")
        #expect(try move("2.M.h", to: ["W"], in: &tree) == "W/2.M.h")
        #expect(try names() == [".W/cur/2.M.h:2,S", "cur/1.M.h:2,S"])
        #expect(try String(contentsOfFile: path + "/cur/1.M.h:2,S", encoding: .utf8) == Self.mail)
        #expect(try String(contentsOfFile: path + "/.W/cur/2.M.h:2,S", encoding: .utf8) == Self.mail)
    }

    /// The folders that there are, and the directory of a new folder "Büro" beside them.
    @Test(
        arguments: [
            (["INBOX", "Entw&APw-rfe"], "B&APw-ro"), (["INBOX", "Work"], "B&APw-ro"), (["INBOX", "Übung"], "Büro"),
            ([".Work"], ".B&APw-ro"), ([], ".B&APw-ro"),
        ] as [([String], String)])
    func `a new folder is named as those beside it are`(there: [String], made: String) throws {
        for name in there { try folder.makeFolder("n/\(name)/cur") }
        if there.isEmpty { try folder.makeFolder("n/cur") }
        var tree = try MaildirTree(path: folder.path + "/n")
        let new = try #require(try tree.makeFolder(["Büro"]))
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/n/\(made)/cur"))
        // It is found under the same names again.
        #expect(try MaildirTree(path: folder.path + "/n").folders.contains { $0.names == new.names })
        #expect(new.names.map(StoredFolderName.decoded) == ["Büro"])
        #expect(tree.canName(["Büro"]) == false, "the directory is taken")
    }
}
