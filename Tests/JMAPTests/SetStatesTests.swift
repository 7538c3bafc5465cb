import EventLog
import JMAP
import JSONCoding
import Mail
import MailLedger
import Synchronization
import TestSupport
import Testing

/// Another process that marks messages wherever this one can be interrupted.
private final class Intruder: Sendable {
    private struct State {
        let location: LedgerLocation
        var isSeen = false
        var count = 0
    }

    private let state = Mutex<State?>(nil)

    var count: Int { state.withLock { $0?.count ?? 0 } }

    func begin(at location: LedgerLocation) { state.withLock { $0 = State(location: location) } }

    func look(at phase: Phase) {
        // Under the writer's lock nobody can come between.
        guard phase.name == .answer || phase.name == .views && phase.events != nil else { return }
        state.withLock { state in
            guard var now = state,
                let ledger = try? Ledger.open(at: now.location, access: .readWrite, environment: .current())
            else { return }
            now.isSeen.toggle()
            let request =
                now.isSeen
                ? MarkMessagesRequest(filter: "in:INBOX", adding: [.seen])
                : MarkMessagesRequest(filter: "in:INBOX", removing: [.seen])
            if (try? ledger.perform(request)) != nil { now.count += 1 }
            state = now
        }
    }
}

/// RFC 8620 section 5.3: what others change is in no span from an old state to a new one.
@Suite struct `The states of a set` {
    private func position(_ state: JSONValue) throws -> Int64 {
        let match = try #require(state.text?.wholeMatch(of: /s1\.([0-9]+)-[0-9a-f]{8}/))
        return try #require(Int64(match.1))
    }

    /// The first and the last position of a transaction by its command.
    private func span(_ asked: AskedLedger, of command: String) throws -> ClosedRange<Int64> {
        var number = try asked.ledger.store.head().transaction
        while let transaction = try asked.ledger.store.transaction(number) {
            if try transaction.openedHeader()?.command == command {
                return transaction.firstPosition.rawValue...transaction.lastPosition.rawValue
            }
            number -= 1
        }
        throw MissingTransaction()
    }

    private struct MissingTransaction: Error {}

    @Test(arguments: [
        ("Email/set", #""update": {"$ID": {"keywords/own": true}}"#),
        ("Mailbox/set", #""create": {"k": {"name": "Own"}}"#),
    ])
    func `are those right before and behind its own commit`(method: String, change: String) throws {
        let intruder = Intruder()
        let asked = try AskedLedger(observer: { intruder.look(at: $0) })
        let id = try #require(try asked.found("{}").first)
        intruder.begin(at: asked.location)
        let done = try asked.call(method, #"{"accountId": "$A", \#(change)}"#.replacing("$ID", with: id))
        let own = try span(asked, of: "jmap \(method)")
        #expect(intruder.count > 1)
        #expect(try position(done["oldState"]) == own.lowerBound - 1, "\(done)")
        #expect(try position(done["newState"]) == own.upperBound, "\(done)")
    }
}
