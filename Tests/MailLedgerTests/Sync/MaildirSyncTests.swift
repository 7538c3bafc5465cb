import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `A sync` {
    // MARK: In

    @Test func `takes in what is new, as an import does, and then has nothing to do`() throws {
        let synced = try SyncedLedger()
        try synced.maildir.add(SampleMail("one"), flags: nil)
        try synced.maildir.add(SampleMail("two"), flags: "FS")
        try synced.maildir.add(SampleMail("three"), to: ".Work.Letters", flags: "S")
        let report = try synced.sync()
        #expect(report.count(.pull, .add) == 3 && report.actions.count == 3)
        #expect(try synced.state() == [" one": "", " two": "FS", ".Work.Letters three": "S"])
        let head = try synced.sample.head()
        #expect(try synced.sync().isEmpty)
        #expect(try synced.sample.head() == head)
    }

    @Test(arguments: ["cur", ".Work/cur", ".Work/new", ".Work"])
    func `takes a folder that is no whole Maildir for broken, and not for empty`(lost: String) throws {
        let synced = try SyncedLedger()
        for name in ["one", "two", "three"] { try synced.maildir.add(SampleMail(name)) }
        try synced.maildir.add(SampleMail("four"), to: ".Work", flags: "S")
        try synced.maildir.add(SampleMail("five"), to: ".Work", flags: nil)
        _ = try synced.sync()
        let head = try synced.sample.head()
        // What another program does half, or does wrong.
        try synced.maildir.rename(lost, to: "../aside")
        if lost == ".Work" { try Data().write(to: URL(filePath: "\(synced.maildir.path)/.Work")) }
        let error = #expect(throws: DomainError.self) { try synced.sync() }
        #expect("\(try #require(error))".contains("no whole Maildir"))
        #expect(try synced.sample.head() == head)
        if lost == ".Work" { try FileManager.default.removeItem(atPath: "\(synced.maildir.path)/.Work") }
        try synced.maildir.rename("../aside", to: lost)
        #expect(try synced.sync().isEmpty)
        // A folder that is gone whole was removed.
        try FileManager.default.removeItem(atPath: "\(synced.maildir.path)/.Work")
        #expect(try synced.sync().count(.pull, .remove) == 2)
    }

    @Test func `takes over what an import brought, with what was marked here since`() throws {
        let synced = try SyncedLedger()
        try synced.maildir.add(SampleMail("one"))
        try synced.sample.importing(synced.maildir.path, account: SyncedLedger.account)
        try synced.sample.mark("subject:one", adding: [.seen])
        let report = try synced.sync()
        #expect(report.count(.pull, .copy) == 1 && report.count(.push, .flags) == 1)
        #expect(try synced.maildir.state() == [" one": "S"])
        #expect(try synced.sync().isEmpty)
        #expect(try synced.sample.importing(synced.maildir.path, account: SyncedLedger.account).existing == 1)
    }

    @Test func `after an import says in a dry run what it then does`() throws {
        let synced = try SyncedLedger()
        for name in ["marked", "moved", "deleted", "kept"] { try synced.maildir.add(SampleMail(name), flags: "") }
        let changed = try synced.maildir.add(SampleMail("changed"))
        try synced.sample.importing(synced.maildir.path, account: SyncedLedger.account)
        try synced.maildir.setFlags("F", of: changed)
        try synced.sample.mark("subject:marked", adding: [.seen])
        try synced.sample.addFolder("Play", to: SyncedLedger.account)
        try synced.sample.move("subject:moved", to: "Play")
        try synced.sample.delete("subject:deleted")
        let dry = try synced.sync(dryRun: true)
        let report = try synced.sync()
        #expect(dry.recognised == 5 && report.recognised == 5)
        #expect(dry.count(.pull, .flags) == 1 && dry.count(.push, .flags) == 1)
        #expect(dry.count(.push, .move) == 1 && dry.count(.push, .delete) == 1)
        for direction in [SyncAction.Direction.pull, .push] {
            for kind in SyncAction.Kind.allCases {
                #expect(dry.count(direction, kind) == report.count(direction, kind))
            }
        }
        #expect(
            try synced.maildir.state() == [
                " marked": "S", ".Play moved": "", " deleted": "T", " kept": "", " changed": "F",
            ])
        #expect(try synced.sync().isEmpty)
    }

    @Test func `says in a dry run, too, which folder the Maildir cannot name`() throws {
        let synced = try SyncedLedger()
        try synced.maildir.add(SampleMail("one"))
        try synced.sync()
        try synced.sample.addFolder("a.b", to: SyncedLedger.account)
        try synced.sample.move("subject:one", to: "a.b")
        let dry = try synced.sync(dryRun: true)
        let report = try synced.sync()
        #expect(dry.unwritten.map(\.reason) == report.unwritten.map(\.reason) && dry.unwritten.count == 1)
        #expect(dry.actions.isEmpty && report.actions.isEmpty)
    }

    @Test func `follows flags, renames and moves as changes of the same message`() throws {
        let synced = try SyncedLedger()
        let one = try synced.maildir.add(SampleMail("one"), flags: nil)
        let two = try synced.maildir.add(SampleMail("two"), to: ".Work")
        try synced.sync()
        let ids = try synced.sample.messages().map(\.id)
        try synced.maildir.setFlags("FS", of: one)
        try synced.maildir.move(two, to: ".Play")
        let report = try synced.sync()
        #expect(report.count(.pull, .flags) == 1 && report.count(.pull, .move) == 1 && report.actions.count == 2)
        let place = try #require(try synced.maildir.place(of: one))
        try synced.maildir.rename(place, to: place.replacingOccurrences(of: ".host", with: ".host,U=7"))
        #expect(try synced.sync().count(.pull, .rename) == 1)
        #expect(try synced.state() == [" one": "FS", ".Play two": ""])
        #expect(Set(try synced.sample.messages().map(\.id)) == Set(ids))
        #expect(try synced.sync().isEmpty)
    }

    @Test(.requirement(228)) func `tells that a message changed when it writes to its file`() throws {
        let synced = try SyncedLedger()
        try synced.maildir.add(SampleMail("one"))
        try synced.maildir.add(SampleMail("two"))
        try synced.sync()
        let one = try #require(try synced.sample.messages("subject:one").first)
        try synced.sample.mark("subject:one", adding: [.seen])
        let start = try synced.sample.head()
        #expect(try synced.sync().count(.push, .flags) == 1)
        let written = try #require(try synced.ledger.store.events(EventSelection(after: start)).first)
        #expect(written.type == CopyPushed.type)
        let changes = try #require(try synced.ledger.read { try $0.nextChanges(after: start) }).changes
        let messages = changes.filter { $0.entity == "message" }
        #expect(messages.map(\.id) == [one.id.uniqueID] && messages.map(\.kind) == [.updated])
        #expect(messages.map(\.position) == [written.position])
        #expect(try synced.ledger.maintenance.checkViews() == nil)
    }

    @Test func `ends a message whose last copy is gone, and says why`() throws {
        let synced = try SyncedLedger()
        let one = try synced.maildir.add(SampleMail("one"))
        try synced.maildir.add(SampleMail("two"))
        let copy = try synced.maildir.add(SampleMail("two"), to: ".Work")
        try synced.sync()
        try synced.maildir.remove(one)
        try synced.maildir.remove(copy)
        let report = try synced.sync()
        #expect(report.count(.pull, .remove) == 2)
        #expect(try synced.state() == [" two": ""])
        let transaction = try #require(try synced.ledger.store.transaction(synced.ledger.store.head().transaction))
        #expect(try transaction.openedHeader()?.reason == "gone from \(synced.maildir.path)")
    }

    @Test func `does nothing when most files are gone, unless it is told to`() throws {
        let synced = try SyncedLedger()
        for number in 1...30 { try synced.maildir.add(SampleMail("mail\(number)")) }
        try synced.sync()
        let head = try synced.sample.head()
        for name in try synced.maildir.names().prefix(25) {
            try FileManager.default.removeItem(atPath: "\(synced.maildir.path)/\(name)")
        }
        #expect(throws: DomainError.self) { try synced.sync() }
        #expect(try synced.sample.head() == head)
        #expect(try synced.sync(allowingRemovals: true).count(.pull, .remove) == 25)
        #expect(try synced.sync().isEmpty)
    }

    @Test func `of a path with no Maildir or none at all is refused`() throws {
        let synced = try SyncedLedger()
        try synced.maildir.add(SampleMail("one"))
        try synced.sync()
        for place in ["cur", "new"] {
            try FileManager.default.moveItem(
                atPath: "\(synced.maildir.path)/\(place)", toPath: "\(synced.maildir.path)/was-\(place)")
        }
        #expect(throws: SyncError.self) { try synced.sync() }
        try FileManager.default.removeItem(atPath: synced.maildir.path)
        #expect(throws: (any Error).self) { try synced.sync() }
        #expect(try synced.sample.subjects("*") == ["one"])
    }

    @Test(.requirement(19)) func `into a disabled account is refused, and changes nothing`() throws {
        let synced = try SyncedLedger()
        try synced.maildir.add(SampleMail("one"))
        var change = ChangeAccount()
        change.isEnabled = false
        _ = try synced.ledger.changeAccount(
            SyncedLedger.account, change, context: synced.ledger.context(command: "account disable"))
        let head = try synced.sample.head()
        #expect(throws: DomainError.self) { try synced.sync() }
        #expect(try synced.sample.head() == head)
        change.isEnabled = true
        _ = try synced.ledger.changeAccount(
            SyncedLedger.account, change, context: synced.ledger.context(command: "account enable"))
        #expect(try synced.sync().count(.pull, .add) == 1)
    }

    @Test func `leaves alone what came from elsewhere`() throws {
        let synced = try SyncedLedger()
        try synced.sample.importing([SampleMail("other")], account: SyncedLedger.account)
        try synced.maildir.add(SampleMail("one"))
        try synced.sync()
        try synced.sample.mark("subject:other", adding: [.seen])
        #expect(try synced.sync().isEmpty)
        #expect(try synced.sample.subjects("*") == ["one", "other"])
    }

    @Test func `tells of a file that is no mail once`() throws {
        let synced = try SyncedLedger()
        try Data().write(to: URL(filePath: synced.maildir.path + "/cur/1700000000.empty.host:2,"))
        #expect(try synced.sync().skipped.count == 1)
        #expect(try synced.sync().isEmpty)
    }

    // MARK: Out

    @Test func `writes marks, moves and deletions, and keeps what it does not know`() throws {
        let synced = try SyncedLedger()
        let one = try synced.maildir.add(SampleMail("one"), flags: nil)
        let two = try synced.maildir.add(SampleMail("two"), flags: "Sab")
        let three = try synced.maildir.add(SampleMail("three,U=3"), flags: "")
        try synced.maildir.add(SampleMail("four"), flags: "S")
        try synced.sync()
        try synced.sample.mark("subject:one", adding: [.seen, .flagged])
        try synced.sample.mark("subject:two", adding: [.answered], removing: [.seen])
        try synced.sample.move("subject:three", to: "Archive")
        try synced.sample.delete("subject:four")
        let dry = try synced.sync(dryRun: true)
        let names = try synced.maildir.names()
        #expect(try synced.maildir.names() == names)
        let report = try synced.sync()
        #expect(report.actions == dry.actions && report.actions.allSatisfy { $0.direction == .push })
        #expect(try synced.maildir.place(of: one) == "cur/\(one):2,FS")
        #expect(try synced.maildir.place(of: two) == "cur/\(two):2,Rab")
        let moved = three.replacingOccurrences(of: ",U=3", with: "")
        #expect(try synced.maildir.place(of: moved) == ".Archive/cur/\(moved):2,")
        #expect(try synced.maildir.state()[" four"] == "ST")
        #expect(try synced.sync().isEmpty)
        try synced.maildir.expunge()
        #expect(try synced.sync().count(.pull, .remove) == 1)
        #expect(try synced.sync().isEmpty)
    }

    @Test func `takes files away where that is asked for`() throws {
        let synced = try SyncedLedger()
        try synced.maildir.add(SampleMail("one"))
        try synced.maildir.add(SampleMail("two"))
        try synced.sync()
        try synced.sample.delete("subject:one")
        try synced.sync()
        #expect(try synced.maildir.state() == [" one": "T", " two": ""])
        #expect(try synced.sync(expunging: true).count(.push, .remove) == 1)
        #expect(try synced.maildir.state() == [" two": ""])
        #expect(try synced.sync().isEmpty)
    }

    @Test func `sends to other copies what was marked here, and not what was seen at one`() throws {
        let synced = try SyncedLedger()
        let one = try synced.maildir.add(SampleMail("one"))
        try synced.maildir.add(SampleMail("one"), to: ".Work")
        try synced.sync()
        try synced.maildir.setFlags("S", of: one)
        try synced.sync()
        #expect(try synced.maildir.state() == [" one": "S", ".Work one": ""])
        try synced.sample.mark("subject:one", adding: [.flagged])
        try synced.sync()
        #expect(try synced.maildir.state() == [" one": "FS", ".Work one": "F"])
        #expect(try synced.sync().isEmpty)
    }

    @Test(arguments: [SyncOptions.Direction.pull, .push])
    func `one way only leaves the other for later`(direction: SyncOptions.Direction) throws {
        let synced = try SyncedLedger()
        let one = try synced.maildir.add(SampleMail("one"))
        try synced.maildir.add(SampleMail("two"))
        try synced.sync()
        try synced.maildir.setFlags("F", of: one)
        try synced.sample.mark("*", adding: [.seen])
        let report = try synced.sync(direction)
        #expect(report.actions.allSatisfy { $0.direction == (direction == .pull ? .pull : .push) })
        #expect(!report.actions.isEmpty)
        try synced.sync()
        #expect(try synced.maildir.state() == [" one": "FS", " two": "S"])
        #expect(try synced.state() == [" one": "FS", " two": "S"])
        #expect(try synced.sync().isEmpty)
    }

    // MARK: Both

    @Test func `takes the Maildir's folder where both moved, and records both`() throws {
        let synced = try SyncedLedger()
        let one = try synced.maildir.add(SampleMail("one"))
        try synced.sync()
        try synced.maildir.move(one, to: ".Work")
        try synced.sample.move("subject:one", to: "Archive")
        let report = try synced.sync()
        let conflict = try #require(report.conflicts.first)
        #expect(conflict.here == "Archive" && conflict.there == "Work" && conflict.base == "INBOX")
        #expect(try synced.state() == [".Work one": ""])
        try synced.undo()
        try synced.sync()
        #expect(try synced.maildir.state() == [".Archive one": ""])
        #expect(try synced.sync().isEmpty)
    }

    @Test func `records what was marked here of a file that is gone`() throws {
        let synced = try SyncedLedger()
        let one = try synced.maildir.add(SampleMail("one"))
        try synced.sync()
        try synced.maildir.remove(one)
        try synced.sample.mark("subject:one", adding: [.flagged])
        let report = try synced.sync()
        #expect(report.conflicts.map(\.here) == ["INBOX F"] && report.conflicts.map(\.there) == ["gone"])
        #expect(try synced.state() == [:])
        #expect(try synced.sync().isEmpty)
    }

    @Test func `brings back a message whose deletion was taken back there`() throws {
        let synced = try SyncedLedger()
        let one = try synced.maildir.add(SampleMail("one"), flags: "S")
        try synced.sync()
        try synced.sample.delete("subject:one")
        try synced.sync()
        try synced.maildir.setFlags("S", of: one)
        #expect(try synced.sync().count(.pull, .restore) == 1)
        #expect(try synced.state() == [" one": "S"])
        // As mbsync does with a folder for trash: the file goes, and another one comes.
        try synced.sample.delete("subject:one")
        try synced.sync()
        try synced.maildir.expunge()
        try synced.maildir.add(SampleMail("one"), to: ".Trash", flags: "S")
        try synced.sync()
        #expect(try synced.state() == [".Trash one": "S"])
        #expect(try synced.sync().isEmpty)
    }

    // MARK: Undo

    @Test func `is undone in the Maildir by the next one`() throws {
        let synced = try SyncedLedger()
        let one = try synced.maildir.add(SampleMail("one"))
        let two = try synced.maildir.add(SampleMail("two"), flags: "S")
        let three = try synced.maildir.add(SampleMail("three"), flags: "F")
        let four = try synced.maildir.add(SampleMail("four"))
        try synced.sync()
        let before = try synced.state()
        try synced.maildir.setFlags("S", of: one)
        try synced.maildir.move(two, to: ".Work")
        try synced.maildir.remove(three)
        try synced.maildir.setFlags("T", of: four)
        try synced.sync()
        #expect(try synced.state() == [" one": "S", ".Work two": "S"])
        try synced.undo()
        #expect(try synced.state() == before)
        let report = try synced.sync()
        #expect(report.actions.allSatisfy { $0.direction == .push } && report.conflicts.isEmpty)
        #expect(try synced.maildir.state().count == 4)
        #expect(Set(try synced.maildir.state().values) == ["", "F", "S"])
        #expect(try synced.state() == before)
        #expect(try synced.sync().isEmpty)
    }

    @Test(arguments: [false, true])
    func `takes a deletion back when that is undone, before and after the file went`(isExpunged: Bool) throws {
        let synced = try SyncedLedger()
        try synced.maildir.add(SampleMail("one"), flags: "S")
        try synced.sync()
        try synced.sample.delete("subject:one")
        let deletion = try synced.ledger.store.transaction(synced.ledger.store.head().transaction)?.operation
        try synced.sync()
        if isExpunged {
            try synced.maildir.expunge()
            try synced.sync()
        }
        let id = try #require(deletion)
        _ = try synced.ledger.undo(.operation(prefix: id.description))
        #expect(try synced.state() == [" one": "S"])
        try synced.sync()
        #expect(Array(try synced.maildir.state().values) == ["S"])
        #expect(try synced.sync().isEmpty)
    }
}
