import EventLog
import SQLiteDatabase
import TestSupport
import Testing

/// What is said of an event that cannot be decoded: the log is damaged there, or this program does not understand it.
struct PayloadDamageTests {
    /// The ways of reading that decode every event.
    private static let ways: [(name: String, read: @Sendable (SQLiteLogStore, LogFolder) throws -> Void)] = [
        ("one by one", { store, _ in try store.forEach(EventSelection(), decodedBy: .sample) { _ in true } }),
        ("by transactions", { store, _ in _ = try store.recorded(after: .start, decodedBy: .sample) }),
        ("into read models", { store, folder in _ = try folder.makeViews(of: store).rebuild() }),
        (
            "alone",
            { store, _ in
                for event in try store.events(EventSelection()) { _ = try store.contents(of: event, by: .sample) }
            }
        ),
    ]

    /// The error with which a way of reading ends; nil if it ends well.
    private func error(
        of read: (SQLiteLogStore, LogFolder) throws -> Void, in folder: LogFolder
    ) throws -> (any Error)? {
        let store = try folder.open()
        do {
            try read(store, folder)
            return nil
        } catch {
            return error
        }
    }

    /// Changes some bytes of a payload past the guard rails; returns whether it can be decoded all the same.
    private func alter(_ position: Position, in folder: LogFolder, from random: inout SeededGenerator) throws -> Bool {
        let raw = try folder.rawWithoutTriggers()
        let found = try raw.first("SELECT payload FROM events WHERE position = \(bind: position.rawValue)") {
            try $0.next([UInt8].self)
        }
        var payload = try #require(found)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            payload[Int.random(in: 0..<payload.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        try raw.run(
            "UPDATE events SET payload = CAST(\(bind: payload) AS TEXT) WHERE position = \(bind: position.rawValue)")
        let selection = EventSelection(after: position.advanced(by: -1), through: position)
        let event = try #require(try folder.open().events(selection).first)
        return (try? EventCatalogue.sample.contents(of: event)) != nil
    }

    @Test func `a payload with changed bytes is read, or is damage at its position`() throws {
        var random = SeededGenerator(for: "payloads with changed bytes")
        var refused = 0
        for _ in 0..<40 {
            let folder = try LogFolder()
            let store = try folder.create()
            try store.recordAtRandom(12, from: &random)
            let position = try Position(Int64.random(in: 1...store.head().position.rawValue, using: &random))
            let isDecoded = try alter(position, in: folder, from: &random)
            let finding = "position \(position): the payload was changed"
            let expected: EventLogError? = isDecoded ? nil : .corrupt(finding)
            for way in Self.ways.shuffled(using: &random) {
                let error = try error(of: way.read, in: folder)
                let isExpected = error as? EventLogError == expected && (error == nil) == isDecoded
                #expect(isExpected, "\(way.name), event \(position): \(String(describing: error))")
            }
            guard !isDecoded else { continue }
            refused += 1
            #expect(throws: EventLogError.markedDamaged(finding)) { try folder.open().record([.added("more")]) }
            #expect(throws: LogFault.self) { try folder.open().verify() }
        }
        #expect(refused > 0)
    }

    @Test func `a type that is unknown because it was changed is damage, too`() throws {
        let folder = try LogFolder()
        try Tamper.fill(folder.create())
        try folder.rawWithoutTriggers().run("UPDATE events SET type = 'test.nothing' WHERE position = 8")
        let finding = "position 8: the entry differs from its leaf in the Merkle tree"
        for way in Self.ways {
            let error = try error(of: way.read, in: folder) as? EventLogError
            #expect(error == .corrupt(finding), "\(way.name)")
        }
    }

    /// A note as another program writes it, under the same name.
    private struct OtherNote: Event {
        static let type = NoteAdded.type
        let words: [String]
    }

    @Test func `an event that was recorded as it is and is not understood is named, and is no damage`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        let other = ProposedEvent(OtherNote(words: ["b"]), target: .noStream, account: .none)
        try store.record([.added("a"), other])
        for way in Self.ways {
            let error = try error(of: way.read, in: folder) as? EventLogError
            #expect(
                error == .undecodable(NoteAdded.type, at: Position(2), reason: "text is missing"), "\(way.name)")
            #expect(error?.description == "event 2 is no valid test.note-added/1: text is missing")
        }
        try store.record([.added("c")])
        _ = try store.verify()
    }

    @Test func `a tally names the payload that is no JSON`() throws {
        let folder = try LogFolder()
        try Tamper.fill(folder.create())
        try folder.rawWithoutTriggers().run("UPDATE events SET payload = '{' WHERE position = 5")
        let store = try folder.open()
        #expect(throws: EventLogError.corrupt("position 5: the payload was changed")) {
            try store.tally(from: Position(1), through: Position(12), places: [NoteEdited.type.name: "$.text"])
        }
    }
}
