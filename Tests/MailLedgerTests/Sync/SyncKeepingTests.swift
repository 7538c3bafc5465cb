import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import Testing

/// A sync where one side takes mail away that the other one keeps.
@Suite struct `A sync of mail that somebody keeps` {
    private let synced: SyncedLedger

    init() throws {
        synced = try SyncedLedger()
        try synced.maildir.put(SampleMail("other"), at: "cur/9.M.host:2,S")
    }

    /// Both sides without the message that is beside all.
    private func there() throws -> [String: String] { try synced.maildir.state().filter { $0.key != " other" } }
    private func here() throws -> [String: String] { try synced.state().filter { $0.key != " other" } }

    /// Syncs, and checks that a dry run right before says the same.
    private func syncAsForeseen(expunging: Bool = false) throws -> SyncReport {
        let dry = try synced.sync(expunging: expunging, dryRun: true)
        let report = try synced.sync(expunging: expunging)
        for direction in [SyncAction.Direction.pull, .push] {
            for kind in SyncAction.Kind.allCases {
                #expect(dry.count(direction, kind) == report.count(direction, kind), "\(direction) \(kind)")
            }
        }
        #expect(dry.conflicts == report.conflicts && dry.unwritten == report.unwritten)
        return report
    }

    private func latestOperation() throws -> String {
        let transaction = try synced.ledger.store.transaction(synced.ledger.store.head().transaction)
        return try #require(transaction?.operation).description
    }

    /// Both a deletion here, and the T of another program that a sync took over.
    @Test(arguments: [false, true])
    func `writes a message again that was brought back while its file was expunged`(isDeletedHere: Bool) throws {
        let one = try synced.maildir.add(SampleMail("one"), flags: "S")
        try synced.sync()
        let deletion: String
        if isDeletedHere {
            try synced.sample.delete("subject:one")
            deletion = try latestOperation()
            try synced.sync()
        } else {
            try synced.maildir.setFlags("ST", of: one)
            try synced.sync()
            deletion = try latestOperation()
        }
        #expect(try there() == [" one": "ST"] && here().isEmpty)
        _ = try synced.ledger.undo(.operation(prefix: deletion))
        try synced.maildir.expunge()
        let start = try synced.sample.head()
        let report = try syncAsForeseen()
        #expect(report.count(.push, .restore) == 1 && report.actions.count == 1)
        let conflict = try #require(report.conflicts.first)
        #expect(conflict.base == "INBOX ST" && conflict.here == "INBOX S" && conflict.there == "gone")
        #expect(conflict.standing == .here && report.conflicts.count == 1)
        let types = try synced.ledger.store.events(EventSelection(after: start)).map(\.type)
        #expect(types == [ConflictDetected.type, CopyPushed.type])
        #expect(try there() == [" one": "S"] && here() == [" one": "S"])
        #expect(try synced.sync().isEmpty)
        // From now on a file that goes takes its message along, as ever.
        let place = try #require(try synced.maildir.names().first { !$0.hasPrefix("cur/9.M.host") })
        try FileManager.default.removeItem(atPath: "\(synced.maildir.path)/\(place)")
        let gone = try synced.sync()
        #expect(gone.count(.pull, .remove) == 1 && gone.conflicts.isEmpty)
        #expect(try here().isEmpty)
    }

    /// A T that a sync wrote, or one of another program from before.
    @Test(arguments: [false, true], [false, true])
    func `brings a message back whose T was taken off after its folder was deleted`(
        isOwn: Bool, isExpunging: Bool
    ) throws {
        let one = try synced.maildir.add(SampleMail("one"), to: ".Work", flags: "S")
        try synced.maildir.add(SampleMail("two"), to: ".Work", flags: "S")
        try synced.sync()
        if !isOwn {
            try synced.maildir.setFlags("ST", of: one)
            try synced.sync()
        }
        try synced.ledger.deleteFolder(
            "Work", in: SyncedLedger.account, context: synced.ledger.context(command: "folder delete"))
        try synced.sync()
        #expect(try there() == [".Work one": "ST", ".Work two": "ST"] && here().isEmpty)
        try synced.maildir.setFlags("S", of: one)
        let report = try syncAsForeseen(expunging: isExpunging)
        #expect(report.count(.pull, .restore) == 1 && report.count(.push, .delete) == 0)
        #expect(report.conflicts.map(\.here) == ["deleted"] && report.conflicts.map(\.there) == ["Work S"])
        #expect(report.conflicts.map(\.standing) == [.there])
        #expect(try there()[".Work one"] == "S" && here() == [".Work one": "S"])
        #expect(try there().count == (isExpunging ? 1 : 2))
        #expect(try synced.sync(expunging: isExpunging).isEmpty)
        #expect(try synced.ledger.maintenance.checkViews() == nil)
    }

    // MARK: Several files

    @Test func `foresees that it writes a file again whose message another file brings back`() throws {
        let one = try synced.maildir.add(SampleMail("one"))
        let copy = try synced.maildir.add(SampleMail("one"), to: ".Work")
        try synced.sync()
        try synced.sample.delete("subject:one")
        try synced.sync()
        try synced.maildir.setFlags("", of: one)
        try synced.maildir.remove(copy)
        let report = try syncAsForeseen()
        #expect(report.count(.pull, .restore) == 1 && report.count(.push, .restore) == 1)
        #expect(report.count(.pull, .remove) == 0 && report.conflicts.count == 1)
        #expect(try there() == [" one": "", ".Work one": ""] && here() == there() && synced.sync().isEmpty)
    }

    /// As a program does with a folder for trash that changes the header.
    @Test func `foresees that a message comes back where its new file is, and nowhere else`() throws {
        try synced.maildir.add(SampleMail("one"), flags: "S")
        try synced.sync()
        try synced.sample.delete("subject:one")
        try synced.sync()
        try synced.maildir.expunge()
        var other = SampleMail("one")
        other.headers = ["X-TUID: abcdefghijkl"]
        try synced.maildir.put(other, at: ".Trash/cur/8.M.host:2,S")
        let report = try syncAsForeseen()
        #expect(report.count(.pull, .restore) == 1 && report.count(.pull, .remove) == 1 && report.conflicts.isEmpty)
        #expect(try there() == [".Trash one": "S"] && here() == there() && synced.sync().isEmpty)
    }

    // MARK: Names

    @Test func `takes no other mail for what has the name of an import that was undone`() throws {
        try synced.maildir.put(SampleMail("pear"), at: "cur/1.x.host:2,S")
        try synced.sync()
        try synced.maildir.put(SampleMail("quince"), at: "cur/1.x.host:2,F")
        try synced.sync()
        try synced.undo()
        #expect(try here() == [" pear": "S"])
        try FileManager.default.removeItem(atPath: synced.maildir.path + "/cur/1.x.host:2,S")
        let report = try syncAsForeseen()
        #expect(report.count(.pull, .remove) == 1 && report.count(.pull, .copy) == 1)
        #expect(try there() == [" quince": "F"] && here() == there() && synced.sync().isEmpty)
    }
}
