import EventLog
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// Accounts, as a program that imports the library has them.
@Suite struct `Accounts of a ledger` {
    private static let address = "ada@gmail.com"

    private func change(
        _ sample: SampleLedger, _ name: String = address, _ body: (inout ChangeAccount) -> Void
    ) throws -> Requested<SettingsChangeForm> {
        var command = ChangeAccount()
        body(&command)
        return try sample.ledger.changeAccount(name, command, context: sample.ledger.context(command: "account set"))
    }

    private func accounts(_ sample: SampleLedger) throws -> [AccountRow] {
        try sample.ledger.read { try $0.accounts() }
    }

    @Test(.requirement(1, 3), arguments: Place.allCases)
    func `the settings are what was said, after a restart and a rebuild too`(place: Place) throws {
        let sample = try SampleLedger(place)
        var command = AddAccount(address: "ada@example.org", displayName: "Ada", provider: .custom)
        command.imap = ServerChoice(host: "imap.example.org", port: 143, security: .starttls, username: "ada")
        command.smtp = ServerChoice(
            host: "smtp.example.org", port: 587, security: ConnectionSecurity.none, username: "")
        command.authTypes = [.appPassword, .oauth2]
        command.credentialRef = try CredentialReference("keyring:mail/ada")
        command.isEnabled = false
        let added = try sample.ledger.addAccount(command, context: sample.ledger.context(command: "account add"))
        #expect(added.displayName == "Ada" && added.provider == "custom" && !added.isEnabled)
        func words(_ server: ServerRow?) -> [String] {
            server.map { [$0.host, String($0.port), $0.security, $0.username ?? "–"] } ?? []
        }
        #expect(words(added.imap) == ["imap.example.org", "143", "starttls", "ada"])
        #expect(words(added.smtp) == ["smtp.example.org", "587", "none", "–"])
        #expect(added.authTypes == ["app_password", "oauth2"] && added.credentialRef == "keyring:mail/ada")
        try sample.reopen()
        #expect(try sample.ledger.read { try $0.account(added.id.description) } == added)
        try sample.ledger.maintenance.rebuild()
        #expect(try sample.ledger.read { try $0.account(added.id.description) } == added)
    }

    @Test(.requirement(2)) func `what is left out has its default`() throws {
        let sample = try SampleLedger()
        let row = try sample.addAccount("ada@example.org")
        #expect(row.displayName == nil && row.credentialRef == nil && row.isEnabled && !row.isDeleted)
        #expect(row.provider == "custom" && row.imap == nil && row.smtp == nil && row.authTypes == ["password"])
        var command = AddAccount(address: "bob@example.org")
        command.imap.host = "imap.example.org"
        let bob = try sample.ledger.addAccount(command, context: sample.ledger.context(command: "account add"))
        #expect(bob.imap?.port == 993 && bob.imap?.security == "tls" && bob.imap?.username == "bob@example.org")
    }

    @Test(.requirement(4)) func `accounts come in the order of their addresses`() throws {
        let sample = try SampleLedger()
        for name in ["c", "a", "b"] { try sample.addAccount("\(name)@example.org") }
        #expect(try accounts(sample).map(\.address) == ["a@example.org", "b@example.org", "c@example.org"])
    }

