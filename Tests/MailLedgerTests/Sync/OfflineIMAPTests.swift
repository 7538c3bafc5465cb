import Foundation
import Mail
import MailLedger
import Projections
import Testing

/// A Maildir as OfflineIMAP keeps it: `TIME_N.PID.HOST,U=UID,FMD5=MD5-OF-THE-FOLDER:2,FLAGS`.
///
/// It finds a message by its UID where the MD5 is that of the folder; any other file it takes for new, sends it to the server,
/// and gives it another name altogether.
@Suite struct `A Maildir of OfflineIMAP` {
    /// md5sum(1) of `INBOX` and of `Work`.
    private static let inbox = "7e33429f656f1e6e9d79b29c3f82c57e"
    private static let work = "0f9263536b9fc61ada745644735bfd8f"
    private let synced: SyncedLedger

    init() throws {
        synced = try SyncedLedger()
        for uid in 1...3 {
            let name = try synced.maildir.add(SampleMail("m\(uid)"))
            try rename(name, to: "1700000000_\(uid).4711.host,U=\(uid),FMD5=\(Self.inbox)")
        }
        try synced.sync()
    }

    /// Gives a file another unique name, in another folder maybe, with its flags.
    private func rename(_ name: String, to new: String, in folder: String? = nil) throws {
        let place = try #require(try synced.maildir.place(of: name))
        var parts = place.split(separator: "/").map(String.init)
        let flags = parts.removeLast().split(separator: ":").last ?? ""
        let directory = (folder.map { $0 + "/cur" } ?? parts.joined(separator: "/"))
        try synced.maildir.rename(place, to: "\(directory)/\(new):\(flags)")
    }

    private func files() throws -> [String] {
        try synced.maildir.names().map { String($0.split(separator: "/").last ?? "") }
    }

    @Test func `is taken in, and its flags go both ways under the names that it gave`() throws {
        #expect(try synced.state() == [" m1": "", " m2": "", " m3": ""])
        let first = "1700000000_1.4711.host,U=1,FMD5=\(Self.inbox)"
        try synced.maildir.setFlags("S", of: first)
        try synced.sample.mark("subject:m2", adding: [.flagged])
        let report = try synced.sync()
        #expect(report.count(.pull, .flags) == 1 && report.count(.push, .flags) == 1 && report.actions.count == 2)
        #expect(
            try files() == [
                "\(first):2,S", "1700000000_2.4711.host,U=2,FMD5=\(Self.inbox):2,F",
                "1700000000_3.4711.host,U=3,FMD5=\(Self.inbox):2,",
            ])
        #expect(try synced.sync().isEmpty)
    }

    @Test func `gets a file without its number where a message was moved here, and names it anew`() throws {
        try synced.maildir.makeFolder(".Work")
        try synced.sample.addFolder("Work", to: SyncedLedger.account)
        try synced.sample.move("subject:m3", to: "Work")
        #expect(try synced.sync().count(.push, .move) == 1)
        let moved = try #require(try synced.maildir.names().first { $0.hasPrefix(".Work/") })
        #expect(!moved.contains(",U="), "a number of the other folder would name another message of this one")
        // What OfflineIMAP does with a file that it does not know.
        let name = String((moved.split(separator: "/").last ?? "").split(separator: ":")[0])
        try rename(name, to: "1700009999_0.4712.host,U=9,FMD5=\(Self.work)")
        let ids = try Set(synced.sample.messages().map(\.id))
        let report = try synced.sync()
        #expect(report.count(.pull, .rename) == 1 && report.actions.count == 1)
        #expect(try synced.state() == [" m1": "", " m2": "", ".Work m3": ""])
        #expect(try Set(synced.sample.messages().map(\.id)) == ids && synced.sync().isEmpty)
    }

    @Test func `is followed where it moves a message itself, which then has another number`() throws {
        try synced.maildir.makeFolder(".Work")
        let second = "1700000000_2.4711.host,U=2,FMD5=\(Self.inbox)"
        try rename(second, to: "1700008888_0.4711.host,U=1,FMD5=\(Self.work)", in: ".Work")
        let ids = try Set(synced.sample.messages().map(\.id))
        try synced.sync()
        #expect(try synced.state() == [" m1": "", ".Work m2": "", " m3": ""])
        #expect(try Set(synced.sample.messages().map(\.id)) == ids && synced.sync().isEmpty)
        #expect(try synced.ledger.maintenance.checkViews() == nil)
    }
}
