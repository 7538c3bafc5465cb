import EventLog
import Mail
import MailLedger
import Projections
import Testing

/// Roles that somebody asks for, and those of folders that commands and programs add.
@Suite struct `Roles that are asked for` {
    private static let account = "ada@example.org"

    private func sample() throws -> SampleLedger {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        return sample
    }

    private func roles(_ sample: SampleLedger) throws -> [FolderRole: String] {
        try sample.ledger.read { try $0.roleHolders(of: Self.account) }
    }

    private func set(_ path: String, _ role: FolderRole, _ sample: SampleLedger, dryRun: Bool = false) throws
        -> Requested<SettingsChangeForm>
    {
        var change = ChangeFolder()
        change.role = role
        return try sample.ledger.changeFolder(
            path, change, in: Self.account, context: sample.ledger.context(command: "folder set"), dryRun: dryRun)
    }

    @Test func `a folder that is added gets the one its name tells, or the one that is asked for`() throws {
        let sample = try sample()
        #expect(try sample.addFolder("Papierkorb", to: Self.account).role == "trash")
        #expect(try sample.addFolder("Corbeille", to: Self.account).role == nil)
        #expect(try sample.addFolder("[Gmail]", to: Self.account).role == nil)
        #expect(try sample.addFolder("[Gmail]/Spam", to: Self.account).role == "spam")
        #expect(try sample.addFolder("Work", to: Self.account).role == nil)
        #expect(try sample.addFolder("Work/Sent", to: Self.account).role == nil)
        var none = ChangeFolder()
        none.role = .other
        let plain = try sample.ledger.addFolder(
            FolderPath(parsing: "Gesendet"), to: Self.account, settings: none,
            context: sample.ledger.context(command: "folder add"))
        #expect(plain.role == nil)
        var asked = ChangeFolder()
        asked.role = .trash
        let bin = try sample.ledger.addFolder(
            FolderPath(parsing: "Tonne"), to: Self.account, settings: asked,
            context: sample.ledger.context(command: "folder add"))
        #expect(bin.role == "trash" && bin.sortOrder == FolderRole.trash.defaultSortOrder)
        #expect(try roles(sample)[.trash] == "Tonne")
        _ = try sample.ledger.undo(.latest)
        #expect(try roles(sample)[.trash] == "Papierkorb")
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `folders that are added together are as if they were added one after the other`() throws {
        let sample = try sample()
        var asked = ChangeFolder()
        asked.role = .sent
        let folders = ["Papierkorb", "Corbeille", "Trash/2019"].map { AddFoldersRequest.NewFolder(path: $0) }
        let context = sample.ledger.context(command: "folder add")
        try sample.ledger.addFolders(
            folders + [AddFoldersRequest.NewFolder(path: "Out", settings: asked)], to: Self.account,
            context: context)
        #expect(try roles(sample)[.trash] == "Papierkorb" && roles(sample)[.sent] == "Out")
        #expect(throws: DomainError.self) {
            try sample.ledger.addFolders(
                [
                    AddFoldersRequest.NewFolder(path: "A", settings: asked),
                    AddFoldersRequest.NewFolder(path: "B", settings: asked),
                ], to: Self.account, context: context)
        }
        #expect(try roles(sample)[.sent] == "Out")
    }

    @Test(arguments: [true, false])
    func `one that is asked for is taken from the folder that has it, and undo gives both back`(hasMail: Bool) throws {
        let sample = try sample()
        try sample.addFolder("Tonne", to: Self.account)
        if hasMail { try sample.importing([SampleMail("old")], account: Self.account, folder: "Trash") }
        try sample.importing([SampleMail("new")], account: Self.account, folder: "Tonne")
        let head = try sample.head()
        #expect(try set("Tonne", .trash, sample, dryRun: true).roleTakenFrom == "Trash")
        #expect(try sample.head() == head)
        let outcome = try set("Tonne", .trash, sample)
        #expect(outcome.roleTakenFrom == "Trash" && outcome.receipt?.eventCount == 2)
        #expect(outcome.changes.map(\.field) == ["role"])
        #expect(try roles(sample)[.trash] == "Tonne")
        // What lies in the one counts now, what lies in the other does not any more.
        #expect(try sample.ledger.read { try $0.unreadCount() } == (hasMail ? 1 : 0))
        #expect(try sample.subjects("in:trash") == (hasMail ? ["new", "old"] : ["new"]))
        #expect(try sample.ledger.read { try $0.folder("trash", inAccountNamed: Self.account).path } == "Tonne")
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        _ = try sample.ledger.undo(.latest)
        #expect(try roles(sample)[.trash] == "Trash")
        #expect(try set("Trash", .trash, sample).receipt == nil)
    }

    @Test func `INBOX keeps its own`() throws {
        let sample = try sample()
        try sample.addFolder("Work", to: Self.account)
        let head = try sample.head()
        #expect(throws: DomainError.self) { try set("Work", .inbox, sample) }
        #expect(throws: DomainError.self) { try set("INBOX", .trash, sample) }
        #expect(try sample.head() == head)
    }

