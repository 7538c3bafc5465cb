import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `What changes in a ledger` {
    @Test(.requirement(228), arguments: Place.allCases)
    func `comes one transaction after the other, with the things by their ids`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let row = try await world.addMessage("one", to: ada)
        try await world.messages.markAsRead(row.id)
        try await world.messages.delete(row.id)
        var changes = world.container.changes(after: .start).makeAsyncIterator()
        var batches: [TransactionChanges] = []
        while batches.count < 4 { batches.append(try #require(try await changes.next())) }
        #expect(batches.map(\.transaction) == [1, 2, 3, 4])
        #expect(batches.last?.position == (try await world.container.head()))
        let accounts = batches[0].changes.filter { $0.entity == "account" }
        #expect(accounts.map(\.id) == [ada.id.uniqueID] && accounts.map(\.kind) == [.created])
        for (batch, kind) in zip(batches.dropFirst(), [.created, .updated, .destroyed] as [RowChange.Kind]) {
            let messages = batch.changes.filter { $0.entity == "message" }
            #expect(messages.map(\.id) == [row.id.uniqueID] && messages.map(\.kind) == [kind])
            #expect(batch.changes.allSatisfy { $0.account == ada.address })
        }
        let inbox = try await world.inbox(of: ada)
        #expect(batches[2].changes.contains { $0.entity == "folder" && $0.id == inbox.id.uniqueID && $0.isCountsOnly })
        #expect(changes.position == batches[3].position)
    }

    @Test(.requirement(228)) func `is told when it comes, whichever connection made it`() async throws {
        let world = try RepositoryWorld(.disk)
        let ada = try await world.addAccount()
        let location = try #require(world.container.location)
        let start = try await world.container.head()
        let changes = world.container.changes(after: start)
        let waiting = Task {
            for try await batch in changes { return batch.changes.first?.entity }
            return nil
        }
        // Another connection, as another process has one.
        let other = try LedgerContainer.open(at: location)
        try await other.messages.save(RepositoryWorld.message("one", to: ada.id))
        #expect(try await waiting.value != nil)
    }

    @Test(.requirement(228)) func `ends with its task`() async throws {
        let world = try RepositoryWorld(.memory)
        let changes = world.container.changes(after: try await world.container.head())
        let waiting = Task { () -> Int in
            var count = 0
            for try await _ in changes { count += 1 }
            return count
        }
        waiting.cancel()
        #expect(try await waiting.value == 0)
    }

    @Test(.requirement(228, 232)) func `a position within a transaction gives what is left of it`() async throws {
        let world = try RepositoryWorld(.memory)
        let ada = try await world.addAccount()
        let whole = try #require(try await world.container.read { try $0.nextChanges(after: .start) })
        let rest = try #require(try await world.container.read { try $0.nextChanges(after: Position(1)) })
        #expect(rest.changes == whole.changes.filter { $0.position > Position(1) } && rest.position == whole.position)
        let last = try await world.container.read { try $0.lastPosition(of: ada.stream) }
        #expect(last == Position(1))
    }
}
