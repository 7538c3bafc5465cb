import EventLog
import Mail
import MailLedger
import Projections
import Testing

/// Ids that a program offers and that are taken.
@Suite struct `An id that is taken` {
    private func head(_ world: RepositoryWorld) async throws -> Position {
        try await world.container.perform { try $0.store.head().position }
    }

    /// Expects a refusal that leaves the ledger as it was.
    private func refused(_ world: RepositoryWorld, _ label: String, _ body: () async throws -> Void) async throws {
        let before = try await head(world)
        await #expect(throws: (any Error).self, "\(label)") { try await body() }
        #expect(try await head(world) == before, "\(label)")
    }

    @Test(arguments: Place.allCases)
    func `by what is deleted, by another account's or twice at once is refused, and nothing is half done`(
        place: Place
    ) async throws {
        let world = try RepositoryWorld(place)
        let (ada, bob) = (try await world.addAccount(), try await world.addAccount("bob@example.org"))
        let work = try await world.folders.save(Folder(account: ada.id, name: "Work"))
        try await refused(world, "another account's folder") {
            try await world.folders.save(Folder(id: work.id, account: bob.id, name: "Work"))
        }
        try await world.folders.delete(work.id, policy: .cascade)
        try await refused(world, "a deleted folder") {
            try await world.folders.save(Folder(id: work.id, account: ada.id, name: "Work"))
        }
        try await world.accounts.delete(bob.id)
        try await refused(world, "a deleted account") {
            try await world.accounts.save(
                Account(id: bob.id, settings: AccountSettings(address: "carl@example.org", authTypes: [.password])))
        }
        // One id for two folders of one batch is one folder, the last word on it.
        let twice = FolderID(UniqueID.random(from: { [UInt8](repeating: 7, count: $0) }))
        let saved = try await world.container.perform { ledger in
            try ledger.mail.saveFolders(
                [Folder(id: twice, account: ada.id, name: "One"), Folder(id: twice, account: ada.id, name: "Two")],
                context: ledger.context(command: "save"))
        }
        #expect(saved.map(\.name) == ["Two", "Two"] && Set(saved.map(\.stream)).count == 1)
        // The id of a thing of another kind is no conflict: ids are looked up within their kind.
        let other = try await world.folders.save(
            Folder(id: FolderID(ada.id.uniqueID), account: ada.id, name: "Like the account"))
        #expect(other.id.uniqueID == ada.id.uniqueID)
        try await world.container.perform { ledger in
            _ = try ledger.maintenance.verifyLog()
            #expect(try ledger.maintenance.checkViews() == nil)
            let events = try ledger.store.events(EventSelection())
            #expect(events.map(\.position.rawValue) == Array(1...Int64(events.count)))
        }
    }
}