    @Test(.requirement(5)) func `an account is found by its id, and an unknown one is not`() throws {
        let sample = try SampleLedger()
        let row = try sample.addAccount(Self.address)
        #expect(try sample.ledger.read { try $0.account(row.id.description) } == row)
        #expect(throws: DomainError.notFound(kind: "account", name: "00000000")) {
            try sample.ledger.read { try $0.account("00000000") }
        }
    }

    @Test(.requirement(6, 209), arguments: ["ada@Example.org", "ada@EXAMPLE.ORG", "Ada@example.org"])
    func `an account is found by its address in any case`(name: String) throws {
        let sample = try SampleLedger()
        let row = try sample.addAccount("ada@example.org")
        try sample.addAccount("bob@example.org")
        #expect(try sample.ledger.read { try $0.account(name) } == row)
    }

    @Test(.requirement(6, 209))
    func `two addresses that differ in the case of the local part are two accounts, and each is found`()
        throws
    {
        let sample = try SampleLedger()
        let (small, capital) = (try sample.addAccount("ada@example.org"), try sample.addAccount("Ada@example.org"))
        #expect(try sample.ledger.read { try $0.account("ada@example.org") } == small)
        #expect(try sample.ledger.read { try $0.account("Ada@EXAMPLE.org") } == capital)
        #expect(throws: DomainError.self) { try sample.ledger.read { try $0.account("ADA@example.org") } }
    }

    @Test(.requirement(7)) func `settings change in one event, the account stays one, and nothing is recorded twice`()
        throws
    {
        let sample = try SampleLedger()
        let row = try sample.addAccount(Self.address)
        let head = try sample.head()
        let outcome = try change(sample) {
            $0.displayName = "Ada"
            $0.imap.port = 143
        }
        #expect(outcome.changes.map(\.field) == ["display_name", "imap.port"])
        #expect(outcome.changes.map(\.old) == [.null, 993] && outcome.changes.map(\.new) == ["Ada", 143])
        #expect(outcome.receipt?.eventCount == 1)
        let changed = try #require(try accounts(sample).first)
        #expect(try accounts(sample).count == 1)
        #expect(changed.id == row.id && changed.displayName == "Ada" && changed.imap?.port == 143)
        let again = try change(sample) {
            $0.displayName = "Ada"
            $0.imap.port = 143
        }
        #expect(again.receipt == nil && again.changes.isEmpty)
        #expect(try sample.head() == head.advanced(by: 1))
        var command = ChangeAccount()
        command.isEnabled = false
        let planned = try sample.ledger.changeAccount(
            Self.address, command, context: sample.ledger.context(command: "account set"), dryRun: true)
        #expect(planned.changes.map(\.field) == ["is_enabled"] && planned.receipt == nil)
        #expect(try sample.head() == head.advanced(by: 1))
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(7)) func `the history of an account tells each field from old to new`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.address)
        _ = try change(sample) {
            $0.address = "ada@fastmail.com"
            $0.provider = .fastmail
        }
        let entries = try sample.ledger.history(of: "ada@fastmail.com")
        #expect(entries.map(\.type.name) == ["mail.account-created", "mail.account-changed"])
        let lines = entries.last?.changes.map { "\($0.field) \($0.old) \($0.new)" } ?? []
        #expect(lines.contains { $0.hasPrefix("imap.host") && $0.contains("imap.fastmail.com") })
        #expect(entries.last?.changes.first?.old == "ada@gmail.com")
    }

    @Test(.requirement(7))
    func `a change is undone by its fields, and a later change of one of them stands in the way`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.address)
        let first = try change(sample) {
            $0.displayName = "Ada"
            $0.imap.port = 143
        }
        _ = try change(sample) { $0.smtp.port = 2525 }
        let operation = try #require(first.receipt).operation.description
        _ = try sample.ledger.undo(.operation(prefix: operation))
        let row = try #require(try accounts(sample).first)
        #expect(row.displayName == nil && row.imap?.port == 993 && row.smtp?.port == 2525)

        let second = try #require(try change(sample) { $0.imap.port = 144 }.receipt).operation.description
        _ = try change(sample) { $0.imap.port = 145 }
        let plan = try sample.ledger.planUndo(.operation(prefix: second))
        let obstacle = try #require(plan.obstacles.first)
        #expect(obstacle.hasPrefix("the account ada@gmail.com has another imap.port since (account set "))
        #expect(plan.obstacles.count == 1)
        #expect(throws: DomainError.self) { try sample.ledger.undo(.operation(prefix: second)) }
        _ = try change(sample) { $0.address = "ada@example.org" }
        try sample.addAccount(Self.address)
        #expect(try sample.ledger.planUndo(.operation(prefix: renaming(sample))).obstacles.count == 1)
    }

    private func renaming(_ sample: SampleLedger) throws -> String {
        let operations = try sample.ledger.operations(limit: nil)
        return try #require(operations.first { $0.command == "account set" }).operation.description
    }

    @Test(.requirement(7)) func `an account of another address has the same archived threads, live and rebuilt`() throws
    {
        let sample = try SampleLedger()
        try sample.addAccount("grace@example.org")
        try sample.importing([SampleMail("one")], account: "grace@example.org")
        _ = try sample.ledger.markThreads(
            sample.filter("*"), MarkThreads(isArchived: true), context: sample.ledger.context(command: "thread"))
        var reply = SampleMail("two")
        reply.references = ["one@example.org"]
        try sample.importing([reply], account: "grace@example.org")
        #expect(try sample.ledger.read { try $0.threads().map(\.isArchived) } == [false])
        // The reply is Ada's own now, and what she sends brings no archived thread back.
        _ = try change(sample, "grace@example.org") { $0.address = "ada@example.org" }
        #expect(try sample.ledger.read { try $0.threads().map(\.isArchived) } == [true])
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(8, 20, 21))
    func `of a deleted account nothing is left but its history, and no row belongs to nothing`() throws {
        let sample = try Undo.sample()
        let account = "ada@example.org"
        let before = try PublicAnswers(of: sample.ledger)
        let head = try sample.head()
        try sample.deleteAccount(account)
        #expect(try sample.head() == head.advanced(by: 1))
        try sample.ledger.read { (reader: LedgerReader) throws in
            #expect(try reader.accounts().isEmpty && reader.folders().isEmpty && reader.messages().isEmpty)
            #expect(try reader.threads().isEmpty && reader.counts().isEmpty && reader.countMessages() == 0)
        }
        #expect(try PublicAnswers(of: sample.ledger).tables.values.allSatisfy(\.isEmpty))
        let orphans = try sample.ledger.maintenance.examine().first { $0.subject == "orphans" }
        #expect(orphans?.isHealthy == true)
        #expect(try sample.ledger.history(of: account).map(\.type.name).last == "mail.account-deleted")
        _ = try sample.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
    }

    @Test(.requirement(9)) func `an account has exactly its own folders`() throws {
        let sample = try SampleLedger()
        let (ada, bob) = (try sample.addAccount("ada@example.org"), try sample.addAccount("bob@example.org"))
        try sample.addFolder("Work", to: "ada@example.org")
        try sample.addFolder("Work/Deep", to: "ada@example.org")
        try sample.addFolder("Home", to: "bob@example.org")
        let folders = try sample.ledger.read { (try $0.folders(of: ada.stream), try $0.folders(of: bob.stream)) }
        let standard = ["INBOX", "Drafts", "Sent", "Trash", "Archive", "Spam"]
        #expect(folders.0.map(\.path) == standard + ["Work", "Work/Deep"])
        #expect(folders.1.map(\.path) == standard + ["Home"])
        #expect(folders.0.allSatisfy { $0.account == ada.id } && folders.1.allSatisfy { $0.account == bob.id })
    }

    @Test(.requirement(19)) func `an account is disabled, keeps its mail, and takes no more until it is enabled`()
        throws
    {
        let sample = try Undo.sample()
        let account = "ada@example.org"
        let messages = try sample.messages().count
        _ = try change(sample, account) { $0.isEnabled = false }
        #expect(try accounts(sample).map(\.isEnabled) == [false])
        let head = try sample.head()
        #expect(throws: DomainError.self) { try sample.importing([SampleMail("new")], account: account) }
        #expect(try sample.head() == head && sample.messages().count == messages)
        _ = try change(sample, account) { $0.isEnabled = true }
        try sample.importing([SampleMail("new")], account: account)
        #expect(try sample.messages().count == messages + 1)
    }
}
