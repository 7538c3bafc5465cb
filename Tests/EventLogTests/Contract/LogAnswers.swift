import CivilTime
import Cryptography
import EventLog
import TestSupport

/// What a log answers to the same questions, a line each: two logs of the same events answer alike, whatever keeps them.
struct LogAnswers {
    /// A question and its answers, which become text only where two logs differ: there are hundreds of thousands of them.
    struct Line: Equatable, CustomStringConvertible {
        let question: String
        let answers: [AnyHashable?]
        var description: String { question + ": " + answers.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ") }
    }

    private(set) var lines: [Line] = []

    init(of log: any LogReading, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let head = try log.head()
        let end = head.position.rawValue
        say("head", head.position, head.transaction)
        for position in (0...end).map({ Position($0) }) {
            say(
                "tree", try log.root(at: position).hex, try log.leaf(at: position)?.hex,
                try log.recordedLeaf(at: position)?.hex)
            say("place", try log.place(of: position), try log.transaction(holding: position)?.number)
            say("end", try log.transaction(endingAt: position)?.transaction)
        }
        for number in 0...head.transaction + 1 {
            let transaction = try log.transaction(number)
            say("transaction", transaction.map(Self.line))
            say("types", try log.typeNames(afterTransaction: number, but: transaction?.operation).sorted())
            guard let transaction else { continue }
            say("by", try log.transactions(of: transaction.operation).map(\.number))
            say(
                "prefix",
                try log.operations(withPrefix: String("\(transaction.operation)".prefix(11)), limit: 3).map(
                    \.description))
            let recorded = try log.lastTransaction(
                recordedBy: Timestamp(microseconds: transaction.recordedAt.microseconds - 1))
            say("time", recorded?.transaction.number, recorded?.laterTimesBefore)
        }
        for stream in (1...max(1, end)).map({ StreamID($0) }) {
            let last = Position(Int64.random(in: 0...end, using: &generator))
            say("stream", try log.positions(of: stream, through: last).map(\.rawValue))
            say("places", try log.places(in: stream, through: last, typeEndingIn: "edited").map(\.position.rawValue))
        }
        for _ in 0..<40 { try ask(log, end, &generator) }
        say("rates", try log.rates(through: head.position))
        say(
            "key", try log.receipt(forIdempotencyKey: "key 3"),
            try log.receipt(forIdempotencyKey: "none")?.transaction)
        var erased: [ErasedPlace] = []
        try log.forEachErasure { erased.append($0) }
        say("erased", erased.sorted(), try log.erasureCount(), try log.hasErased(), try log.blankHeaders(through: 9))
    }

    private mutating func ask(_ log: any LogReading, _ end: Int64, _ generator: inout SeededGenerator) throws {
        func position() -> Position { Position(Int64.random(in: 0...end + 1, using: &generator)) }
        func maybe<Value>(_ value: Value) -> Value? { Int.random(in: 0..<3, using: &generator) == 0 ? value : nil }
        let events = EventSelection(
            after: maybe(position()) ?? .start, through: maybe(position()),
            stream: maybe(StreamID(position().rawValue)),
            account: maybe(StreamID(1)), typeName: maybe("test.note-edited"), isBackward: Bool.random(using: &generator)
        )
        say(
            "events", events.after, events.through, events.stream, events.account, events.typeName, events.isBackward,
            try log.events(events).map(Self.line))
        let place = (stream: StreamID(position().rawValue), version: Int.random(in: 0...3, using: &generator))
        say("later", try log.laterEvents(after: place, through: position(), limit: 5).prefix(5).map(Self.line))
        let types = ["test.note-added", "test.note-edited"].filter { _ in Bool.random(using: &generator) }
        say("beside", try log.firstTransaction(withTypesBeside: Set(types), through: position()))
        let (first, last) = (position(), position())
        say(
            "tally",
            try log.tally(
                from: first, through: last, places: ["test.note-added": "$.text", "test.note-edited": "$.text.new"]
            ))
        var selection = TransactionSelection()
        selection.actor = maybe("ADA")
        selection.osUser = maybe("ada")
        selection.host = maybe("Analytical")
        selection.command = maybe(["note", "note add", "no", "edit"].randomElement(using: &generator) ?? "")
        selection.needsReason = maybe(true) ?? false
        selection.account = maybe(StreamID(1))
        selection.typeName = maybe("test.note-added")
        selection.typeNames = maybe(["test.note-edited", "test.note-erased"])
        selection.operation = try maybe(log.transaction(2)?.operation) ?? nil
        selection.recordedFrom = try maybe(log.transaction(2)?.recordedAt) ?? nil
        selection.recordedBefore = try maybe(log.transaction(5)?.recordedAt) ?? nil
        var numbers: [Int64] = []
        try log.forEachTransaction(selection, through: 1 + end / 2) {
            numbers.append($0.number)
            return numbers.count < 7
        }
        say("selected", numbers)
        let isBackward = Bool.random(using: &generator)
        var positions: [Int64] = []
        try log.forEachEvent(selection, through: last, isBackward: isBackward) {
            positions.append($0.position.rawValue)
            return positions.count < 12
        }
        say("their events", last, isBackward, positions)
        if let transaction = try log.transaction(3) {
            say("has", try log.selects(transaction, selection), try log.has(transaction, selection))
        }
    }

    private mutating func say(_ question: String, _ answers: AnyHashable?...) {
        lines.append(Line(question: question, answers: answers))
    }

    private static func line(_ event: StoredEvent) -> [AnyHashable?] {
        [event.place, event.version, event.type, event.payload?.count, event.salt, event.digest]
    }

    private static func line(_ transaction: StoredTransaction) -> [AnyHashable?] {
        [
            transaction.number, transaction.firstPosition, transaction.eventCount, transaction.recordedAt,
            transaction.header, transaction.digest,
        ]
    }
}
