import EventLog
import Testing

/// How every engine is read.
struct ReadingContractTests {
    /// Positions 1 to 8 in transactions 1–2, 3–5, 6, 7–8, by two operations.
    private func store(_ engine: Engine) throws -> (store: any LogStore, operations: [OperationContext]) {
        let store = try engine().store
        let operations = [OperationContext.sample(command: "first"), .sample(command: "second")]
        let account = ProposedEvent.AccountReference.stream(.at(1))
        for (operation, events) in [
            (0, [ProposedEvent.added("account", account: .own), .added("b", account: .stream(.started(0)))]),
            (1, [.edited(.at(2), "c", account: account), .added("d"), .edited(.started(1), "e")]),
            (0, [.edited(.at(1), "f", account: account)]), (1, [.edited(.at(2), "g"), .added("h", account: .own)]),
        ] {
            _ = try store.append(ProposedTransaction(events, context: operations[operation]))
        }
        return (store, operations)
    }

    @Test(
        arguments: Engine.all,
        [
            (EventSelection(), [1, 2, 3, 4, 5, 6, 7, 8]),
            (EventSelection(isBackward: true), [8, 7, 6, 5, 4, 3, 2, 1]),
            (EventSelection(after: Position(3)), [4, 5, 6, 7, 8]),
            (EventSelection(after: Position(2), through: Position(5)), [3, 4, 5]),
            (EventSelection(after: Position(2), through: Position(5), isBackward: true), [5, 4, 3]),
            (EventSelection(after: Position(8)), []),
            (EventSelection(through: .start), []),
            (EventSelection(stream: StreamID(2)), [2, 3, 7]),
            (EventSelection(after: Position(2), stream: StreamID(2)), [3, 7]),
            (EventSelection(stream: StreamID(2), isBackward: true), [7, 3, 2]),
            (EventSelection(stream: StreamID(3)), []),
            (EventSelection(typeName: "test.note-added"), [1, 2, 4, 8]),
            (EventSelection(typeName: "test.note-edited", isBackward: true), [7, 6, 5, 3]),
            (EventSelection(typeName: "test.note"), []),
            (EventSelection(account: StreamID(1)), [1, 2, 3, 6]),
            (EventSelection(account: StreamID(8)), [8]),
            (EventSelection(account: StreamID.none), [4, 5, 7]),
            (EventSelection(through: Position(6), account: StreamID(1), typeName: "test.note-edited"), [3, 6]),
        ] as [(EventSelection, [Int64])])
    func `a selection lends just its events in order`(engine: Engine, _ expected: (EventSelection, [Int64])) throws {
        let store = try store(engine).store
        #expect(try store.events(expected.0).map(\.position.rawValue) == expected.1)
    }

    @Test(arguments: Engine.all)
    func `a transaction's own selection is its events`(engine: Engine) throws {
        let store = try store(engine).store
        let positions = try (1...Int64(4)).map { number in
            let transaction = try #require(try store.transaction(number))
            return try store.events(EventSelection(of: transaction)).map(\.position.rawValue)
        }
        #expect(positions == [[1, 2], [3, 4, 5], [6], [7, 8]])
    }

    @Test(arguments: Engine.all)
    func `reading stops where the closure says so, and may read the log meanwhile`(engine: Engine) throws {
        let store = try store(engine).store
        var seen: [Int64] = []
        try store.forEach(EventSelection()) { event in
            seen.append(event.position.rawValue)
            let first = try store.events(EventSelection(stream: event.stream)).first
            #expect(first?.version == 1)
            return event.position < Position(3)
        }
        #expect(seen == [1, 2, 3])
    }

    @Test(
        arguments: Engine.all,
        [
            (0, false, [1, 2, 3, 4]), (2, false, [2, 3, 4]), (5, false, []), (4, true, [4, 3, 2, 1]),
            (2, true, [2, 1]),
            (.max, true, [4, 3, 2, 1]),
        ] as [(Int64, Bool, [Int64])])
    func `transactions are lent from a number on, either way`(
        engine: Engine, _ expected: (Int64, Bool, [Int64])
    ) throws {
        let store = try store(engine).store
        var seen: [Int64] = []
        try store.forEachTransaction(from: expected.0, isBackward: expected.1) {
            seen.append($0.number)
            return true
        }
        #expect(seen == expected.2)
        seen = []
        try store.forEachTransaction(from: expected.0, isBackward: expected.1) {
            seen.append($0.number)
            return false
        }
        #expect(seen == Array(expected.2.prefix(1)))
    }

    @Test(arguments: Engine.all)
    func `operations are found by id and by the beginning of it`(engine: Engine) throws {
        let (store, operations) = try store(engine)
        #expect(try store.transactions(of: operations[0].operation).map(\.number) == [1, 3])
        #expect(try store.transactions(of: operations[1].operation).map(\.number) == [2, 4])
        #expect(try store.transactions(of: .random()).isEmpty)
        for operation in operations.map(\.operation) {
            let text = operation.description
            #expect(try store.operations(withPrefix: text, limit: 5) == [operation])
            #expect(try store.operations(withPrefix: String(text.prefix(12)), limit: 5).contains(operation))
        }
        #expect(try Set(store.operations(withPrefix: "", limit: 5)) == Set(operations.map(\.operation)))
        #expect(try store.operations(withPrefix: "", limit: 1).count == 1)
        #expect(try store.operations(withPrefix: "no id", limit: 5).isEmpty)
        #expect(try store.transaction(5) == nil)
    }
}
