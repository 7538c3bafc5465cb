import EventLog
import JSONCoding
import TestSupport
import Testing

/// What becomes of a log under a program whose shapes have moved on.
@Suite struct `A log of older shapes` {
    struct Named: Event, Hashable {
        static let type = EventType("test.thing-named", schema: 1)
        var name: String
    }

    struct NamedTwice: Event, Hashable {
        static let type = EventType("test.thing-named", schema: 2)
        var first: String
        var last: String
        /// A field that came later.
        var color: String?
    }

    private static var split: Upcaster {
        Upcaster(from: Named.type) { stored in
            let name = try JSONBytesDecoder().decode(Named.self, from: JSONBytesEncoder().encode(stored)).name
            let words = name.split(separator: " ").map(String.init)
            let new = NamedTwice(first: words.first ?? "", last: words.dropFirst().joined(separator: " "))
            let payload = try JSONBytesDecoder().decode(JSONValue.self, from: JSONBytesEncoder().encode(new))
            return [Upcaster.Form(NamedTwice.type, payload)]
        }
    }

    private func store() throws -> any LogStore {
        let store = try OpenLog.inSQLiteMemory().store
        let context = OperationContext(
            operation: OperationID(.random { [UInt8](repeating: 1, count: $0) }), command: "test", actor: "a",
            osUser: "a",
            host: "h", program: "p")
        let events = ["Ada Lovelace", "Grace"].map {
            ProposedEvent(Named(name: $0), target: .noStream, account: .none)
        }
        _ = try store.append(ProposedTransaction(events, context: context))
        return store
    }

    @Test(.requirement(211)) func `is read as today's shapes, and its bytes stay as they are`() throws {
        let store = try store()
        let before = try store.events(EventSelection()).map(\.payload)
        let today = EventCatalogue([NamedTwice.self], upcasters: [Self.split])
        var read: [NamedTwice] = []
        try store.forEach(EventSelection(), decodedBy: today) { event in
            if case .event(let event) = event.content, let named = event as? NamedTwice { read.append(named) }
            return true
        }
        #expect(read == [NamedTwice(first: "Ada", last: "Lovelace"), NamedTwice(first: "Grace", last: "")])
        #expect(try store.events(EventSelection()).map(\.payload) == before)
        #expect(try store.root(at: Position(2)) == store.root(at: store.head().position))
    }

    @Test(.requirement(212)) func `without a way from the old shape it is refused, and the error names it`() throws {
        let store = try store()
        let today = EventCatalogue([NamedTwice.self])
        #expect(throws: EventLogError.unknownType(Named.type, at: Position(1))) {
            try store.forEach(EventSelection(), decodedBy: today) { _ in true }
        }
    }
}
