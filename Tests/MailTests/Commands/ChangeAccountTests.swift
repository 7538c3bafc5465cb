import EventLog
import JSONCoding
import Mail
import TestSupport
import Testing

struct ChangeAccountTests {
    private static func account(_ settings: AccountSettings) -> AccountState {
        AccountState(id: AccountID(.number(1)), stream: StreamID(1), settings: settings, isDeleted: false)
    }

    private static func gmail() throws -> AccountState {
        account(try AddAccount(address: "ada@gmail.com").settings())
    }

    @Test(.requirement(7)) func `every changed field stands in one event, and what is so already in none`() throws {
        var change = ChangeAccount()
        change.displayName = "Ada"
        change.imap = ServerChoice(port: 143, security: .starttls)
        change.smtp = ServerChoice(port: 465)
        change.authTypes = [.appPassword, .oauth2]
        change.credentialRef = "env:SECRET"
        change.isEnabled = true
        let account = try Self.gmail()
        when { try change.decide(account, existing: [account]) }.then(
            try AccountChanged(account: account.id) {
                $0.displayName = Change(old: nil, new: "Ada")
                $0.imap = ServerChange(port: Change(old: 993, new: 143), security: Change(old: .tls, new: .starttls))
                $0.authTypes = Change(old: [.oauth2, .password], new: [.appPassword, .oauth2])
                $0.credentialRef = Change(old: nil, new: try CredentialReference("env:SECRET"))
            })
        when { try ChangeAccount().decide(account, existing: [account]) }.thenNothing()
    }

