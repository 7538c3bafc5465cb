import EventLog
import Foundation
import Glibc
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `What a repository cannot do` {
    private struct Reason: Error {}

    @Test(.requirement(198)) func `has a code, says whether it may succeed later, and what stood in the way`() {
        let cases: [(RepositoryError, String, Bool, Bool)] = [
            (.fetchFailed(Reason()), "DB_001", true, true), (.saveFailed(Reason()), "DB_002", true, true),
            (.deleteFailed(Reason()), "DB_003", true, true),
            (.notFound(entity: "account", id: "7"), "DB_004", false, false),
        ]
        for (error, code, isRecoverable, hasReason) in cases {
            #expect(error.code == code && error.isRecoverable == isRecoverable)
            #expect((error.underlyingError is Reason) == hasReason && error.description.hasPrefix(code))
        }
        #expect(RepositoryError.notFound(entity: "account", id: "7").description == "DB_004: no account \"7\"")
    }

    private func world() async throws -> (world: RepositoryWorld, ada: AccountRow, row: MessageRow) {
        let world = try RepositoryWorld(.disk)
        let ada = try await world.addAccount()
        return (world, ada, try await world.addMessage("one", to: ada))
    }

    @Test(.requirement(198, 199)) func `a full disk fails what saves and deletes, and leaves nothing of it`()
        async throws
    {
        let (world, ada, row) = try await world()
        let log = try Connection(path: world.scratch.path + "/ledger/log.sqlite", mode: .readWrite)
        let head = try await world.eventCount()
        try log.run("CREATE TRIGGER refusal BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
        let many = (0..<3).map { RepositoryWorld.message("m\($0)", to: ada.id) }
        let attempts: [(String, () async throws -> Void)] = [
            ("DB_002", { try await world.messages.saveAll(many) }),
            ("DB_002", { try await world.addAccount("bob@example.org") }),
            (
                "DB_002",
                {
                    try await world.folders.saveAll([
                        Folder(account: ada.id, name: "A"), Folder(account: ada.id, name: "B"),
                    ])
                }
            ),
            ("DB_002", { try await world.syncStates.updateHistoryID("1", for: ada.id) }),
            ("DB_003", { try await world.messages.delete(row.id) }),
            ("DB_003", { try await world.accounts.delete(ada.id) }),
            ("DB_003", { try await world.messages.deleteOldest(account: ada.id, keepCount: 0) }),
        ]
        for (index, (code, attempt)) in attempts.enumerated() {
            let error = await repositoryError(attempt)
            #expect(
                error?.code == code && error?.underlyingError is SQLiteError, "\(index): \(String(describing: error))")
        }
        #expect(try await world.eventCount() == head)
        try log.run("DROP TRIGGER refusal")
        #expect(try await world.messages.saveAll(many).count == 3)
        #expect(try await world.container.perform { try $0.maintenance.checkViews() } == nil)
    }

    @Test(.requirement(198)) func `views that cannot be read fail what fetches`() async throws {
        let (world, ada, row) = try await world()
        let folder = world.scratch.path + "/ledger/views"
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".sqlite") })
        let views = try Connection(path: "\(folder)/\(name)", mode: .readWrite)
        try views.run("ALTER TABLE account RENAME TO elsewhere")
        let attempts: [() async throws -> Void] = [
            { _ = try await world.accounts.fetchAll() }, { _ = try await world.messages.fetch(byID: row.id) },
            { _ = try await world.folders.fetchAll(account: nil) },
            { _ = try await world.syncStates.fetch(accountID: ada.id) },
        ]
        for attempt in attempts { #expect(await repositoryError(attempt)?.code == "DB_001") }
    }

    @Test(.requirement(199)) func `a ledger that is locked is busy, and nothing is half done`() async throws {
        let (world, ada, row) = try await world()
        let head = try await world.eventCount()
        let other = try Connection(path: world.scratch.path + "/ledger/log.sqlite", mode: .readWrite)
        let lock = try Transaction(.immediate, on: other)
        try await world.container.perform { $0.store.setLockTimeout(20) }
        let error = await repositoryError { try await world.addAccount("bob@example.org") }
        guard case .busy = error?.underlyingError as? EventLogError else {
            Issue.record("\(String(describing: error))")
            return
        }
        // Reading goes on.
        #expect(try await world.messages.fetch(byID: row.id)?.account == ada.id)
        lock.rollBack()
        #expect(try await world.eventCount() == head)
        try await world.addAccount("bob@example.org")
    }

    @Test(.requirement(199)) func `a log that is damaged is refused by its name`() async throws {
        let scratch = try ScratchFolder()
        let location = LedgerLocation(scratch.path + "/ledger")
        _ = try Ledger.create(at: location)
        var data = try Data(contentsOf: URL(filePath: location.logPath))
        data.replaceSubrange(100..., with: Data(repeating: 0xA5, count: data.count - 100))
        try data.write(to: URL(filePath: location.logPath))
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: location.logPath + suffix) }
        #expect(throws: EventLogError.self) { try LedgerContainer.open(at: location) }
    }

    // MARK: Protocols

    /// A stand-in of a program's own tests: the protocols ask for nothing that only a ledger has.
    private struct OneAccount: AccountRepository {
        let row: AccountRow
        func fetchAll() async throws -> [AccountRow] { [row] }
        func fetch(byID id: AccountID) async throws -> AccountRow? { id == row.id ? row : nil }
        func fetch(byEmail address: String) async throws -> AccountRow? { address == row.address ? row : nil }
        func save(_ account: Account) async throws -> AccountRow { throw RepositoryError.saveFailed(Reason()) }
        func delete(_ id: AccountID) async throws { throw RepositoryError.notFound(entity: "account", id: "\(id)") }
    }

    @Test(.requirement(200)) func `a program can put something else in the place of each, and they cross tasks`()
        async throws
    {
        func isSendable(_ repository: some Sendable) -> Bool { true }
        let world = try RepositoryWorld(.memory)
        let row = try await world.addAccount()
        let stand: any AccountRepository = OneAccount(row: row)
        for repository in [stand, world.accounts] {
            let fetched = try await Task { try await repository.fetchAll() }.value
            #expect(fetched == [row])
        }
        #expect(await repositoryError { try await stand.delete(row.id) }?.code == "DB_004")
        #expect(isSendable(world.accounts) && isSendable(world.messages) && isSendable(world.folders))
        #expect(isSendable(world.syncStates) && isSendable(world.container))
    }
}
