import Foundation
import Glibc
import TestSupport
import Testing

@testable import DiskFiles
@testable import Mailboxes

/// Links in what is walked: whoever may put one there must not choose what is read.
@Suite struct `A link in a mailbox` {
    private let folder: TemporaryFolder
    private let mail = "Subject: x\n\nbody\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("secret/shadow", "Subject: s3cret\n\nbody\n")
        try folder.write("secret/box.mbox", "From - \n" + mail + "\nFrom - \n" + mail)
        try folder.write("secret/Maildir/cur/9:2,S", mail)
        try folder.write("Maildir/cur/1:2,S", mail)
    }

    private var maildir: String { "\(folder.path)/Maildir" }

    @Test(arguments: [false, true])
    func `out of it is named and passed over unless links are to be followed`(_ isAbsolute: Bool) throws {
        func outside(_ depth: Int, _ name: String) -> String {
            (isAbsolute ? folder.path + "/" : String(repeating: "../", count: depth)) + "secret/" + name
        }
        try folder.link("Maildir/cur/2:2,S", to: outside(2, "shadow"))
        try folder.makeFolder("Maildir/new")
        try folder.link("Maildir/new/3", to: outside(2, "shadow"))
        try folder.link("Maildir/box.mbox", to: outside(1, "box.mbox"))
        try folder.link("Maildir/Other", to: outside(1, "Maildir"))
        try folder.makeFolder("Maildir/.Work")
        try folder.link("Maildir/.Work/cur", to: outside(2, "Maildir/cur"))
        let walked = try Walked(maildir)
        #expect(walked.places == [": 1"])
        #expect(
            Set(walked.reasons) == [
                "cur: leads-out!", "Other: leads-out!", "box.mbox: leads-out!", "2:2,S: leads-out!", "3: leads-out!",
            ])
        #expect(walked.skipped.count == 5)
        let followed = try Walked(maildir, options: MailboxOptions(followsLinks: true))
        #expect(
            Set(followed.places) == [
                ": 1", ": 2", ": 3", ": box.mbox#1", ": box.mbox#2", "Other: 9", "Work: 9",
            ])
        #expect(followed.skipped.isEmpty)
    }

    @Test func `that stays within is followed`() throws {
        try folder.link("Maildir/cur/2:2,S", to: "1:2,S")
        try folder.link("Maildir/new", to: "cur/../cur")
        let walked = try Walked(maildir)
        #expect(walked.skipped.isEmpty && walked.messages.count == 4)
        #expect(try walked.messages.allSatisfy { try bytes(of: $0) == Array(mail.utf8) })
    }

    @Test func `that takes the place of a file or a folder after the walk is not read`() throws {
        try folder.write("Maildir/.Work/cur/9:2,S", mail)
        try folder.write("Maildir/big.mbox", "From - \n" + mail)
        let messages = try Walked(maildir).messages
        try #require(messages.count == 3)
        for (name, target) in [
            ("cur/1:2,S", "../../secret/shadow"), (".Work/cur", "../../secret/Maildir/cur"),
            ("big.mbox", "../secret/box.mbox"),
        ] {
            try FileManager.default.removeItem(atPath: "\(maildir)/\(name)")
            try folder.link("Maildir/\(name)", to: target)
        }
        for message in messages {
            do throws(MailboxError) {
                _ = try MessageReader().read(message)
                Issue.record("\(message.path) was read")
            } catch {
                #expect(error.skipped?.reason == .leadsOut, "\(message.path): \(error)")
            }
        }
    }

    @Test func `is passed on no way by a system that cannot hold a way within a folder`() throws {
        try folder.link("Maildir/cur/2", to: "1:2,S")
        try folder.link("Maildir/Other", to: "../secret")
        let root = try SharedFile(KernelFiles.shared, FilePath(maildir), .folder)
        func open(_ names: String..., flags: CInt = O_RDONLY) throws(FileError) -> FileKind {
            let opened = try Beneath.openStepwise(names.map { ArraySlice($0.utf8) }, in: root.handle, flags)
            return try File(KernelFiles.shared, owning: opened, path: "").status().kind
        }
        func refusal(_ body: () throws -> FileKind) throws -> SystemCode? {
            do { _ = try body() } catch let error as FileError { return error.code }
            return nil
        }
        #expect(try open("cur", "1:2,S") == .regular && open("cur") == .directory && open() == .directory)
        for flags in [O_RDONLY, 0o10000000] {
            #expect(try refusal { try open("cur", "2", flags: flags) } == .leadsOut)
            #expect(try refusal { try open("Other", "shadow", flags: flags) } == .leadsOut)
            #expect(try refusal { try open("Other", flags: flags) } == .leadsOut)
        }
        #expect(try refusal { try open("cur", "none") } == .notThere)
        #expect(try refusal { try open("cur", "1:2,S", "x") } == .notAFolder)
    }

    @Test func `was never taken as unchanged`() throws {
        try folder.link("Maildir/cur/2:2,S", to: "../../secret/shadow")
        var stamper = try #require(
            FileStamper(
                of: Location(files: KernelFiles.shared, path: FilePath(maildir + "/cur"), bounds: .anywhere),
                pathBelow: [],
                walkedAt: time(nil) + 10))
        #expect(stamper.stamp(of: Array("1:2,S\0".utf8)[...]) != nil)
        #expect(stamper.stamp(of: Array("2:2,S\0".utf8)[...]) == nil)
    }

    // Only the superuser makes links in another's name.
    @Test(.enabled("only the superuser can give a link away") { geteuid() == 0 }, arguments: ["shadow", "Maildir"])
    func `of another user's to what is not theirs is refused where it is named`(_ target: String) throws {
        try folder.link("mine", to: "secret/\(target)")
        let link = "\(folder.path)/mine"
        #expect(try !Walked(link).messages.isEmpty)
        #expect(unsafe lchown(link, 65534, 65534) == 0)
        #expect(throws: MailboxError.refused(SkippedFile(path: link, reason: .leadsOut, isExpected: false))) {
            _ = try Walked(link)
        }
        #expect(try !Walked(link, options: MailboxOptions(followsLinks: true)).messages.isEmpty)
        // What leads to their own is theirs to give.
        for name in ["secret/shadow", "secret/Maildir"] {
            #expect(unsafe chown("\(folder.path)/\(name)", 65534, 65534) == 0)
        }
        #expect(try !Walked(link).messages.isEmpty)
    }

    @Test func `for a folder stops the reading of names for a sync`() throws {
        try folder.makeFolder("Maildir/.Work")
        try folder.link("Maildir/.Work/cur", to: "../../secret/Maildir/cur")
        #expect(
            throws: MailboxError.refused(
                SkippedFile(path: "\(maildir)/.Work/cur", reason: .leadsOut, isExpected: false))
        ) { _ = try MaildirTree(path: maildir) }
        #expect(try MaildirTree(path: maildir, followsLinks: true).files.count == 2)
    }

    @Test func `for a message is no message of a sync, and no way to write`() throws {
        try folder.link("Maildir/cur/2:2,S", to: "../../secret/shadow")
        var tree = try MaildirTree(path: maildir)
        let file = try #require(tree.files.first { $0.base == "2" })
        guard case .skipped(let skipped) = tree.inspect(file, options: MailboxOptions()) else {
            Issue.record("it was read")
            return
        }
        #expect(skipped.reason == .leadsOut)
        let top = try #require(tree.folders.first)
        try folder.link("Maildir/tmp", to: "../secret")
        #expect(throws: WriteFailure(path: "\(maildir)/tmp", code: SystemCode(ELOOP))) {
            _ = try tree.deliver(into: top, as: "5.host", flags: "S", received: 0) { try $0.write("x") }
        }
        try folder.link("Maildir/.Away", to: "../secret")
        #expect(throws: WriteFailure(path: "\(maildir)/.Away", code: SystemCode(ELOOP))) {
            _ = try tree.makeFolder(["Away"])
        }
        try FileManager.default.removeItem(atPath: "\(maildir)/cur")
        try folder.link("Maildir/cur", to: "../secret/Maildir/cur")
        let first = try #require(tree.files.first { $0.base == "1" })
        #expect(throws: WriteFailure.self) { _ = try tree.rename(first, flags: "F", otherwise: "x") }
        #expect(throws: WriteFailure.self) { try tree.remove(first) }
        let secret = try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/secret").sorted()
        #expect(secret == ["Maildir", "Maildir/cur", "Maildir/cur/9:2,S", "box.mbox", "shadow"])
    }

    // MARK: Writing

    @Test func `is no way for an export`() throws {
        try folder.makeFolder("out")
        try folder.link("out/cur", to: "../secret/Maildir/cur")
        let tree = try StagedTree(for: "\(folder.path)/out", merging: true, on: KernelFiles.shared)
        for name in ["a", "cur"] { try tree.makeFolder(name) }
        for name in ["a/1", "cur/2"] {
            let file = try #require(try OutputFile(creating: "\(tree.path)/\(name)", on: KernelFiles.shared))
            try file.finish()
        }
        #expect(throws: WriteRefusal.link(path: "\(folder.path)/out/cur")) { try tree.publish() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/secret/Maildir/cur") == ["9:2,S"])
        // Nothing was moved before it was refused.
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/out/a"))
    }

    @Test func `in the place of a file is not written through`() throws {
        try folder.link("link", to: "secret/shadow")
        let path = "\(folder.path)/link"
        #expect(throws: WriteRefusal.exists(path: path)) {
            _ = try StagedFile(at: path, overwriting: false, on: KernelFiles.shared)
        }
        #expect(throws: WriteRefusal.link(path: path)) {
            _ = try StagedFile(at: path, overwriting: true, on: KernelFiles.shared)
        }
        try folder.link("dangling", to: "secret/new")
        let dangling = "\(folder.path)/dangling"
        #expect(throws: WriteRefusal.link(path: dangling)) {
            _ = try StagedFile(at: dangling, overwriting: true, on: KernelFiles.shared)
        }
        #expect(try String(contentsOfFile: "\(folder.path)/secret/shadow", encoding: .utf8).contains("s3cret"))
    }
}
