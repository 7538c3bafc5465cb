import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// The roles that names of folders tell, when an import, a sync, a command or a program makes them.
@Suite struct `Roles of folders that are made` {
    private static let account = "ada@example.org"

    private func sample(_ place: Place = .memory) throws -> SampleLedger {
        let sample = try SampleLedger(place)
        try sample.addAccount(Self.account)
        return sample
    }

    /// Writes a message, unread, as the only one of a folder below a path.
    private func write(_ folder: String, _ name: String, below path: String, _ sample: SampleLedger) throws {
        _ = try sample.scratch.write("\(path)/\(folder)/cur/\(name).host:2,", SampleMail(name).text)
    }

    private func importing(_ folders: [String], below path: String = "mail", _ sample: SampleLedger) throws
        -> ImportReport
    {
        for (index, folder) in folders.enumerated() { try write(folder, "\(path)\(index)", below: path, sample) }
        return try sample.importing(sample.scratch.path + "/" + path, account: Self.account)
    }

    /// The paths of the folders that have a role.
    private func roles(_ sample: SampleLedger) throws -> [FolderRole: String] {
        try sample.ledger.read { try $0.roleHolders(of: Self.account) }
    }

    private static let own: [FolderRole: String] = [
        .inbox: "INBOX", .archive: "Archive", .drafts: "Drafts", .sent: "Sent", .spam: "Spam", .trash: "Trash",
    ]

    private func expectBuilt(_ sample: SampleLedger) throws {
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        #expect(try sample.ledger.maintenance.examine().allSatisfy(\.isHealthy))
    }

    // MARK: Import

    @Test(arguments: Place.allCases)
    func `an import gives them, spam and trash are not counted, drafts go there, and undo gives all back`(
        place: Place
    ) throws {
        let sample = try sample(place)
        let report = try importing(
            ["[Gmail]/Spam", "Papierkorb", "Sent Items", "Entwürfe", "Archiv", "Work", "Projects/Trash"], sample)
        #expect(report.added == 7)
        let expected: [FolderRole: String] = [
            .inbox: "INBOX", .archive: "Archiv", .drafts: "Entwürfe", .sent: "Sent Items", .spam: "[Gmail]/Spam",
            .trash: "Papierkorb",
        ]
        #expect(try roles(sample) == expected)
        #expect(Dictionary(uniqueKeysWithValues: report.roles.map { ($0.role, $0.takenFrom) })[.trash] == "Trash")
        #expect(
            report.roles.map(\.folder).sorted() == ["Archiv", "Entwürfe", "Papierkorb", "Sent Items", "[Gmail]/Spam"])
        // Seven are unread; what is in spam and trash alone does not count.
        #expect(try sample.ledger.read { try $0.unreadCount() } == 5)
        let account = try #require(try sample.ledger.read { try $0.accounts().first })
        let draft = try sample.ledger.mail.saveDraft(
            DraftMessage(
                messageID: "1@example.org", from: EmailAddress(address: Self.account), to: [], subject: "x", text: "y",
                date: Timestamp(microseconds: 1_700_000_000_000_000)),
            account: account.id, context: sample.ledger.context(command: "draft"))
        let row = try sample.ledger.read { try $0.message(withID: draft.ids[0]) }
        #expect(row?.folders == ["Entwürfe"])
        try expectBuilt(sample)
        for _ in 0..<2 { #expect(try sample.ledger.undo(.latest).plan.obstacles.isEmpty) }
        #expect(try roles(sample) == Self.own)
        #expect(try sample.ledger.read { try $0.folders().count } == 6)
        try expectBuilt(sample)
    }

    @Test func `an account with such folders can be deleted, and comes back with them`() throws {
        let sample = try sample()
        _ = try importing(["Papierkorb", "[Gmail]/Spam"], sample)
        let before = try roles(sample)
        try sample.deleteAccount(Self.account)
        #expect(try sample.ledger.read { try $0.folders().isEmpty })
        _ = try sample.ledger.undo(.latest)
        #expect(try roles(sample) == before && before[.trash] == "Papierkorb")
        try expectBuilt(sample)
    }

    @Test func `the event on the folder that gives a role up is one, and stands before the new folder`() throws {
        let sample = try sample()
        let head = try sample.head()
        _ = try importing(["Papierkorb"], sample)
        var types: [String] = []
        try sample.ledger.store.forEach(EventSelection(after: head), decodedBy: sample.ledger.catalogue) { event in
            if case .event(let content) = event.content { types.append(type(of: content).type.name) }
            return true
        }
        #expect(types == ["mail.folder-changed", "mail.folder-created", "mail.message-added"])
    }