    @Test func `a hold covers what lies in a folder that is called as the role, and in the one that has it`() throws {
        let sample = try sample()
        try sample.addFolder("Tonne", to: Self.account)
        try sample.importing([SampleMail("old")], account: Self.account, folder: "Trash")
        try sample.importing([SampleMail("new")], account: Self.account, folder: "Tonne")
        let context = sample.ledger.context(command: "hold add", reason: "letter")
        _ = try sample.ledger.addHold("case 7", on: .query("in:trash"), context: context)
        _ = try set("Tonne", .trash, sample)
        for subject in ["old", "new"] {
            #expect(throws: DomainError.self) { try sample.delete("subject:\(subject)") }
        }
    }

    // MARK: Saving

    @Test func `a program's folder gets the one its name tells, and keeps it when it is saved again`() throws {
        let sample = try sample()
        let account = try #require(try sample.ledger.read { try $0.accounts().first })
        let context = sample.ledger.context(command: "fetch")
        let gmail = Folder(account: account.id, name: "[Gmail]")
        let spam = Folder(account: account.id, parent: gmail.id, name: "Spam")
        var bin = Folder(account: account.id, name: "Papierkorb")
        let label = Folder(
            account: account.id, name: "x", kind: .label, settings: FolderSettings(externalID: "SENT"))
        let own = Folder(
            account: account.id, name: "Archiv", settings: FolderSettings(externalID: "Label_7"))
        _ = try sample.ledger.mail.saveFolders([gmail, spam, bin, label, own], context: context)
        let expected: [FolderRole: String] = [
            .inbox: "INBOX", .archive: "Archive", .drafts: "Drafts", .sent: "x", .spam: "[Gmail]/Spam",
            .trash: "Papierkorb",
        ]
        #expect(try roles(sample) == expected)
        let head = try sample.head()
        _ = try sample.ledger.mail.saveFolders([gmail, spam, bin, label, own], context: context)
        #expect(try sample.head() == head)
        // Another name tells nothing: the folder loses the role and may be renamed.
        bin.name = "Keller"
        _ = try sample.ledger.mail.saveFolders([bin], context: context)
        #expect(try roles(sample)[.trash] == nil)
        #expect(try sample.ledger.read { try $0.folder("Keller", inAccountNamed: Self.account).id } == bin.id)
        bin.name = "Papierkorb"
        bin.settings.role = .other
        _ = try sample.ledger.mail.saveFolders([bin], context: context)
        #expect(try roles(sample)[.trash] == nil)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `a program's folder takes one only from an empty folder that came with the account`() throws {
        let sample = try sample()
        let account = try #require(try sample.ledger.read { try $0.accounts().first })
        let context = sample.ledger.context(command: "fetch")
        let bin = Folder(account: account.id, name: "Tonne", settings: FolderSettings(role: .trash))
        let stale = Folder(try sample.ledger.read { try $0.folder("Trash", inAccountNamed: Self.account) })
        _ = try sample.ledger.mail.saveFolders([bin], context: context)
        #expect(try roles(sample)[.trash] == "Tonne")
        // A row of before would take it back unseen.
        #expect(throws: DomainError.self) { try sample.ledger.mail.saveFolders([stale], context: context) }
        #expect(try roles(sample)[.trash] == "Tonne")
    }

    // MARK: Advice

    private func advice(_ sample: SampleLedger) throws -> [String] {
        try sample.ledger.maintenance.examine().filter { $0.subject == "roles" }.map { $0.detail { "; \($0)" } }
    }

    @Test func `doctor names folders with mail that look like one, with what gives them the role, and is content`()
        throws
    {
        let sample = try sample()
        var none = ChangeFolder()
        none.role = .other
        for path in ["Papierkorb", "Éléments envoyés", "Corbeille"] {
            _ = try sample.ledger.addFolder(
                FolderPath(parsing: path), to: Self.account, settings: none,
                context: sample.ledger.context(command: "folder add"))
        }
        #expect(try advice(sample).isEmpty)
        try sample.importing([SampleMail("a"), SampleMail("b")], account: Self.account, folder: "Papierkorb")
        try sample.importing([SampleMail("c")], account: Self.account, folder: "Corbeille")
        try sample.importing([SampleMail("d")], account: Self.account, folder: "Éléments envoyés")
        try sample.importing([SampleMail("e")], account: Self.account, folder: "Sent")
        let told = try advice(sample)
        #expect(told.count == 2)
        #expect(
            told.contains {
                $0.contains("Trash is, and is empty")
                    && $0.hasSuffix(#"setRole("trash", folder: "Papierkorb", account: "ada@example.org")"#)
            })
        #expect(
            told.contains {
                $0.contains("Sent is, and holds mail")
                    && $0.contains("Éléments envoyés") && $0.contains(#"setRole("sent""#)
            })
        #expect(try sample.ledger.maintenance.examine().allSatisfy(\.isHealthy))
        _ = try set("Papierkorb", .trash, sample)
        #expect(
            try advice(sample).contains { $0.contains("Corbeille") && $0.contains("Papierkorb is, and holds mail") })
    }
}
