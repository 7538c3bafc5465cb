import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// The label cases of the baseline, on a ledger in memory and on one on disk.
@Suite struct `The repository of folders and labels` {
    private func label(
        _ name: String, _ account: AccountRow, externalID: String? = nil, parent: FolderID? = nil
    ) -> Folder {
        Folder(
            account: account.id, parent: parent, name: name, kind: .label,
            settings: FolderSettings(externalID: externalID))
    }

    @Test(.requirement(240, 35, part: 1), arguments: Place.allCases)
    func `fetchAll lists those of one account, or of all`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let (ada, bob) = (try await world.addAccount(), try await world.addAccount("bob@example.org"))
        try await world.folders.save(label("Work", ada))
        #expect(try await world.folders.fetchAll(account: ada.id).filter { $0.kind == "label" }.map(\.name) == ["Work"])
        #expect(try await world.folders.fetchAll(account: bob.id).allSatisfy { $0.kind == "folder" })
        #expect(try await world.folders.fetchAll(account: nil).count == 2 * AddAccount.roles.count + 1)
    }

    @Test(.requirement(240, 36, part: 2), arguments: Place.allCases)
    func `fetch by external id is of its account`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let (ada, bob) = (try await world.addAccount(), try await world.addAccount("bob@example.org"))
        let hers = try await world.folders.save(label("Work", ada, externalID: "Label_1"))
        let his = try await world.folders.save(label("Play", bob, externalID: "Label_1"))
        #expect(try await world.folders.fetch(byExternalID: "Label_1", account: ada.id)?.id == hers.id)
        #expect(try await world.folders.fetch(byExternalID: "Label_1", account: bob.id)?.id == his.id)
    }

    @Test(.requirement(240, 36, part: 3), arguments: Place.allCases)
    func `fetch by an unknown external id is nil`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        #expect(try await world.folders.fetch(byExternalID: "Label_9", account: ada.id) == nil)
    }

    @Test(.requirement(240, 37, part: 4), arguments: Place.allCases)
    func `save inserts with every setting`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let folder = Folder(
            account: ada.id, name: "Work", kind: .label,
            settings: FolderSettings(
                sortOrder: 7, icon: "tray", color: RGBColor(hex: "#1e90ff"), textColor: RGBColor(hex: "#000000"),
                visibility: .showIfUnread, messageVisibility: .hide, externalID: "Label_1"),
            cursor: FolderCursor(
                uidValidity: .max, highestModSeq: ModificationSequence(1 << 63 + 1), supportsIdle: true))
        let row = try await world.folders.save(folder)
        #expect(Folder(row) == folder)
    }

    @Test(.requirement(240, 37, part: 5), arguments: Place.allCases)
    func `save again changes what differs, in one transaction`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let top = try await world.folder("Top", of: ada)
        var folder = Folder(try await world.folders.save(label("Work", ada)))
        folder.name = "Toil"
        folder.parent = top.id
        folder.settings.color = RGBColor(hex: "#ff8800")
        folder.cursor.uidValidity = 4
        let before = try await world.container.perform { try $0.store.head().transaction }
        let row = try await world.folders.save(folder)
        #expect(Folder(row) == folder && row.path == "Top/Toil")
        #expect(try await world.container.perform { try $0.store.head().transaction } == before + 1)
        try await world.folders.save(folder)
        #expect(try await world.container.perform { try $0.store.head().transaction } == before + 1)
        folder.settings.color = nil
        folder.cursor = FolderCursor()
        folder.parent = nil
        #expect(Folder(try await world.folders.save(folder)) == folder)
    }

    @Test(.requirement(240, 37, part: 6), arguments: Place.allCases)
    func `saveAll is one transaction, and a child may come behind its parent`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let top = label("Top", ada)
        let labels = [top] + (1...20).map { label("L\($0)", ada, externalID: "Label_\($0)", parent: top.id) }
        let before = try await world.container.perform { try $0.store.head() }
        #expect(try await world.folders.saveAll(labels).count == 21)
        let after = try await world.container.perform { try $0.store.head() }
        #expect(after.transaction == before.transaction + 1)
        #expect(after.position.rawValue == before.position.rawValue + 21)
        #expect(try await world.folders.fetchChildren(of: top.id).count == 20)
        #expect(try await world.container.perform { try $0.maintenance.checkViews() } == nil)
    }

    @Test(.requirement(240, 37, part: 7), arguments: Place.allCases)
    func `saveAll with one that is refused saves none`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let head = try await world.eventCount()
        let before = try await world.folders.fetchAll(account: ada.id)
        let error = await repositoryError {
            try await world.folders.saveAll([label("A", ada), label("B", ada), label("A", ada)])
        }
        #expect(error?.code == "DB_002")
        #expect(try await world.eventCount() == head)
        #expect(try await world.folders.fetchAll(account: ada.id) == before)
        #expect(try await world.container.perform { try $0.maintenance.checkViews() } == nil)
    }

    @Test(.requirement(240, 33, part: 8), arguments: Place.allCases)
    func `delete follows its policy`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let work = try await world.folder("Work", of: ada)
        let message = try await world.addMessage("one", to: ada, folder: work.id)
        let denied = await repositoryError { try await world.folders.delete(work.id, policy: .deny) }
        #expect(denied?.code == "DB_003")
        try await world.folders.delete(work.id, policy: .nullify)
        #expect(try await world.folders.fetch(byID: work.id) == nil)
        #expect(try await world.messages.fetch(byID: message.id)?.folders == ["Archive"])
    }

    @Test(.requirement(240, 51, part: 9), arguments: Place.allCases)
    func `two siblings of one name are refused, and a system folder keeps its name`(place: Place)
        async throws
    {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.folders.save(label("Work", ada))
        let twice = await repositoryError { try await world.folders.save(label("Work", ada)) }
        #expect(twice?.code == "DB_002" && twice?.underlyingError as? DomainError != nil)
        var inbox = Folder(try await world.inbox(of: ada))
        inbox.name = "Elsewhere"
        let renamed = await repositoryError { [inbox] in try await world.folders.save(inbox) }
        #expect(renamed?.code == "DB_002")
        let unknown = label("x", ada).id
        let gone = await repositoryError { try await world.folders.delete(unknown, policy: .cascade) }
        #expect(gone?.code == "DB_004")
    }
}
