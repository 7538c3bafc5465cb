import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// The account cases of the baseline, on a ledger in memory and on one on disk.
@Suite struct `The repository of accounts` {
    @Test(.requirement(240, part: 1), arguments: Place.allCases)
    func `fetchAll is empty in a new ledger`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        #expect(try await world.accounts.fetchAll().isEmpty)
    }

    @Test(.requirement(240, 4, part: 2), arguments: Place.allCases)
    func `fetchAll comes in the order of addresses`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        for name in ["c", "a", "b"] { try await world.addAccount("\(name)@example.org") }
        let addresses = try await world.accounts.fetchAll().map(\.address)
        #expect(addresses == ["a@example.org", "b@example.org", "c@example.org"])
    }

    @Test(.requirement(240, 5, part: 3), arguments: Place.allCases)
    func `fetch by id finds the account`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.addAccount("bob@example.org")
        #expect(try await world.accounts.fetch(byID: ada.id) == ada)
    }

    @Test(.requirement(240, 5, part: 4), arguments: Place.allCases)
    func `fetch by an unknown id is nil`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        try await world.addAccount()
        let unknown = Account(settings: AccountSettings(address: "x@example.org")).id
        #expect(try await world.accounts.fetch(byID: unknown) == nil)
    }

    @Test(.requirement(240, 6, part: 5), arguments: Place.allCases)
    func `fetch by address finds it, its domain in any case`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount("ada@example.org")
        #expect(try await world.accounts.fetch(byEmail: "ada@EXAMPLE.org") == ada)
        #expect(try await world.accounts.fetch(byEmail: "bob@example.org") == nil)
        #expect(try await world.accounts.fetch(byEmail: "") == nil)
    }

    @Test(.requirement(240, 7, part: 6), arguments: Place.allCases)
    func `save inserts, with the folders of every account`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let settings = AccountSettings(
            address: "ada@example.org", displayName: "Ada", provider: .custom,
            imap: try MailServer(host: "imap.example.org", port: 993, security: .tls, username: "ada"), smtp: nil,
            authTypes: [.oauth2, .appPassword], credentialRef: try CredentialReference("env:SECRET"), isEnabled: false)
        let saved = try await world.accounts.save(Account(settings: settings))
        #expect(saved.state.settings == settings)
        #expect(try await world.folders.fetchAll(account: saved.id).count == AddAccount.roles.count)
    }

    @Test(.requirement(240, 7, part: 7), arguments: Place.allCases)
    func `save again with the same id changes it, and there is still one`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        var account = Account(try await world.addAccount())
        account.settings.displayName = "Ada"
        account.settings.imap = try MailServer(host: "imap.example.org", port: 143, security: .starttls)
        #expect(try await world.accounts.save(account).displayName == "Ada")
        #expect(try await world.accounts.fetchAll().map { Account($0) } == [account])
        let events = try await world.eventCount()
        try await world.accounts.save(account)
        #expect(try await world.eventCount() == events, "what is so already is not recorded")
        account.settings.imap = nil
        #expect(try await world.accounts.save(account).imap == nil)
    }

    @Test(.requirement(240, 8, part: 8), arguments: Place.allCases)
    func `delete takes it from every list, and the log still has it`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let bob = try await world.addAccount("bob@example.org")
        try await world.accounts.delete(ada.id)
        #expect(try await world.accounts.fetchAll() == [bob])
        #expect(try await world.accounts.fetch(byID: ada.id) == nil)
        let names = try await world.container.perform { ledger in
            try ledger.store.events(EventSelection(stream: ada.stream)).map(\.type.name)
        }
        #expect(names == ["mail.account-created", "mail.account-deleted"])
    }

    @Test(.requirement(200), arguments: Place.allCases)
    func `what cannot be saved is refused with its reason, and leaves nothing`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let events = try await world.eventCount()
        for address in ["ada@EXAMPLE.org", "nonsense", "imaps://ada:secret@example.org"] {
            let error = await repositoryError { try await world.addAccount(address) }
            #expect(error?.code == "DB_002" && error?.underlyingError is DomainError, "\(address)")
        }
        try await world.accounts.delete(ada.id)
        let gone = await repositoryError { try await world.accounts.delete(ada.id) }
        #expect(gone?.code == "DB_004")
        let back = await repositoryError { try await world.accounts.save(Account(ada)) }
        #expect(back?.code == "DB_004", "the id of a deleted account is not used again")
        #expect(try await world.eventCount() == events + 1)
    }
}
