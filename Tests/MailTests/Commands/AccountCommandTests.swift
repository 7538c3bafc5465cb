import EventLog
import Mail
import TestSupport
import Testing

struct AccountCommandTests {
    @Test(.requirement(2, 12)) func `a new account has its provider's servers and a folder for each role`() throws {
        let ids = NewIDs()
        let command = AddAccount(address: "ada@gmail.com", displayName: "Ada")
        let outcome = when { try command.decide(existing: [], newID: ids.next) }
        let events = try outcome.result.get().map(\.event)
        let created = try #require(events.first as? AccountCreated)
        #expect(created.address == "ada@gmail.com")
        #expect(created.displayName == "Ada")
        #expect(created.provider == .gmail)
        #expect(created.imap?.host == "imap.gmail.com")
        #expect(created.smtp?.host == "smtp.gmail.com")
        #expect(created.authTypes.first == .oauth2)
        #expect(created.credentialRef == nil)
        #expect(created.isEnabled)
        let folders = events.dropFirst().compactMap { $0 as? FolderCreated }
        #expect(folders.map(\.name) == ["INBOX", "Archive", "Drafts", "Sent", "Spam", "Trash"])
        #expect(folders.map(\.role) == [.inbox, .archive, .drafts, .sent, .spam, .trash])
        #expect(folders.allSatisfy { $0.account == created.id && $0.parent == nil && $0.kind == .folder })
        #expect(Set(folders.map(\.id)).count == 6)
        #expect(outcome.targets == Array(repeating: .noStream, count: 7))
        #expect(outcome.accounts == [.own] + Array(repeating: .stream(.started(0)), count: 6))
    }

    @Test(.requirement(13)) func `what a person says of the servers goes before the provider's defaults`() throws {
        var command = AddAccount(address: "ada@example.org", provider: .custom)
        command.imap = ServerChoice(host: "mail.example.org", port: 1143, security: .starttls, username: "a")
        command.credentialRef = try CredentialReference("env:SECRET")
        let events = try command.decide(existing: [], newID: NewIDs().next)
        let created = try #require(events.first?.event as? AccountCreated)
        #expect(
            try created.imap == MailServer(host: "mail.example.org", port: 1143, security: .starttls, username: "a"))
        // A custom provider's other server cannot be guessed, and none is needed for an archive of files.
        #expect(created.smtp == nil)
        #expect(created.credentialRef?.text == "env:SECRET")
    }

    @Test(arguments: ["ada@example.org", "ada@EXAMPLE.org", "ada@Example.ORG"])
    func `an address that a live account has is refused, its domain in any case`(address: String) {
        var given = Given()
        _ = given.account("ada@Example.org")
        when { try AddAccount(address: address).decide(existing: given.accounts, newID: NewIDs().next) }
            .thenRefused(.alreadyExists(kind: "account", name: address))
    }

    @Test(arguments: ["Ada@example.org", "ada@example.com", "ada@sub.example.org"])
    func `another address is taken, and the local part tells case`(address: String) throws {
        var given = Given()
        _ = given.account("ada@example.org")
        let events = try AddAccount(address: address).decide(existing: given.accounts, newID: NewIDs().next)
        #expect(events.count == 7)
    }

    @Test func `the address of a deleted account is free`() throws {
        var given = Given()
        _ = given.account("ada@example.org", isDeleted: true)
        let events = try AddAccount(address: "ada@example.org").decide(existing: given.accounts, newID: NewIDs().next)
        #expect(events.count == 7)
    }

    @Test(arguments: [
        "", "ada", "@example.org", "ada@", "Ada <ada@example.org>", "a@b.example, c@d.example", "ada@exa mple.org",
    ])
    func `what is no address is refused`(address: String) {
        when { try AddAccount(address: address).decide(existing: [], newID: NewIDs().next) }.thenInvalid("address")
    }

    @Test func `an address is as long as SMTP has it`() throws {
        let (local, domain) = (String(repeating: "a", count: 64), String(repeating: "b.", count: 126) + "org")
        let longest = AddAccount(address: "\(local)@\(domain)")
        #expect(try longest.decide(existing: [], newID: NewIDs().next).count == 7)
        for address in ["a\(local)@example.org", "ada@b.\(domain)"] {
            when { try AddAccount(address: address).decide(existing: [], newID: NewIDs().next) }.thenInvalid("address")
        }
    }

    @Test(
        .requirement(17),
        arguments: [
            ("imap_host", ServerChoice(host: "imap://mail.example.org")),
            ("imap_host", .init(host: "user:pw@example.org")), ("imap_host", .init(port: 143)),
            ("imap_host", .init(host: "", port: 143)), ("imap_port", .init(host: "mail.example.org", port: 0)),
            ("imap_port", .init(host: "mail.example.org", port: 65_536)),
            ("imap_username", .init(host: "mail.example.org", username: "ada:secret@example.org")),
        ])
    func `a server that cannot be is refused by its field`(field: String, choice: ServerChoice) {
        var command = AddAccount(address: "ada@example.org")
        command.imap = choice
        when { try command.decide(existing: [], newID: NewIDs().next) }.thenInvalid(field)
    }

    @Test func `an account ends by one event, and once`() {
        var given = Given()
        let ada = given.account("ada@example.org")
        let outcome = when { try DeleteAccount().decide(ada) }
        outcome.then(AccountDeleted(account: ada.id))
        #expect(outcome.targets == [.any(.existing(ada.stream))])
        #expect(outcome.accounts == [.stream(.existing(ada.stream))])
        let gone = given.account("bob@example.org", isDeleted: true)
        when { try DeleteAccount().decide(gone) }.thenNothing()
    }

    @Test func `a deleted account comes back, and a live one stays`() {
        var given = Given()
        let gone = given.account("ada@example.org", isDeleted: true)
        let other = given.account("bob@example.org")
        when { try RestoreAccount().decide(gone, existing: given.accounts) }.then(AccountRestored(account: gone.id))
        when { try RestoreAccount().decide(other, existing: given.accounts) }.thenNothing()
    }

    @Test func `an account does not come back where another has taken its address`() {
        var given = Given()
        let gone = given.account("ada@example.org", isDeleted: true)
        _ = given.account("ada@EXAMPLE.org")
        when { try RestoreAccount().decide(gone, existing: given.accounts) }.thenConflict()
    }
}
