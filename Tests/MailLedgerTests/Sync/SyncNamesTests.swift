import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import Testing

/// A sync where a name is not one message's, or where one message has several files.
@Suite struct `A sync of files that share a name` {
    private let synced: SyncedLedger

    init() throws {
        synced = try SyncedLedger()
        try synced.maildir.put(SampleMail("other"), at: "cur/9.M.host:2,S")
    }

    /// Both sides without the message that is beside all.
    private func there() throws -> [String: String] { try synced.maildir.state().filter { $0.key != " other" } }
    private func here() throws -> [String: String] { try synced.state().filter { $0.key != " other" } }

    /// Whether a sync right after has nothing to do.
    private func isAtRest() throws -> Bool {
        let head = try synced.sample.head()
        let report = try synced.sync()
        return try report.actions.isEmpty && report.conflicts.isEmpty && synced.sample.head() == head
    }

    @Test func `moves them to one folder as two`() throws {
        try synced.maildir.put(SampleMail("pear"), at: "cur/5.M.host:2,F")
        try synced.maildir.put(SampleMail("quince"), at: ".Work/cur/5.M.host:2,S")
        try synced.sync()
        try synced.sample.move("subject:pear", to: "Archive")
        try synced.sample.move("subject:quince", to: "Archive")
        #expect(try synced.sync().count(.push, .move) == 2)
        #expect(try there() == [".Archive pear": "F", ".Archive quince": "S"] && here() == there())
        #expect(try isAtRest())
        try synced.sample.delete("subject:pear")
        #expect(try synced.sync(expunging: true).count(.push, .remove) == 1)
        #expect(try there() == [".Archive quince": "S"] && isAtRest())
    }

    @Test(arguments: ["new/1.x.host", "cur/1.x.host:2,F", ".&ANw-bung/cur/1.x.host:2,F"])
    func `keeps each for its own message, by the bytes`(second: String) throws {
        let first = second.hasPrefix(".") ? ".Übung/cur/1.x.host:2,S" : "cur/1.x.host:2,S"
        try synced.maildir.put(SampleMail("pear"), at: first)
        try synced.maildir.put(SampleMail("quince"), at: second)
        #expect(try synced.sync().count(.pull, .add) == 3)
        #expect(try isAtRest())
        let names = try synced.maildir.names()
        try synced.sample.delete("subject:pear")
        #expect(try synced.sync(expunging: true).count(.push, .remove) == 1)
        #expect(try synced.maildir.names() == names.filter { $0 != first })
        #expect(try synced.sample.subjects("*") == ["other", "quince"] && isAtRest())
    }

    @Test func `names one of two with the same bytes, and lets it be`() throws {
        try synced.maildir.put(SampleMail("pear"), at: "cur/1.x.host:2,S")
        try synced.maildir.put(SampleMail("pear"), at: "new/1.x.host")
        let dry = try synced.sync(dryRun: true)
        let report = try synced.sync()
        #expect(report.count(.pull, .add) == 2 && report.actions.count == 2 && report.isPartial)
        #expect(report.unwritten == dry.unwritten && report.unwritten.count == 1)
        #expect(report.unwritten.allSatisfy { $0.source.hasSuffix("/new/1.x.host") })
        #expect(try isAtRest() && here() == [" pear": "S"])
    }

    @Test(arguments: ["cur/1.x.host:2,S", "new/1.x.host"])
    func `marks and removes no file that has a twin, until one of the two is gone`(removed: String) throws {
        try synced.maildir.put(SampleMail("pear"), at: "cur/1.x.host:2,S")
        try synced.maildir.put(SampleMail("pear"), at: "new/1.x.host")
        try synced.sync()
        try synced.sample.delete("subject:pear")
        let names = try synced.maildir.names()
        for expunging in [true, false] {
            let dry = try synced.sync(expunging: expunging, dryRun: true)
            let report = try synced.sync(expunging: expunging)
            #expect(report.actions.isEmpty && report.unwritten == dry.unwritten && report.unwritten.count == 2)
            #expect(Set(report.unwritten.map { $0.source.hasSuffix("/new/1.x.host") }) == [true, false])
            #expect(try synced.maildir.names() == names && here().isEmpty && isAtRest())
        }
        // As the report says; another program expunges what was marked then.
        try FileManager.default.removeItem(atPath: synced.maildir.path + "/" + removed)
        #expect(try synced.sync().count(.push, .delete) == 1)
        try synced.maildir.expunge()
        let report = try synced.sync()
        #expect(report.count(.pull, .remove) == 1 && report.count(.pull, .restore) == 0)
        #expect(try there().isEmpty && here().isEmpty && isAtRest())
    }