    @Test func `a folder with mail keeps its role, whatever comes`() throws {
        let sample = try sample()
        try sample.importing([SampleMail("old")], account: Self.account, folder: "Trash")
        let report = try importing(["Papierkorb", "Junk"], sample)
        #expect(report.roles.map(\.role) == [.spam])
        #expect(try roles(sample)[.trash] == "Trash" && roles(sample)[.spam] == "Junk")
        // Once it is empty, a folder that is made later gets the role; one that is there does not.
        _ = try sample.delete("in:Trash")
        _ = try importing(["Papierkorb", "Corbeille"], below: "more", sample)
        #expect(try roles(sample)[.trash] == "Corbeille")
        try expectBuilt(sample)
    }

    @Test func `a folder with a folder below it, or for which something was said, keeps its role`() throws {
        let sample = try sample()
        try sample.addFolder("Archive/2019", to: Self.account)
        var keep = ChangeFolder()
        keep.keepFor = "P30D"
        _ = try sample.ledger.changeFolder(
            "Trash", keep, in: Self.account, context: sample.ledger.context(command: "folder set"))
        _ = try importing(["Archiv", "Papierkorb"], sample)
        #expect(try roles(sample) == Self.own)
    }

    @Test func `of two candidates the first gets the role, in whatever batches they come`() throws {
        for order in [["Corbeille", "Papierkorb"], ["Papierkorb", "Trash/old"], ["Trash", "Корзина"]] {
            let (together, apart) = (try sample(), try sample())
            _ = try importing(order, together)
            for folder in order {
                try write(folder, "x" + folder.replacing("/", with: ""), below: "mail", apart)
                try apart.importing(apart.scratch.path + "/mail", account: Self.account)
            }
            #expect(try roles(together) == roles(apart))
            #expect(try roles(together)[.trash] == order[0])
            try expectBuilt(together)
        }
    }

    @Test func `the folder that the import goes to keeps its role`() throws {
        let sample = try sample()
        _ = try sample.scratch.write("mail/Papierkorb/cur/1.host:2,", SampleMail("one").text)
        _ = try sample.scratch.write("mail/cur/2.host:2,", SampleMail("two").text)
        try sample.importing(sample.scratch.path + "/mail", account: Self.account, folder: "Trash")
        #expect(try roles(sample) == Self.own)
    }

    @Test func `names in modified UTF-7, as mbsync leaves them, and those of OfflineIMAP are read`() throws {
        let sample = try sample()
        _ = try importing(["", "Entw&APw-rfe", "[Gmail].Papierkorb", ".INBOX.Junk"], sample)
        let roles = try roles(sample)
        #expect(roles[.drafts] == "Entwürfe" && roles[.trash] == "[Gmail].Papierkorb")
        #expect(roles[.spam] == "INBOX/Junk")
    }

    @Test func `a folder for all mail and one for flagged mail hide and double nothing`() throws {
        let sample = try sample()
        let text = SampleMail("same").text
        for folder in ["[Gmail]/All Mail", "[Gmail]/Starred", ""] {
            _ = try sample.scratch.write("mail/\(folder)/cur/1.host:2,", text)
        }
        try sample.importing(sample.scratch.path + "/mail", account: Self.account)
        #expect(try roles(sample)[.all] == "[Gmail]/All Mail" && roles(sample)[.flagged] == "[Gmail]/Starred")
        #expect(try sample.messages().count == 1 && sample.ledger.read { try $0.unreadCount() } == 1)
        #expect(try sample.subjects("in:all") == ["same"] && sample.subjects("in:INBOX") == ["same"])
    }

    @Test func `a dry run gives none`() throws {
        let sample = try sample()
        try write("Papierkorb", "one", below: "mail", sample)
        let report = try Importer(
            into: sample.ledger, account: Self.account, options: ImportOptions(dryRun: true),
            context: sample.ledger.context(command: "import")
        ).run([sample.scratch.path + "/mail"])
        #expect(report.roles.isEmpty && report.added == 1)
        #expect(try roles(sample) == Self.own)
    }

    @Test func `the past has the roles of then`() throws {
        let sample = try sample(.disk)
        let before = try sample.head()
        _ = try importing(["Papierkorb"], sample)
        let past = try sample.ledger.read(at: Moment(.position(before))) { try $0.roleHolders(of: Self.account) }
        #expect(past == Self.own)
        #expect(try roles(sample)[.trash] == "Papierkorb")
    }

    // MARK: Sync

    @Test func `a sync gives them as an import does, and then has nothing to do`() throws {
        let synced = try SyncedLedger()
        try synced.maildir.add(SampleMail("one"), to: ".Papierkorb")
        try synced.maildir.add(SampleMail("two"), to: ".INBOX.Junk")
        let moved = try synced.maildir.add(SampleMail("three"))
        try synced.sync()
        #expect(try roles(synced.sample)[.trash] == "Papierkorb" && roles(synced.sample)[.spam] == "INBOX/Junk")
        #expect(try synced.sync().isEmpty)
        // A folder that comes with a move gets one, too.
        try synced.maildir.move(moved, to: ".Sent Items")
        try synced.sync()
        #expect(try roles(synced.sample)[.sent] == "Sent Items")
        #expect(try synced.sync().isEmpty)
        try expectBuilt(synced.sample)
    }
}
