import EventLog
import Mail
import MailLedger
import Projections
import Testing

/// The message cases of the baseline, on a ledger in memory and on one on disk.
@Suite struct `The repository of messages` {
    private func subjects(_ rows: [MessageRow]) -> [String] { rows.map { $0.subject ?? "" } }

    // MARK: Fetching one

    @Test(arguments: Place.allCases)
    func `R240 1 fetch by id finds the message`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let one = try await world.addMessage("one", to: ada)
        #expect(try await world.messages.fetch(byID: one.id) == one)
    }

    @Test(arguments: Place.allCases)
    func `R240 2 fetch by an unknown id is nil`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        try await world.addAccount()
        #expect(try await world.messages.fetch(byID: MessageID(.random { [UInt8](repeating: 7, count: $0) })) == nil)
    }

    @Test(arguments: Place.allCases)
    func `R240 3 fetch by the id of the header finds it in its account`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let (ada, bob) = (try await world.addAccount(), try await world.addAccount("bob@example.org"))
        let hers = try await world.addMessage("one", to: ada)
        let his = try await world.addMessage("one", to: bob)
        #expect(try await world.messages.fetch(byMessageID: "one@example.org", account: ada.id)?.id == hers.id)
        #expect(try await world.messages.fetch(byMessageID: "one@example.org", account: bob.id)?.id == his.id)
        #expect(try await world.messages.fetch(byMessageID: "two@example.org", account: nil) == nil)
        try await world.container.perform { ledger in
            for message in [hers, his] {
                try ledger.link(message.id, to: ExternalIDs(id: "17a"))
            }
        }
        #expect(try await world.messages.fetch(byExternalID: "17a", account: ada.id)?.id == hers.id)
        #expect(try await world.messages.fetch(byExternalID: "17a", account: bob.id)?.id == his.id)
        #expect(try await world.messages.fetch(byExternalID: "17b", account: bob.id) == nil)
    }

    // MARK: Fetching lists

    @Test(arguments: Place.allCases)
    func `R240 4 fetch without conditions gives all, the latest first`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        for (name, minute) in [("b", 2), ("c", 3), ("a", 1)] {
            try await world.addMessage(name, to: ada, minute: minute)
        }
        #expect(try await subjects(world.messages.fetch()) == ["c", "b", "a"])
    }

    @Test(arguments: Place.allCases)
    func `R240 5 fetch by account leaves the others out`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let (ada, bob) = (try await world.addAccount(), try await world.addAccount("bob@example.org"))
        try await world.addMessage("hers", to: ada)
        try await world.addMessage("his", to: bob)
        #expect(try await subjects(world.messages.fetch(account: bob.id)) == ["his"])
    }

    @Test(arguments: Place.allCases)
    func `R240 6 fetch by folder leaves out those of folders below it`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let top = try await world.folder("Top", of: ada)
        let below = try await world.folders.save(Folder(account: ada.id, parent: top.id, name: "Below"))
        try await world.addMessage("one", to: ada, folder: top.id)
        try await world.addMessage("two", to: ada, folder: below.id)
        #expect(try await subjects(world.messages.fetch(folder: top.id)) == ["one"])
    }

    @Test(arguments: Place.allCases)
    func `R240 7 fetch by read state`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.addMessage("read", to: ada, keywords: [.seen])
        try await world.addMessage("unread", to: ada)
        #expect(try await subjects(world.messages.fetch(isRead: true)) == ["read"])
        #expect(try await subjects(world.messages.fetch(isRead: false)) == ["unread"])
    }

    @Test(arguments: Place.allCases)
    func `R240 8 all conditions together hold at once`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let accounts = [try await world.addAccount(), try await world.addAccount("bob@example.org")]
        var all: [(row: MessageRow, account: AccountID, folder: FolderID, isRead: Bool)] = []
        var folders: [FolderID] = []
        for (index, account) in accounts.enumerated() {
            for folder in [try await world.inbox(of: account), try await world.folder("Work", of: account)] {
                folders.append(folder.id)
                for isRead in [false, true] {
                    let row = try await world.addMessage(
                        "m\(all.count)", to: account, minute: all.count * (index + 1), folder: folder.id,
                        keywords: isRead ? [.seen] : [])
                    all.append((row, account.id, folder.id, isRead))
                }
            }
        }
        var asked = 0
        for account in [nil] + accounts.map({ Optional($0.id) }) {
            for folder in [nil] + folders.map({ Optional($0) }) {
                for isRead in [nil, false, true] as [Bool?] {
                    asked += 1
                    let expected = all.filter {
                        (account == nil || $0.account == account) && (folder == nil || $0.folder == folder)
                            && (isRead == nil || $0.isRead == isRead)
                    }
                    let found = try await world.messages.fetch(account: account, folder: folder, isRead: isRead)
                    #expect(Set(found.map(\.id)) == Set(expected.map(\.row.id)))
                    if isRead == nil {
                        #expect(try await world.messages.count(account: account, folder: folder) == expected.count)
                    }
                }
            }
        }
        #expect(asked == 45)
    }

    @Test(arguments: Place.allCases)
    func `R240 9 a limit cuts the list`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        for minute in 0..<5 { try await world.addMessage("m\(minute)", to: ada, minute: minute) }
        #expect(
            try await subjects(world.messages.fetch(account: nil, folder: nil, isRead: nil, limit: 2, offset: 0)) == [
                "m4", "m3",
            ])
        #expect(try await world.messages.fetch(account: nil, folder: nil, isRead: nil, limit: 0, offset: 0).isEmpty)
    }

    @Test(arguments: Place.allCases)
    func `R240 10 pages put together are the whole`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        // Equal dates too: their order has to be the same in each page.
        for number in 0..<11 { try await world.addMessage("m\(number)", to: ada, minute: number / 3) }
        let whole = try await world.messages.fetch()
        var pages: [MessageRow] = []
        for offset in stride(from: 0, to: 15, by: 4) {
            pages += try await world.messages.fetch(account: ada.id, folder: nil, isRead: nil, limit: 4, offset: offset)
        }
        #expect(pages == whole && whole.count == 11)
        #expect(try await world.messages.fetch(account: nil, folder: nil, isRead: nil, limit: nil, offset: 50).isEmpty)
    }

    @Test(arguments: Place.allCases)
    func `R240 11 fetch by an account or a folder that is not there is an error`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.accounts.delete(ada.id)
        #expect(await repositoryError { _ = try await world.messages.fetch(account: ada.id) }?.code == "DB_004")
        let folder = Folder(account: ada.id, name: "x").id
        #expect(
            await repositoryError { _ = try await world.messages.count(account: nil, folder: folder) }?.code == "DB_004"
        )
    }

    // MARK: Threads

    @Test(arguments: Place.allCases)
    func `R240 12 fetchThreads groups replies, and a limit cuts it`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.addMessage("one", to: ada, minute: 1)
        try await world.addMessage("two", to: ada, minute: 3, inReplyTo: "one")
        try await world.addMessage("else", to: ada, minute: 2)
        let threads = try await world.messages.fetchThreads(account: ada.id, folder: nil, limit: nil)
        #expect(threads.map(\.messageCount) == [2, 1] && threads.map(\.unreadCount) == [2, 1])
        #expect(try await world.messages.fetchThreads(account: nil, folder: nil, limit: 1) == [threads[0]])
    }

    @Test(arguments: Place.allCases)
    func `R240 13 a conversation is read from its start, whichever message names it`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let two = try await world.addMessage("two", to: ada, minute: 3, inReplyTo: "one")
        let one = try await world.addMessage("one", to: ada, minute: 1)
        for id in [one.id, two.id] {
            #expect(try await subjects(world.messages.fetchConversation(with: id)) == ["one", "two"])
        }
    }

    // MARK: Search

    @Test(arguments: Place.allCases)
    func `R240 14 search looks at subject, address, name and text, each alone`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.addMessage("s", to: ada, minute: 1, from: "x@example.org", subject: "walrus", body: "b")
        try await world.addMessage("a", to: ada, minute: 2, from: "walrus@example.org", subject: "a", body: "b")
        try await world.addMessage("n", to: ada, minute: 3, from: "Walrus <x@example.org>", subject: "n", body: "b")
        try await world.addMessage("t", to: ada, minute: 4, from: "x@example.org", subject: "t", body: "The walrus.")
        try await world.addMessage("o", to: ada, minute: 5, from: "x@example.org", subject: "o", body: "An oyster.")
        #expect(try await subjects(world.messages.search("walrus")) == ["t", "n", "a", "walrus"])
        #expect(try await subjects(world.messages.search("walr")) == ["t", "n", "a", "walrus"], "a word may go on")
    }

    @Test(arguments: Place.allCases)
    func `R240 15 search heeds neither case nor accents`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.addMessage("one", to: ada, body: "Mon Résumé, Hauptstraße 7.")
        for text in ["resume", "RÉSUMÉ", "hauptstrasse"] {
            #expect(try await world.messages.search(text).count == 1, "\(text)")
        }
    }

    @Test(arguments: Place.allCases)
    func `R240 16 every word has to be there`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.addMessage("one", to: ada, subject: "quick", body: "brown fox")
        try await world.addMessage("two", to: ada, subject: "quick", body: "red fox")
        #expect(try await world.messages.search("fox quick").count == 2)
        #expect(try await world.messages.search("quick brown").count == 1)
        #expect(try await world.messages.search("  ").isEmpty)
    }

    @Test(arguments: Place.allCases)
    func `R240 17 search is of one account or of all`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let (ada, bob) = (try await world.addAccount(), try await world.addAccount("bob@example.org"))
        try await world.addMessage("walrus", to: ada)
        try await world.addMessage("walrus", to: bob)
        #expect(try await world.messages.search("walrus").count == 2)
        #expect(try await world.messages.search("walrus", account: bob.id).map(\.account) == [bob.id])
    }

    @Test(arguments: Place.allCases)
    func `R240 18 search gives the hundred latest and no more`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.messages.saveAll(
            (0..<150).map { RepositoryWorld.message("walrus\($0)", to: ada.id, minute: $0, subject: "walrus \($0)") })
        let found = try await world.messages.search("walrus")
        #expect(subjects(found) == (50..<150).reversed().map { "walrus \($0)" })
        #expect(try await world.messages.search("walrus", account: nil, limit: 500).count == 100)
        #expect(try await world.messages.search("walrus", account: nil, limit: 3).count == 3)
    }

    // MARK: Saving

    @Test(arguments: Place.allCases)
    func `R240 19 save keeps every field and the bytes`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let new = RepositoryWorld.message("one", to: ada.id, keywords: [.flagged, try Keyword("tax")])
        let row = try await world.messages.save(new)
        #expect(row.subject == "one" && row.from == EmailAddress(name: "Ada", address: "ada@example.org"))
        #expect(row.keywords == ["$flagged", "tax"] && row.folders == ["INBOX"] && row.messageID == "one@example.org")
        let bytes = try await world.container.perform { try $0.rawMessage(row.id.description, limit: 1 << 20).bytes }
        #expect(bytes == new.bytes)
    }

    @Test(arguments: Place.allCases)
    func `R240 20 save of what is there already records nothing`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let row = try await world.addMessage("one", to: ada)
        let events = try await world.eventCount()
        #expect(try await world.addMessage("one", to: ada).id == row.id)
        #expect(try await world.eventCount() == events)
        // In another folder it is one more copy of the same message.
        let work = try await world.folder("Work", of: ada)
        var copy = RepositoryWorld.message("one", to: ada.id, folder: work.id)
        copy.source = "server/7"
        #expect(try await world.messages.save(copy).folders == ["INBOX", "Work"])
        #expect(try await world.messages.fetch().count == 1)
    }

    @Test(arguments: Place.allCases)
    func `R240 21 saveAll is one transaction`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let before = try await world.container.perform { try $0.store.head().transaction }
        // One of them twice: its first event stands in the same transaction.
        let names = (0..<200).map { "m\($0)" } + ["m7"]
        let rows = try await world.messages.saveAll(names.map { RepositoryWorld.message($0, to: ada.id) })
        #expect(rows.count == 201 && rows[7].id == rows[200].id)
        #expect(try await world.container.perform { try $0.store.head().transaction } == before + 1)
        #expect(try await world.messages.count(account: ada.id, folder: nil) == 200)
    }

    @Test(arguments: Place.allCases)
    func `R240 22 saveAll with one that is refused saves none`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let events = try await world.eventCount()
        let elsewhere = Folder(account: ada.id, name: "nowhere").id
        let bad = RepositoryWorld.message("bad", to: ada.id, folder: elsewhere)
        let error = await repositoryError {
            try await world.messages.saveAll([RepositoryWorld.message("good", to: ada.id), bad])
        }
        #expect(error?.code == "DB_004")
        let empty = await repositoryError {
            try await world.messages.saveAll([
                RepositoryWorld.message("good", to: ada.id), IncomingMessage(account: ada.id, bytes: []),
            ])
        }
        #expect(empty?.code == "DB_002")
        #expect(try await world.eventCount() == events)
        #expect(try await world.messages.fetch().isEmpty)
    }

    // MARK: Changing and deleting

    @Test(arguments: Place.allCases)
    func `R240 23 delete takes it from lists, counts and search`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let row = try await world.addMessage("walrus", to: ada)
        try await world.addMessage("oyster", to: ada)
        try await world.messages.delete(row.id)
        #expect(try await subjects(world.messages.fetch()) == ["oyster"])
        #expect(try await world.messages.search("walrus").isEmpty)
        #expect(try await world.messages.unreadCount(account: ada.id, folder: nil) == 1)
        #expect(await repositoryError { try await world.messages.delete(row.id) }?.code == "DB_004")
    }

    @Test(arguments: Place.allCases)
    func `R240 R73 24 deleteOldest keeps the latest, and does nothing where there are not more`(place: Place)
        async throws
    {
        let world = try RepositoryWorld(place)
        let (ada, bob) = (try await world.addAccount(), try await world.addAccount("bob@example.org"))
        for minute in 0..<15 { try await world.addMessage("m\(minute)", to: ada, minute: 14 - minute) }
        try await world.addMessage("his", to: bob)
        #expect(try await world.messages.deleteOldest(account: ada.id, keepCount: 10) == 5)
        #expect(try await subjects(world.messages.fetch(account: ada.id)) == (0..<10).map { "m\($0)" })
        let events = try await world.eventCount()
        #expect(try await world.messages.deleteOldest(account: ada.id, keepCount: 10) == 0)
        #expect(try await world.messages.deleteOldest(account: ada.id, keepCount: 100) == 0)
        #expect(try await world.eventCount() == events)
        #expect(try await world.messages.count(account: bob.id, folder: nil) == 1)
        #expect(
            await repositoryError { try await world.messages.deleteOldest(account: ada.id, keepCount: -1) }?.code
                == "DB_003")
    }

    @Test(arguments: Place.allCases)
    func `R240 R76 25 unreadCount is of an account, a folder, both or all, and follows what is read`(place: Place)
        async throws
    {
        let world = try RepositoryWorld(place)
        let (ada, bob) = (try await world.addAccount(), try await world.addAccount("bob@example.org"))
        let inbox = try await world.inbox(of: ada)
        let row = try await world.addMessage("one", to: ada)
        try await world.addMessage("two", to: ada)
        try await world.addMessage("three", to: bob)
        func counts() async throws -> [Int] {
            [
                try await world.messages.unreadCount(account: nil, folder: nil),
                try await world.messages.unreadCount(account: ada.id, folder: nil),
                try await world.messages.unreadCount(account: ada.id, folder: inbox.id),
                try await world.messages.unreadCount(account: nil, folder: inbox.id),
                try await world.messages.unreadCount(account: bob.id, folder: inbox.id),
            ]
        }
        #expect(try await counts() == [3, 2, 2, 2, 0])
        try await world.messages.markAsRead(row.id)
        #expect(try await counts() == [2, 1, 1, 1, 0])
        let events = try await world.eventCount()
        try await world.messages.markAsRead(row.id)
        #expect(try await world.eventCount() == events)
        try await world.messages.markAsRead(row.id, false)
        #expect(try await counts() == [3, 2, 2, 2, 0])
    }
}