    @Test func `moves no file that has a twin, until one of the two is gone`() throws {
        try synced.sample.addFolder("Work", to: SyncedLedger.account)
        try synced.maildir.makeFolder(".Work")
        try synced.maildir.put(SampleMail("pear"), at: "cur/1.x.host:2,S")
        try synced.maildir.put(SampleMail("pear"), at: "cur/1.x.host:2,FS")
        try synced.sync()
        try synced.sample.move("subject:pear", to: "Work")
        let names = try synced.maildir.names()
        let dry = try synced.sync(dryRun: true)
        let report = try synced.sync()
        #expect(report.actions.isEmpty && report.unwritten == dry.unwritten && report.unwritten.count == 2)
        #expect(try synced.maildir.names() == names && here().keys.map { $0 } == [".Work pear"] && isAtRest())
        try FileManager.default.removeItem(atPath: synced.maildir.path + "/cur/1.x.host:2,FS")
        #expect(try synced.sync().count(.push, .move) == 1)
        #expect(try there().keys.map { $0 } == [".Work pear"] && there() == here() && isAtRest())
    }

    @Test func `ends with what it did if a later look finds most files gone`() throws {
        for number in 1...30 { try synced.maildir.add(SampleMail("mail\(number)")) }
        try synced.sync()
        let known = try synced.maildir.names()
        try synced.maildir.add(SampleMail("new"))
        let path = synced.maildir.path
        let report = try synced.sync(progress: { _ in
            for name in known { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
            return true
        })
        #expect(report.count(.pull, .add) == 1 && report.actions.count == 1 && report.isPartial)
        #expect(report.unwritten.map(\.source) == [path])
        let reason = report.unwritten.first?.reason ?? ""
        #expect(reason.contains("31 of 32 files are gone") && reason.contains("the rest was left undone"), "\(reason)")
        #expect(try synced.state().count == 32)
        // The next one has done nothing when it is refused, and says so.
        let error = #expect(throws: DomainError.self) { try synced.sync() }
        #expect(error?.description.contains("nothing was done") == true)
    }

    @Test(arguments: [false, true])
    func `takes no file away, and moves none, whose bytes are not the message's`(isMove: Bool) throws {
        try synced.maildir.put(SampleMail("pear"), at: "cur/1.x.host:2,S")
        try synced.sync()
        try FileManager.default.removeItem(atPath: synced.maildir.path + "/cur/1.x.host:2,S")
        try synced.maildir.put(SampleMail("quince"), at: "cur/1.x.host:2,S")
        if isMove {
            try synced.sample.move("subject:pear", to: "Archive")
        } else {
            try synced.sample.delete("subject:pear")
        }
        for expunging in [false, true] {
            let report = try synced.sync(expunging: expunging)
            #expect(report.actions.isEmpty && report.unwritten.map(\.source) == ["1.x.host"])
            #expect(report.unwritten.allSatisfy { $0.reason.contains("its bytes are not those") })
        }
        #expect(try there() == [" quince": "S"])
        // As the report says.
        try synced.maildir.rename("cur/1.x.host:2,S", to: "cur/2.x.host:2,S")
        try synced.sync()
        #expect(try here() == [" quince": "S"] && isAtRest())
    }

    // MARK: Several files of a message

    @Test func `takes the T of all files of a message away whose deletion one of them takes back`() throws {
        let one = try synced.maildir.add(SampleMail("one"))
        try synced.maildir.add(SampleMail("one"), to: ".Work")
        try synced.sync()
        try synced.sample.delete("subject:one")
        try synced.sync()
        #expect(try there() == [" one": "T", ".Work one": "T"])
        try synced.maildir.setFlags("", of: one)
        let dry = try synced.sync(expunging: true, dryRun: true)
        let report = try synced.sync(expunging: true)
        #expect(report.count(.pull, .restore) == 1 && report.count(.push, .flags) == 1 && dry.actions == report.actions)
        #expect(try there() == [" one": "", ".Work one": ""] && here() == there() && isAtRest())
    }

    @Test(arguments: [false, true])
    func `to the Maildir alone leaves the other files of a message whose deletion was taken back`(
        isExpunging: Bool
    ) throws {
        let one = try synced.maildir.add(SampleMail("one"))
        try synced.maildir.add(SampleMail("one"), to: ".Work")
        try synced.sync()
        try synced.sample.delete("subject:one")
        try synced.sync()
        try synced.maildir.setFlags("", of: one)
        #expect(try synced.sync(.push, expunging: isExpunging).actions.isEmpty)
        #expect(try there() == [" one": "", ".Work one": "T"] && here().isEmpty)
        // A sync both ways takes it back.
        #expect(try synced.sync(expunging: isExpunging).count(.pull, .restore) == 1)
        #expect(try there() == [" one": "", ".Work one": ""] && here() == there() && isAtRest())
    }

    @Test func `lets a deletion stand if another program takes its own T away`() throws {
        try synced.maildir.add(SampleMail("one"))
        let copy = try synced.maildir.add(SampleMail("one"), to: ".Work")
        try synced.sync()
        try synced.maildir.setFlags("T", of: copy)
        try synced.sync()
        try synced.sample.delete("subject:one")
        try synced.maildir.setFlags("", of: copy)
        let report = try synced.sync()
        #expect(report.count(.pull, .restore) == 0 && report.count(.push, .delete) == 2)
        #expect(try there() == [" one": "T", ".Work one": "T"] && here().isEmpty && isAtRest())
    }

    @Test(arguments: [false, true])
    func `gives the only file of a message the flags that are shown, in the same run`(isTrashed: Bool) throws {
        try synced.maildir.add(SampleMail("one"), flags: "S")
        let copy = try synced.maildir.add(SampleMail("one"), to: ".Work", flags: "S")
        try synced.sync()
        try synced.maildir.setFlags("F", of: copy)
        try synced.sync()
        #expect(try there() == [" one": "S", ".Work one": "F"] && isAtRest())
        if isTrashed {
            try synced.maildir.setFlags("FT", of: copy)
        } else {
            try synced.maildir.remove(copy)
        }
        #expect(try synced.sync().count(.push, .flags) == 1)
        #expect(try there()[" one"] == "F" && here() == [" one": "F"] && isAtRest())
    }

    // MARK: Links

    @Test(arguments: [false, true])
    func `moves a linked message whole`(isAbsolute: Bool) throws {
        let text = SampleMail("one").text
        let target = try synced.sample.scratch.write("o/1", text)
        let link = synced.maildir.path + "/cur/1.M.host:2,F"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: isAbsolute ? target : "../../o/1")
        try synced.sync(followingLinks: true)
        try synced.sample.move("subject:one", to: "Archive")
        #expect(try synced.sync(followingLinks: true).count(.push, .move) == 1)
        let names = try synced.maildir.names().filter { $0.hasPrefix(".Archive/") }
        #expect(names.count == 1 && names.allSatisfy { $0.hasSuffix(":2,F") })
        for name in names {
            #expect(try String(contentsOfFile: "\(synced.maildir.path)/\(name)", encoding: .utf8) == text)
        }
        let report = try synced.sync(followingLinks: true)
        #expect(try report.isEmpty && synced.sample.subjects("in:Archive") == ["one"])
        #expect(FileManager.default.fileExists(atPath: target))
    }

    // MARK: Dry runs

    @Test(arguments: ["S", ""])
    func `after an undo says in a dry run what it then does`(flags: String) throws {
        let one = try synced.maildir.add(SampleMail("one"), flags: "S")
        try synced.sync()
        try synced.undo()
        if flags != "S" { try synced.maildir.setFlags(flags, of: one) }
        let dry = try synced.sync(dryRun: true)
        let report = try synced.sync()
        for direction in [SyncAction.Direction.pull, .push] {
            for kind in SyncAction.Kind.allCases {
                #expect(dry.count(direction, kind) == report.count(direction, kind), "\(direction) \(kind)")
            }
        }
        #expect(try report.count(.pull, .copy) == 2 && isAtRest())
    }
}
