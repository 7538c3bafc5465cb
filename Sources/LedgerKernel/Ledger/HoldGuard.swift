package import EventLog
internal import Mail
package import Projections
internal import QueryLanguage
internal import SQLiteDatabase

/// Checks the events of a command against the holds in force.
package struct HoldGuard {
    let reader: LedgerReader
    private let holds: [HoldRow]

    package init(_ reader: LedgerReader) throws {
        self.reader = reader
        holds = try HoldsQuery(on: reader.connection).all()
    }

    var isEmpty: Bool { holds.isEmpty }

    /// Returns the holds that cover some of the removed messages, each with the number that it covers.
    func covering(_ taken: RemovedMessages) throws -> [(hold: HoldRow, messages: Int)] {
        try holds.compactMap { hold in
            let count = try covered(by: hold, among: taken.messages).count
            let isEnded = if case .account = hold.target { taken.accounts.contains(hold.accountStream) } else { false }
            return count > 0 || isEnded ? (hold, count) : nil
        }
    }

    /// Returns those of some messages that any hold covers.
    package func covered(among messages: Set<StreamID>) throws -> Set<StreamID> {
        try holds.reduce(into: []) { $0.formUnion(try covered(by: $1, among: messages)) }
    }

    /// Whether any hold covers a message.
    package func covers(_ message: StreamID) throws -> Bool {
        try !covered(among: [message]).isEmpty
    }

    /// Returns those of some messages that a hold covers, whether it is in force or not.
    package func covered(by hold: HoldRow, among messages: Set<StreamID>) throws -> Set<StreamID> {
        guard !messages.isEmpty else { return [] }
        switch hold.target {
        case .message(let id):
            return messages.intersection(try MessageStates(on: reader.connection).stream(of: id).map { [$0] } ?? [])
        case .account:
            let all = try reader.connection.rows(
                "SELECT id FROM message WHERE account = \(bind: hold.accountStream.rawValue)"
            ) { try $0.next(StreamID.self) }
            return messages.intersection(all)
        case .query(let query):
            return try found(by: query, of: hold, among: messages)
        }
    }

    // A query that cannot be read would let everything pass.
    private func found(by query: String, of hold: HoldRow, among messages: Set<StreamID>) throws -> Set<StreamID> {
        do {
            let filter = try MessageFilter(query: query, in: .current())
            return try judge(reader.lookedUp(filter, by: HoldNames(reader.connection)), messages)
        } catch let error as FilterResolutionError {
            throw DomainError.conflict("the query of the hold \(hold.name) cannot be judged: \(error)")
        } catch let error as QueryError {
            throw DomainError.conflict("the query of the hold \(hold.name) cannot be read: \(error)")
        }
    }

    /// Returns the holds whose queries would no longer find what these events give another name.
    ///
    /// Its mail would not be held any more, and nobody would notice. A query that cannot be judged holds all mail.
    func losing(_ places: RenamedPlaces) throws -> [HoldRow] {
        guard !places.isEmpty else { return [] }
        return try holds.filter { hold in
            guard case .query(let query) = hold.target, let filter = try? MessageFilter(query: query, in: .current())
            else { return false }
            let names = HoldNames(reader.connection)
            do {
                _ = try reader.lookedUp(filter, by: names)
            } catch is FilterResolutionError {
                return false
            }
            return try names.lose(any: places)
        }
    }

    /// The number of messages that are read at a time to test them for words.
    private static let batchSize = 500

    /// Returns those of some messages that match a filter, testing words in their own texts; an unreadable message
    /// counts as held.
    private func judge(_ filter: ResolvedFilter, _ messages: Set<StreamID>) throws -> Set<StreamID> {
        guard filter.readsFullText else { return messages.intersection(try reader.streams(matching: filter)) }
        let possible = filter.replacingFullText { _, isNegated in isNegated ? .not(.all) : .all }
        let certain = filter.replacingFullText { _, isNegated in isNegated ? .all : .not(.all) }
        var found = messages.intersection(try reader.streams(matching: certain))
        let open = messages.intersection(try reader.streams(matching: possible)).subtracting(found)
            .map(\.rawValue).sorted()
        for start in stride(from: 0, to: open.count, by: Self.batchSize) {
            let batch = open[start..<min(start + Self.batchSize, open.count)]
            let texts = try OwnTexts(of: batch, by: reader)
            let read = try filter.replacingFullText { part, _ in .messages(try texts.messages(matching: part)) }
            let judged = try reader.streams(matching: .and([.messages(Array(batch)), read]))
            found.formUnion(judged)
            found.formUnion(texts.unreadable.map { StreamID($0) })
        }
        return found
    }
}

extension LedgerReader {
    /// Returns the events of a command, followed by an event for each hold that it overrides.
    ///
    /// - Throws: ``DomainError/blocked(_:by:hint:)`` with the names of the holds, unless the call overrides them with a
    ///   reason.
    package func guarding(
        _ events: [ProposedEvent], _ call: CommandCall
    ) throws -> [ProposedEvent] {
        try requireReach(of: events)
        let renamed = RenamedPlaces(by: events)
        let mayTake = RemovedMessages.mayBeTaken(by: events, contexts)
        guard mayTake || !renamed.isEmpty else { return events }
        let (covering, losing) = try beyondReach { reader in
            let guardian = try HoldGuard(reader)
            return guardian.isEmpty
                ? ([], [])
                : (
                    mayTake ? try guardian.covering(RemovedMessages(by: events, reader: reader)) : [],
                    try guardian.losing(renamed)
                )
        }
        guard !covering.isEmpty || !losing.isEmpty else { return events }
        guard call.overridesHolds else {
            throw covering.isEmpty
                ? DomainError.unnamed(by: losing.map(\.name)) : DomainError.held(by: covering.map(\.hold.name))
        }
        guard call.reason != nil else {
            throw DomainError.invalid(field: "reason", reason: "overriding a hold needs one, which the log records")
        }
        let overridden =
            covering + losing.filter { hold in !covering.contains { $0.hold.id == hold.id } }.map { ($0, 0) }
        // After the others, which may refer to each other by their places.
        return events + overridden.map { $0.hold.event(HoldOverruled(hold: $0.hold.id, messages: $0.messages)) }
    }
}
