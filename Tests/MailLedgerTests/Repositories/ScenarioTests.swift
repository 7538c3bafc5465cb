import CivilTime
import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// The scenarios of a mail client's data models, each by its own name, on a ledger in memory and on one on disk.
@Suite struct `The scenarios of the models` {
    @Test(.requirement(1, 3), arguments: Place.allCases)
    func `Scenario: Create Account`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let settings = AccountSettings(
            address: "ada@example.org", displayName: "Ada", provider: .custom,
            imap: try MailServer(host: "imap.example.org", port: 993, security: .tls, username: "ada"),
            smtp: try MailServer(host: "smtp.example.org", port: 465, security: .tls, username: "ada"),
            authTypes: [.password])
        let account = Account(settings: settings)
        try await world.accounts.save(account)
        let fetched = try #require(try await world.accounts.fetch(byID: account.id))
        #expect(Account(fetched) == account)
        // It is there for another process too.
        if let location = world.container.location {
            let again = try LedgerContainer.open(at: location, access: .readOnly)
            #expect(try await again.accounts.fetch(byID: account.id) == fetched)
        }
    }

    @Test(.requirement(9), arguments: Place.allCases)
    func `Scenario: Account Relationships`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let (ada, bob) = (try await world.addAccount(), try await world.addAccount("bob@example.org"))
        let work = try await world.folder("Work", of: ada)
        let names = try await world.folders.fetchAll(account: ada.id).map(\.name)
        #expect(Set(names) == Set(AddAccount.roles.map { $0 == .inbox ? "INBOX" : $0.displayName } + ["Work"]))
        #expect(work.account == ada.id && work.accountAddress == ada.address)
        #expect(try await world.folders.fetchAll(account: bob.id).allSatisfy { $0.account == bob.id })
    }

    @Test(.requirement(23), arguments: Place.allCases)
    func `Scenario: Folder Hierarchy`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let top = try await world.folder("Top", of: ada)
        let children = try await world.folders.saveAll([
            Folder(account: ada.id, parent: top.id, name: "A"), Folder(account: ada.id, parent: top.id, name: "B"),
        ])
        let leaf = try await world.folders.save(Folder(account: ada.id, parent: children[0].id, name: "Leaf"))
        #expect(try await world.folders.fetchChildren(of: top.id).map(\.name) == ["A", "B"])
        #expect(leaf.path == "Top/A/Leaf" && leaf.depth == 2)
        var circle = Folder(top)
        circle.parent = leaf.id
        let refused = await repositoryError { [circle] in try await world.folders.save(circle) }
        #expect(refused?.code == "DB_002")
    }

    @Test(.requirement(27), arguments: Place.allCases)
    func `Scenario: Unread Count`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let inbox = try await world.inbox(of: ada)
        let rows = try await world.messages.saveAll((1...3).map { RepositoryWorld.message("m\($0)", to: ada.id) })
        func unread() async throws -> Int? { try await world.folders.fetch(byID: inbox.id)?.unread }
        #expect(try await unread() == 3)
        try await world.messages.markAsRead(rows[1].id)
        #expect(try await unread() == 2)
        try await world.messages.markAsRead(rows[1].id, false)
        #expect(try await unread() == 3)
    }

    @Test(.requirement(53, 54), arguments: Place.allCases)
    func `Scenario: Store Message`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let text = """
            From: Grace <grace@example.org>
            To: Ada <ada@example.org>, bob@example.org
            Cc: carl@example.org
            Reply-To: list@example.org
            Subject: =?utf-8?q?R=C3=A9sum=C3=A9?=
            Date: Mon, 5 Feb 2024 12:00:00 +0100
            Message-ID: <one@example.org>
            References: <zero@example.org>
            In-Reply-To: <zero@example.org>

            The text.

            """
        let row = try await world.messages.save(
            IncomingMessage(
                account: ada.id, bytes: Array(text.utf8), keywords: [.flagged],
                receivedAt: Timestamp(microseconds: 1_707_130_800_000_000)))
        #expect(
            row.subject == "Résumé" && row.from?.name == "Grace"
                && row.to.map(\.address) == ["ada@example.org", "bob@example.org"])
        #expect(row.date == Timestamp(iso8601: "2024-02-05T11:00:00Z") && row.isFlagged && !row.isRead)
        #expect(row.receivedAt == Timestamp(microseconds: 1_707_130_800_000_000) && row.size == Int64(text.utf8.count))
        let shown = try await world.container.perform { ledger in
            let stored = try ledger.store.events(EventSelection(stream: row.stream))
            let bytes = try ledger.rawMessage(row.id.description, limit: 1 << 20).bytes
            return (String(decoding: stored.first?.payload ?? [], as: UTF8.self), bytes)
        }
        for word in ["zero@example.org", "carl@example.org", "list@example.org"] { #expect(shown.0.contains(word)) }
        #expect(shown.1 == Array(text.utf8), "the body is kept byte for byte")
        #expect(try await world.messages.search("text").map(\.id) == [row.id])
    }

    @Test(.requirement(54), arguments: Place.allCases)
    func `Scenario: Message Threading`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let three = try await world.addMessage("three", to: ada, minute: 3, inReplyTo: "two")
        let one = try await world.addMessage("one", to: ada, minute: 1)
        let two = try await world.addMessage("two", to: ada, minute: 2, inReplyTo: "one")
        try await world.addMessage("other", to: ada, minute: 4)
        #expect(try await world.messages.fetchConversation(with: three.id).map(\.id) == [one.id, two.id, three.id])
    }

    @Test(.requirement(58), arguments: Place.allCases)
    func `Scenario: Mark as Read`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let row = try await world.addMessage("one", to: ada)
        try await world.messages.markAsRead(row.id)
        #expect(try await world.messages.fetch(byID: row.id)?.isRead == true)
        #expect(try await world.inbox(of: ada).unread == 0)
        if let location = world.container.location {
            let again = try LedgerContainer.open(at: location)
            #expect(try await again.messages.fetch(byID: row.id)?.isRead == true)
            #expect(try await again.messages.unreadCount(account: ada.id, folder: nil) == 0)
        }
    }

    @Test(.requirement(139), arguments: Place.allCases)
    func `Scenario: Store Attachment`(place: Place) throws {
        let sample = try AttachmentWorld(place, size: 2 << 20)
        let row = try #require(try sample.attachments().first)
        #expect(row.fileName == "tide.bin" && row.mimeType == "application/octet-stream" && row.size == 2 << 20)
        #expect(try sample.messages().first?.hasAttachments == true)
        if let location = sample.sample.location {
            let names = try FileManager.default.subpathsOfDirectory(atPath: location.directory + "/content")
            let digest = try sample.digest().hex
            #expect(names.contains { $0.hasSuffix(digest) })
        }
    }

    @Test(.requirement(140, 141), arguments: Place.allCases)
    func `Scenario: Attachment Access`(place: Place) throws {
        let sample = try AttachmentWorld(place, size: 10_000)
        var bytes: [UInt8] = []
        try sample.ledger.attachments.read(1, of: sample.id()) { bytes += $0 }
        #expect(bytes == sample.content)
        let path = sample.sample.scratch.path + "/saved"
        let saved = try sample.ledger.attachments.save(1, of: sample.id(), to: path, overwriting: false)
        #expect(saved.size == 10_000 && FileManager.default.contents(atPath: path).map(Array.init) == sample.content)
    }

    @Test(.requirement(12)) func `Scenario: Provider Configuration`() throws {
        let sample = try SampleLedger()
        let row = try sample.ledger.addAccount(
            AddAccount(address: "ada@gmail.com", provider: .gmail),
            context: sample.ledger.context(command: "account add"))
        #expect(row.provider == "gmail" && row.imap?.host == "imap.gmail.com" && row.imap?.port == 993)
        #expect(row.smtp?.host == "smtp.gmail.com" && row.authTypes.first == "oauth2")
    }

    @Test(.requirement(205)) func `Scenario: Parse Address`() throws {
        let address = try #require(EmailAddress(parsing: "John Doe <john@example.com>"))
        #expect(address.name == "John Doe" && address.address == "john@example.com")
    }

    @Test(.requirement(206)) func `Scenario: Format Address`() {
        #expect(EmailAddress(name: "John Doe", address: "john@example.com").formatted == "John Doe <john@example.com>")
        #expect(
            EmailAddress(name: "Doe, John", address: "john@example.com").formatted == #""Doe, John" <john@example.com>"#
        )
    }

    @Test(.requirement(20, 21), arguments: Place.allCases)
    func `Scenario: Delete Account`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let (ada, bob) = (try await world.addAccount(), try await world.addAccount("bob@example.org"))
        let row = try await world.addMessage("one", to: ada)
        try await world.addMessage("his", to: bob)
        try await world.accounts.delete(ada.id)
        #expect(try await world.folders.fetchAll(account: nil).allSatisfy { $0.account == bob.id })
        #expect(try await world.messages.fetch().map(\.account) == [bob.id])
        #expect(try await world.messages.fetch(byID: row.id) == nil)
        #expect(try await world.messages.unreadCount(account: nil, folder: nil) == 1)
        let unhealthy = try await world.container.perform {
            try $0.maintenance.examine().filter { !$0.isHealthy }.map(\.subject)
        }
        #expect(unhealthy.isEmpty, "no orphan is left")
    }

    @Test(.requirement(210), arguments: Place.allCases)
    func `Scenario: Container Setup`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let names = try await world.container.perform { try $0.maintenance.readModelHealth().map(\.name) }
        #expect(names == AllProjections.types.map { $0.name } + ["search"])
        #expect(try await world.accounts.fetchAll().isEmpty && world.container.canWrite)
    }
}
