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
            return try found(by: query, among: messages)
        }
    }

    /// The query of a hold, with its names looked up.
    enum HeldQuery {
        case clear(ResolvedFilter, HoldNames)
        /// It cannot be judged, so it holds all mail: it would let everything pass otherwise.
        case unclear(any Error)
    }

    func lookedUp(_ query: String) throws -> HeldQuery {
        let names = HoldNames(reader.connection)
        do {
            return .clear(try reader.lookedUp(MessageFilter(query: query, in: .current()), by: names), names)
        } catch let error as FilterResolutionError {
            return .unclear(error)
        } catch let error as QueryError {
            return .unclear(error)
        }
    }

    /// Whether a hold has a query that cannot be judged.
    func isUnclear(_ hold: HoldRow) throws -> Bool {
        if case .query(let query) = hold.target, case .unclear = try lookedUp(query) { true } else { false }
    }

    private func found(by query: String, among messages: Set<StreamID>) throws -> Set<StreamID> {
        switch try lookedUp(query) {
        case .clear(let filter, _): try judge(filter, messages)
        case .unclear: messages
        }
    }

    /// Returns the holds whose queries would no longer find what these events end or give another name.
    ///
    /// Its mail would not be held any more, and nobody would notice.
    func losing(_ places: LostPlaces) throws -> [HoldRow] {
        guard !places.isEmpty else { return [] }
        return try holds.filter { hold in
            guard case .query(let query) = hold.target, case .clear(_, let names) = try lookedUp(query) else {
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
        let obstacles = try obstacles(to: events)
        guard !obstacles.isEmpty else { return events }
        guard call.overridesHolds else { throw DomainError.held(by: obstacles.map(\.way)) }
        guard call.reason != nil else {
            throw DomainError.invalid(field: "reason", reason: "overriding a hold needs one, which the log records")
        }
        // After the others, which may refer to each other by their places.
        return events + obstacles.map { $0.hold.event(HoldOverruled(hold: $0.hold.id, messages: $0.way.messages)) }
    }
}
