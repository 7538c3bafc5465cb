import CivilTime
import EventLog
import Outbox
import TestSupport
import Testing

@Suite struct `What is known of a thing on its way to its server` {
    private let now = Timestamp(microseconds: 1_000)

    @Test(.requirement(82)) func `once it is synced its error is gone, and when it was is known`() {
        var state = OutboxState()
        state.markAsFailed("no route to host", at: now)
        state.markAsSynced(at: Timestamp(microseconds: 2_000))
        #expect(
            state
                == OutboxState(
                    status: .synced, lastAttempt: Timestamp(microseconds: 2_000),
                    lastSynced: Timestamp(microseconds: 2_000)))
        let settled = state
        state.markAsSynced(at: Timestamp(microseconds: 3_000))
        #expect(state == settled, "what is so already stays as it is")
    }

    @Test(.requirement(83)) func `each failure counts, and tells why and when`() {
        var state = OutboxState(status: .pending)
        state.markAsFailed("no route to host", at: now)
        #expect(
            state == OutboxState(status: .failed, retryCount: 1, lastAttempt: now, error: "no route to host"))
        state.markAsFailed("timed out", at: Timestamp(microseconds: 2_000))
        #expect(state.retryCount == 2 && state.error == "timed out")
        #expect(state.lastAttempt == Timestamp(microseconds: 2_000))
    }

    @Test(.requirement(84), arguments: [(0, true), (1, true), (2, true), (3, false), (4, false)])
    func `it is tried again until it failed three times`(retries: Int, isTriedAgain: Bool) {
        #expect(OutboxState(status: .failed, retryCount: retries).shouldRetry == isTriedAgain)
        for status in OutboxStatus.allCases where status != .failed {
            #expect(!OutboxState(status: status, retryCount: retries).shouldRetry)
        }
        #expect(OutboxState(status: .pending, retryCount: retries).isPendingSync)
        #expect(!OutboxState(status: .failed, retryCount: retries).isPendingSync)
    }

    @Test func `setting it to wait again forgets its failures`() {
        var state = OutboxState(status: .failed, retryCount: 3, lastAttempt: now, error: "no route to host")
        state.markAsPending()
        #expect(state == OutboxState(status: .pending, lastAttempt: now) && state.isDue)
    }

    @Test(.requirement(175)) func `all but synced needs a sync, and a failure or a conflict is an error`() {
        #expect(OutboxStatus.allCases.filter(\.needsSync) == [.pending, .failed, .conflict])
        #expect(OutboxStatus.allCases.filter(\.hasError) == [.failed, .conflict])
    }

    @Test(.requirement(177)) func `it is local only until it was synced once, whatever is done to it then`() {
        var state = OutboxState()
        #expect(state.isLocalOnly)
        state.markAsPending()
        state.markAsFailed("no", at: now)
        state.markAsPending()
        #expect(state.isLocalOnly)
        state.markAsSynced(at: now)
        #expect(!state.isLocalOnly)
        state.markAsPending()
        state.markAsFailed("no", at: now)
        #expect(!state.isLocalOnly)
    }

    @Test func `every change is made by its event, and taken back by it`() throws {
        var states = [OutboxState()]
        func add(_ change: (inout OutboxState) -> Void) {
            var state = states[states.count - 1]
            change(&state)
            states.append(state)
        }
        add { $0.markAsPending() }
        add { $0.markAsFailed("no", at: now) }
        add { $0.markAsConflicting(OutboxVersions(local: 1, server: 2), at: Timestamp(microseconds: 5)) }
        add { $0.markAsSynced(at: Timestamp(microseconds: 6)) }
        for (old, new) in zip(states, states.dropFirst()) {
            let event = try #require(OutboxStateChanged(entity: "message", id: id, from: old, to: new))
            #expect(old.applying(event) == new)
            let back = new.undoing(event)
            #expect(back.state == old && back.stale.isEmpty)
        }
        let event = try #require(OutboxStateChanged(entity: "message", id: id, from: states[0], to: states[1]))
        #expect(states[2].undoing(event).stale == ["status"])
    }
}

private let id = UniqueID.random { Array(repeating: 7, count: $0) }

@Suite struct `Marking a thing in the outbox` {
    private let now = Timestamp(microseconds: 1_000)

    private func thing(_ state: OutboxState = OutboxState(), version: Int = 5) -> MarkInOutbox.Thing {
        MarkInOutbox.Thing(
            entity: "message", id: id, stream: StreamID(9), account: StreamID(1), state: state, version: version)
    }

    @Test func `what is so already makes no event`() throws {
        #expect(try MarkInOutbox.synced.decide(thing(OutboxState(status: .synced, lastSynced: now)), at: now).isEmpty)
        #expect(try MarkInOutbox.pending.decide(thing(OutboxState(status: .pending)), at: now).isEmpty)
    }

    @Test(.requirement(180)) func `another version than the one that was carried is a conflict that names both`() throws
    {
        #expect(try MarkInOutbox.synced.decide(thing(), at: now, expecting: 5).count == 1)
        let error = #expect(throws: DomainError.self) {
            try MarkInOutbox.synced.decide(thing(), at: now, expecting: 3)
        }
        guard case .conflict(let words, _)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(words.contains("has version 5, not 3"))
        let event = try #require(MarkInOutbox.conflict(server: 8).decide(thing(), at: now).first?.event)
        #expect((event as? OutboxStateChanged)?.versions?.new == OutboxVersions(local: 5, server: 8))
    }

    @Test(arguments: ["", "  ", "a\u{7}b", "see https://ada:pw@example.org/", String(repeating: "x", count: 2_001)])
    func `a reason that cannot be kept is refused`(reason: String) {
        #expect(throws: DomainError.self) { try MarkInOutbox.failed(reason).decide(thing(), at: now) }
    }
}
