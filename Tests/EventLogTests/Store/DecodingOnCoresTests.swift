import CivilTime
import EventLog
import SQLiteDatabase
import TestSupport
import Testing

/// Events that are decoded on several cores are lent as if each were read, decoded and lent before the next one.
struct DecodingOnCoresTests {
    private struct Stop: Error {}

    /// What the closure is lent, and what ends it.
    private struct Outcome: Equatable {
        var lent: [String] = []
        var error: String?
    }

    private static let catalogue = EventCatalogue(
        [NoteAdded.self, NoteEdited.self],
        upcasters: [
            Upcaster(from: EventType("test.note-copied", schema: 1)) { old in
                [.init(NoteAdded.type, old), .init(NoteAdded.type, old)]
            },
            Upcaster(from: EventType("test.note-looked-at", schema: 1)) { _ in [] },
        ])

    /// Counts what is lent, and ends it where a test says so.
    private struct Listener {
        var outcome = Outcome()
        var last = Int.max
        var throwsAtLast = false

        mutating func take(_ position: Position, _ time: Timestamp, _ content: RecordedEvent.Content) throws -> Bool {
            outcome.lent.append("\(position) \(time.microseconds) \(content)")
            guard outcome.lent.count >= last else { return true }
            if throwsAtLast { throw Stop() }
            return false
        }
    }

    private func onCores(_ store: SQLiteLogStore, _ listener: Listener) -> Outcome {
        var listener = listener
        do {
            try store.forEach(EventSelection(), decodedBy: Self.catalogue) {
                try listener.take($0.position, $0.recordedAt, $0.content)
            }
        } catch {
            listener.outcome.error = String(describing: error)
        }
        return listener.outcome
    }

    private func oneByOne(_ store: SQLiteLogStore, _ listener: Listener) -> Outcome {
        var listener = listener
        do {
            try store.forEach(EventSelection()) { stored in
                guard let transaction = try store.transaction(stored.transaction) else {
                    throw EventLogError.corrupt(
                        "event \(stored.position) names transaction \(stored.transaction), which is missing")
                }
                for content in try store.contents(of: stored, by: Self.catalogue) {
                    guard try listener.take(stored.position, transaction.recordedAt, content) else { return false }
                }
                return true
            }
        } catch {
            listener.outcome.error = String(describing: error)
        }
        return listener.outcome
    }

    /// A log in which some events have older shapes and some are erased.
    private func makeLog(_ count: Int, from random: inout SeededGenerator) throws -> LogFolder {
        let folder = try LogFolder()
        let store = try folder.create()
        while try store.head().position.rawValue < count {
            try store.recordAtRandom(5, from: &random, largest: 90)
        }
        let raw = try folder.rawWithoutTriggers()
        try raw.run(
            "UPDATE events SET type = 'test.note-copied' WHERE type = 'test.note-added' AND position % 17 = 3")
        try raw.run("UPDATE events SET type = 'test.note-looked-at' WHERE position % 23 = 4")
        try raw.run("UPDATE events SET payload = NULL, salt = NULL WHERE position % 29 = 5")
        return folder
    }

    private static let faults: [@Sendable (Connection, Int64) throws -> Void] = [
        { _, _ in },
        { try $0.run("UPDATE events SET payload = '{', type = 'test.note-added' WHERE position = \(bind: $1)") },
        { try $0.run("UPDATE events SET payload = '{}', type = 'test.never-seen' WHERE position = \(bind: $1)") },
        {
            try $0.run(
                #"DELETE FROM transactions WHERE number = (SELECT "transaction" FROM events WHERE position = \#(bind: $1))"#
            )
        },
        {
            try $0.run("PRAGMA ignore_check_constraints = ON")
            try $0.run("UPDATE events SET digest = x'00' WHERE position = \(bind: $1)")
        },
    ]

    @Test func `they are the same, with the same error behind the same event`() throws {
        var random = SeededGenerator(for: "decoding on cores")
        for fault in Self.faults {
            for _ in 0..<3 {
                let folder = try makeLog(Int.random(in: 1...1_500, using: &random), from: &random)
                let store = try folder.open()
                let position = try Int64.random(in: 1...store.head().position.rawValue, using: &random)
                try fault(try folder.raw(), position)
                let expected = oneByOne(store, Listener())
                #expect(onCores(store, Listener()) == expected)
                guard !expected.lent.isEmpty else { continue }
                let last = Int.random(in: 1...expected.lent.count, using: &random)
                for throwsAtLast in [false, true] {
                    let listener = Listener(last: last, throwsAtLast: throwsAtLast)
                    #expect(onCores(store, listener) == oneByOne(store, listener))
                    #expect(onCores(store, listener).lent.count == last)
                }
            }
        }
    }

    @Test func `the closure may read the log, also by the same function`() throws {
        var random = SeededGenerator(for: "decoding within decoding")
        let store = try makeLog(1_200, from: &random).open()
        var outer = 0
        try store.forEach(EventSelection(), decodedBy: Self.catalogue) { event in
            outer += 1
            guard outer.isMultiple(of: 400) else { return true }
            var inner = 0
            try store.forEach(EventSelection(through: event.position), decodedBy: Self.catalogue) { _ in
                inner += 1
                return true
            }
            #expect(inner >= outer)
            return true
        }
        #expect(outer == oneByOne(store, Listener()).lent.count)
    }
}
