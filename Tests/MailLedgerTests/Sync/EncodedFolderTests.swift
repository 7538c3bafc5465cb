import Foundation
import Mail
import MailLedger
import Projections
import Testing

/// A tree of Maildirs as mbsync keeps it with `SubFolders Verbatim`, and Dovecot with `LAYOUT=fs`.
@Suite struct `A sync of folders with names in modified UTF-7` {
    private let synced: SyncedLedger

    init() throws {
        synced = try SyncedLedger()
        try synced.maildir.add(SampleMail("one"), to: "INBOX")
        try synced.maildir.add(SampleMail("two"), to: "Entw&APw-rfe", flags: "S")
    }

    /// The folders with mail in them, by their paths.
    private func folders() throws -> [String] {
        try synced.ledger.read { try $0.folders().filter { $0.total > 0 }.map(\.path) }.sorted()
    }

    @Test func `decodes them, and names new folders so`() throws {
        try synced.sync()
        #expect(try folders() == ["Entwürfe", "INBOX"])
        try synced.sample.addFolder("Büro", to: SyncedLedger.account)
        try synced.sample.addFolder("A & B", to: SyncedLedger.account)
        try synced.sample.move("subject:one", to: "Büro")
        try synced.sample.move("subject:two", to: "A & B")
        #expect(try synced.sync().count(.push, .move) == 2)
        let names = try synced.maildir.names().map { $0.split(separator: "/").first ?? "" }
        #expect(names == ["A &- B", "B&APw-ro"])
        #expect(try synced.sync().isEmpty && folders() == ["A & B", "Büro"])
        try synced.sample.move("subject:one", to: "Entwürfe")
        #expect(try synced.sync().count(.push, .move) == 1)
        #expect(try synced.maildir.names().contains { $0.hasPrefix("Entw&APw-rfe/cur/") })
        #expect(try synced.sync().isEmpty)
    }

    @Test func `leaves a folder its name that an earlier version made, until it is renamed`() throws {
        try synced.sample.addFolder("Entw&APw-rfe", to: SyncedLedger.account)
        try synced.sync()
        #expect(try folders() == ["Entw&APw-rfe", "INBOX"])
        #expect(try synced.sample.importing(synced.maildir.path, account: SyncedLedger.account).existing == 2)
        #expect(try synced.sync().isEmpty)
        // The folder of the decoded name has no directory of its own: nothing is moved to and fro.
        try synced.sample.addFolder("Entwürfe", to: SyncedLedger.account)
        try synced.sample.move("subject:one", to: "Entwürfe")
        let report = try synced.sync()
        #expect(report.actions.isEmpty && report.unwritten.count == 1)
        #expect(try synced.maildir.names().count == 2)
    }

    @Test func `takes equal files in directories of both names for one message and its twin`() throws {
        for directory in ["Büro", "B&APw-ro"] {
            try synced.maildir.put(SampleMail("three"), at: "\(directory)/cur/7.x.host:2,S")
        }
        let dry = try synced.sync(dryRun: true)
        let report = try synced.sync()
        #expect(report.count(.pull, .add) == 3 && report.actions.count == 3 && dry.actions.count == 3)
        #expect(report.isPartial && report.unwritten.count == 1 && dry.unwritten == report.unwritten)
        let twin = try #require(report.unwritten.first)
        #expect(try folders() == ["Büro", "Entwürfe", "INBOX"])
        // Neither file is moved until one of the two is gone.
        try synced.sample.move("subject:three", to: "Entwürfe")
        let waiting = try synced.sync()
        #expect(waiting.actions.isEmpty && waiting.unwritten.count == 2)
        try FileManager.default.removeItem(atPath: twin.source)
        #expect(try synced.sync().count(.push, .move) == 1)
        #expect(try synced.sync().isEmpty && synced.maildir.names().count == 3)
    }

    @Test func `takes files of other bytes in directories of both names for two messages`() throws {
        try synced.maildir.put(SampleMail("three"), at: "Büro/cur/7.x.host:2,S")
        try synced.maildir.put(SampleMail("four"), at: "B&APw-ro/cur/7.x.host:2,S")
        #expect(try synced.sync().count(.pull, .add) == 4)
        #expect(try synced.sync().isEmpty && folders() == ["Büro", "Entwürfe", "INBOX"])
    }

    @Test func `follows a directory that gets the encoded name`() throws {
        try synced.sync()
        try synced.maildir.add(SampleMail("three"), to: "Büro")
        #expect(try synced.sync().count(.pull, .add) == 1)
        try synced.maildir.makeFolder("B&APw-ro")
        for name in try synced.maildir.names() where name.hasPrefix("Büro/") {
            try synced.maildir.rename(name, to: name.replacingOccurrences(of: "Büro", with: "B&APw-ro"))
        }
        let report = try synced.sync()
        #expect(report.count(.pull, .rename) == 1 && report.actions.count == 1)
        #expect(try folders() == ["Büro", "Entwürfe", "INBOX"] && synced.sync().isEmpty)
    }
}
