import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// The cases of the baseline about sync states, on a ledger in memory and on one on disk.
@Suite struct `The repository of sync states` {
    @Test(.requirement(240, 201, part: 1), arguments: Place.allCases)
    func `fetch is nil before anything was noted`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        #expect(try await world.syncStates.fetch(accountID: ada.id) == nil)
    }

    @Test(.requirement(240, 201, part: 2), arguments: Place.allCases)
    func `fetch of an unknown account says that there is none`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.accounts.delete(ada.id)
        let error = await repositoryError { _ = try await world.syncStates.fetch(accountID: ada.id) }
        guard case .notFound("account", ada.id.description) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(.requirement(240, 201, part: 3), arguments: Place.allCases)
    func `save keeps every field`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.addMessage("one", to: ada)
        let state = SyncState(
            historyID: "4711", status: .error, errorMessage: "no route", lastFullSync: Timestamp(microseconds: 1),
            lastIncrementalSync: Timestamp(microseconds: 2))
        try await world.syncStates.save(AccountSyncState(account: ada.id, state: state))
        let fetched = try await world.syncStates.fetch(accountID: ada.id)
        #expect(fetched == AccountSyncState(account: ada.id, state: state, messageCount: 1))
        #expect(fetched?.state.lastSync == Timestamp(microseconds: 2))
    }

    @Test(.requirement(240, 201, part: 4), arguments: Place.allCases)
    func `save again changes the one that an account has`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let (ada, bob) = (try await world.addAccount(), try await world.addAccount("bob@example.org"))
        try await world.syncStates.save(AccountSyncState(account: ada.id, state: SyncState(status: .syncing)))
        try await world.syncStates.save(AccountSyncState(account: ada.id, state: SyncState(status: .completed)))
        try await world.syncStates.save(AccountSyncState(account: bob.id, state: SyncState(historyID: "1")))
        #expect(try await world.syncStates.fetch(accountID: ada.id)?.state == SyncState(status: .completed))
        let rows = try await world.container.read { try $0.syncState(of: ada.stream) }
        #expect(rows == SyncState(status: .completed))
        let events = try await world.eventCount()
        try await world.syncStates.save(AccountSyncState(account: ada.id, state: SyncState(status: .completed)))
        #expect(try await world.eventCount() == events)
    }

    @Test(arguments: Place.allCases)
    func `a run that begins is not recorded, and one that finds nothing new is once a day`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let minute: Int64 = 60_000_000
        func save(_ state: SyncState) async throws -> Int64 {
            let before = try await world.eventCount()
            try await world.syncStates.save(AccountSyncState(account: ada.id, state: state))
            return try await world.eventCount() - before
        }
        func state(_ minutes: Int64, _ status: AccountSyncStatus = .completed, _ mark: String = "1") -> SyncState {
            SyncState(
                historyID: mark, status: status, errorMessage: status == .error ? "no route" : nil,
                lastIncrementalSync: Timestamp(microseconds: minutes * minute))
        }
        #expect(try await save(SyncState(status: .syncing)) == 0)
        #expect(try await world.syncStates.fetch(accountID: ada.id) == nil)
        #expect(try await save(state(1)) == 1)
        // A day of runs every five minutes, in which nothing came.
        var recorded: Int64 = 0
        for minutes in stride(from: Int64(5), to: 1_440, by: 5) {
            recorded += try await save(state(minutes - 4, .syncing)) + save(state(minutes))
        }
        #expect(recorded == 0)
        #expect(try await world.syncStates.fetch(accountID: ada.id)?.state == state(1))
        #expect(try await save(state(1_440)) == 1)
        #expect(try await save(state(1_445, .error)) == 1)
        #expect(try await save(state(1_450, .syncing)) == 0, "the error stands until a run ends otherwise")
        #expect(try await save(state(1_450, .syncing, "2")) == 1, "the mark that it has reached")
        #expect(try await save(state(1_455, .completed, "3")) == 1)
        #expect(try await world.syncStates.fetch(accountID: ada.id)?.state == state(1_455, .completed, "3"))
    }

    @Test(.requirement(240, 201, part: 5), arguments: Place.allCases)
    func `updateHistoryID changes the mark alone`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let state = SyncState(historyID: "1", status: .completed, lastFullSync: Timestamp(microseconds: 5))
        try await world.syncStates.save(AccountSyncState(account: ada.id, state: state))
        try await world.syncStates.updateHistoryID("2", for: ada.id)
        var expected = state
        expected.historyID = "2"
        #expect(try await world.syncStates.fetch(accountID: ada.id)?.state == expected)
    }

    @Test(.requirement(240, 201, part: 6), arguments: Place.allCases)
    func `updateHistoryID of an unknown account says that there is none`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let unknown = Account(settings: AccountSettings(address: "x@example.org")).id
        #expect(
            await repositoryError { try await world.syncStates.updateHistoryID("2", for: unknown) }?.code == "DB_004")
    }

    @Test(.requirement(240, 201, part: 7), arguments: Place.allCases)
    func `it ends with its account, comes back with it, and can be undone`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.syncStates.updateHistoryID("1", for: ada.id)
        try await world.accounts.delete(ada.id)
        try await world.container.perform { _ = try $0.undo(.latest) }
        #expect(try await world.syncStates.fetch(accountID: ada.id)?.state.historyID == "1")
        try await world.syncStates.updateHistoryID("2", for: ada.id)
        try await world.container.perform { _ = try $0.undo(.latest) }
        #expect(try await world.syncStates.fetch(accountID: ada.id)?.state.historyID == "1")
        #expect(try await world.container.perform { try $0.maintenance.checkViews() } == nil)
    }

    @Test(
        .requirement(17, 201),
        arguments: ["", "imaps://ada:secret@host", "a\u{7}b", String(repeating: "x", count: 2_000)])
    func `words that must not be kept are refused`(words: String) async throws {
        let world = try RepositoryWorld(.memory)
        let ada = try await world.addAccount()
        for state in [SyncState(historyID: words), SyncState(status: .error, errorMessage: words)] {
            let error = await repositoryError {
                try await world.syncStates.save(AccountSyncState(account: ada.id, state: state))
            }
            #expect(error?.code == "DB_002")
        }
    }
}
