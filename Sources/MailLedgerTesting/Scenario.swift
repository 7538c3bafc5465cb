public import EventLog
public import MailLedger

/// Given, when, then: the events that a command records in a ledger with a history.
///
/// ```swift
/// let outcome = try Scenario()
///     .given { ledger in
///         _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
///     }
///     .when { ledger in try ledger.perform(DeleteAccountRequest(account: "ada@example.org")) }
/// try outcome.then(AccountDeleted.self)
/// ```
///
/// A failed expectation is thrown as a ``Mismatch``, so that any test framework reports it.
public struct Scenario {
    /// In memory; its clock is ``clock``.
    public let ledger: Ledger
    /// Does not move by itself.
    public let clock: TestClock

    /// Starts with an empty ledger.
    ///
    /// - Parameter additions: Read models and contexts to try, beside those that every ledger has.
    public init(adding additions: [any LedgerAddition.Type] = [], seed: UInt64 = 0) throws {
        clock = TestClock()
        ledger = try Ledger.inMemory(environment: .testing(clock: clock, seed: seed), adding: additions)
    }

    /// Runs the commands before the one under test.
    public func given(_ body: (Ledger) throws -> Void) throws -> Scenario {
        try body(ledger)
        return self
    }

    /// Runs the command under test, and keeps its result.
    public func when<Output>(_ body: (Ledger) throws -> Output) throws -> Outcome<Output> {
        let head = try ledger.store.head().position
        let result = Result { try body(ledger) }
        var events: [any Event] = []
        try ledger.store.forEach(EventSelection(after: head), decodedBy: ledger.catalogue) { recorded in
            if case .event(let event) = recorded.content { events.append(event) }
            return true
        }
        return Outcome(result: result, events: events)
    }

    /// The result of a command.
    public struct Outcome<Output> {
        /// The returned value or the thrown error.
        public let result: Result<Output, any Error>
        /// The recorded events, in order.
        public let events: [any Event]

        /// Throws unless it recorded events of just these types, in this order.
        public func then(_ types: any Event.Type...) throws {
            _ = try result.get()
            let (wanted, found) = (types.map { "\($0)" }, events.map { "\(type(of: $0))" })
            guard wanted == found else {
                throw Mismatch(description: "expected \(Self.list(wanted)), and \(Self.list(found)) was recorded")
            }
        }

        /// Throws unless it succeeded and recorded nothing.
        public func thenNothing() throws {
            try then()
        }

        /// Returns the one event that it recorded.
        public func thenOne<Recorded: Event>(_ type: Recorded.Type) throws -> Recorded {
            try then(type)
            guard let event = events.first as? Recorded else { throw Mismatch(description: "no \(type) was recorded") }
            return event
        }

        /// Holds when it was refused by an error of this type and recorded nothing; returns the error.
        @discardableResult
        public func thenRefused<Refusal: Error>(by type: Refusal.Type) throws -> Refusal {
            guard case .failure(let error) = result else {
                throw Mismatch(description: "expected \(type), and the command succeeded")
            }
            guard let refusal = error as? Refusal else { throw error }
            guard events.isEmpty else {
                let found = Self.list(events.map { "\(Swift.type(of: $0))" })
                throw Mismatch(description: "it was refused, and \(found) was recorded all the same")
            }
            return refusal
        }

        private static func list(_ names: [String]) -> String {
            names.isEmpty ? "nothing" : names.joined(separator: ", ")
        }
    }

    /// The expected and the actual result.
    public struct Mismatch: Error, Hashable, CustomStringConvertible {
        public let description: String
    }
}