    @Test func `another security changes a usual port, and no other`() throws {
        for (port, after) in [(993, 143), (26, nil), (143, nil)] as [(Int, Int?)] {
            var settings = try AddAccount(address: "ada@gmail.com").settings()
            settings.imap = try MailServer(host: "imap.example.org", port: port, security: .tls, username: "ada")
            var change = ChangeAccount()
            change.imap = ServerChoice(security: .starttls)
            let event = try #require(
                try change.decide(Self.account(settings), existing: []).first?.event as? AccountChanged)
            #expect(event.imap?.security == Change(old: .tls, new: .starttls))
            let expected: Change<Int?>? = after.map { Change(old: port, new: $0) }
            #expect(event.imap?.port == expected)
        }
    }

    @Test(.requirement(13)) func `what was filled in follows another provider, and what a person said stays`() throws {
        var settings = try AddAccount(address: "ada@gmail.com").settings()
        settings.smtp = try MailServer(host: "relay.example.org", port: 465, security: .tls, username: "relay")
        var change = ChangeAccount()
        change.provider = .icloud
        when { try change.decide(Self.account(settings), existing: []) }.then(
            AccountChanged(account: AccountID(.number(1))) {
                $0.provider = Change(old: .gmail, new: .icloud)
                $0.imap = ServerChange(
                    host: Change(old: "imap.gmail.com", new: "imap.mail.me.com"),
                    username: Change(old: "ada@gmail.com", new: "ada"))
                // The host and the name were said; port and security are those of the provider.
                $0.smtp = ServerChange(port: Change(old: 465, new: 587), security: Change(old: .tls, new: .starttls))
                $0.authTypes = Change(old: [.oauth2, .password], new: [.appPassword])
            })
    }

    @Test(.requirement(2)) func `an empty text takes a value away`() throws {
        var settings = try AddAccount(address: "ada@gmail.com").settings()
        settings.displayName = "Ada"
        settings.credentialRef = try CredentialReference("env:SECRET")
        var change = ChangeAccount()
        (change.displayName, change.credentialRef, change.imap.host, change.smtp.username) = ("", "", "", "")
        let event = try #require(
            try change.decide(Self.account(settings), existing: []).first?.event as? AccountChanged)
        #expect(event.displayName == Change(old: "Ada", new: nil))
        #expect(event.credentialRef?.new == nil && event.credentialRef?.old?.text == "env:SECRET")
        #expect(event.imap?.host == Change(old: "imap.gmail.com", new: nil))
        #expect(event.imap?.port == Change(old: 993, new: nil) && event.imap?.security == Change(old: .tls, new: nil))
        #expect(event.smtp == ServerChange(username: Change(old: "ada@gmail.com", new: nil)))
    }

    @Test(.requirement(6))
    func `an address that another live account has is refused, and its own in another case is taken`() throws {
        var given = Given()
        let ada = given.account("ada@example.org")
        _ = given.account("bob@example.org")
        _ = given.account("gone@example.org", isDeleted: true)
        var change = ChangeAccount()
        change.address = "bob@EXAMPLE.org"
        when { try change.decide(ada, existing: given.accounts) }
            .thenRefused(.alreadyExists(kind: "account", name: "bob@EXAMPLE.org"))
        for free in ["ada@Example.ORG", "gone@example.org", "Ada@example.org"] {
            change.address = free
            let event = try change.decide(ada, existing: given.accounts).first?.event as? AccountChanged
            #expect(event?.address == Change(old: "ada@example.org", new: free))
        }
    }

    @Test(.requirement(17)) func `a field that holds a secret is refused, and the secret is in no error`() throws {
        let canary = "hunter2canary"
        let account = try Self.gmail()
        let changes: [(inout ChangeAccount) -> Void] = [
            { $0.address = "ada:\(canary)@example.org" }, { $0.address = "imaps://ada:\(canary)@h.example.org" },
            { $0.imap.host = "ada:\(canary)@h" }, { $0.imap.host = "imaps://ada:\(canary)@h" },
            { $0.smtp.username = "ada:\(canary)@h" }, { $0.credentialRef = canary },
            { $0.credentialRef = "file://ada:\(canary)@h/x" }, { $0.displayName = "imaps://ada:\(canary)@h" },
        ]
        for change in changes {
            var command = ChangeAccount()
            change(&command)
            let error = #expect(throws: DomainError.self) { try command.decide(account, existing: []) }
            guard case .invalid = error else { throw try #require(error) }
            #expect(error.map { "\($0)".contains(canary) } == false)
        }
        for address in ["ada:\(canary)@example.org", "https://\(canary)@example.org"] {
            let error = #expect(throws: DomainError.self) { try AddAccount(address: address).settings() }
            #expect(error.map { "\($0)".contains(canary) } == false)
        }
    }

    @Test(
        .requirement(17),
        arguments: [
            #"{"address":"a@b.example","password":"hunter2"}"#, #"{"address":"a@b.example","accessToken":"hunter2"}"#,
            #"{"address":"a@b.example","imap":{"host":"h","password":"hunter2"}}"#,
            #"{"address":"a@b.example","smtp":{"smtp_password":null}}"#, #"{"client_secret":"hunter2"}"#,
        ])
    func `a command with a field named for a secret is not read`(json: String) {
        for read in [
            { _ = try JSONBytesDecoder().decode(AddAccount.self, from: Array(json.utf8)) },
            { _ = try JSONBytesDecoder().decode(ChangeAccount.self, from: Array(json.utf8)) },
        ] as [() throws -> Void] {
            let error = #expect(throws: ValueError.self) { try read() }
            #expect(
                error?.reason == .holdsSecret && !"\(error.map(String.init(describing:)) ?? "")".contains("hunter2"))
        }
    }

    @Test(.requirement(2)) func `a command is read with its defaults and written as it is read`() throws {
        let json = #"{"address":"ada@gmail.com","imap":{"port":143},"auth_types":["app_password"]}"#
        let command = try JSONBytesDecoder().decode(AddAccount.self, from: Array(json.utf8))
        #expect(command.isEnabled && command.authTypes == [.appPassword] && command.imap == ServerChoice(port: 143))
        let again = try JSONBytesDecoder().decode(AddAccount.self, from: JSONBytesEncoder().encode(command))
        #expect(again == command)
        let settings = try command.settings()
        #expect(settings.imap?.host == "imap.gmail.com" && settings.imap?.port == 143 && settings.provider == .gmail)
    }

    @Test(.requirement(16), arguments: [[AuthType](), [.password, .password]])
    func `the ways to log in are a list without repetition`(types: [AuthType]) throws {
        var change = ChangeAccount()
        change.authTypes = types
        let account = try Self.gmail()
        when { try change.decide(account, existing: []) }.thenInvalid("auth_types")
    }
}
