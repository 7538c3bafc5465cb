internal import CivilTime
internal import JSONCoding

/// Questions that an engine with indexes answers by them, and that are answered here by reading.
extension TailReading {
    public func typeNames(afterTransaction number: Int64, but operation: OperationID?) throws -> Set<String> {
        var names: Set<String> = []
        try forEachTransaction(from: number + 1, isBackward: false) { transaction in
            guard transaction.operation != operation else { return true }
            for event in try events(EventSelection(of: transaction)) { names.insert(event.type.name) }
            return true
        }
        return names
    }

    public func tally(
        from first: Position, through last: Position, places: [String: String]
    ) throws -> [EventTally] {
        var tallies: [Alike: (count: Int, first: Position)] = [:]
        try forEach(EventSelection(after: Position(first.rawValue - 1), through: last)) { event in
            let name = event.type.name
            let key = Alike(type: name, said: places[name].flatMap { event.value(at: $0) })
            tallies[key, default: (0, event.position)].count += 1
            return true
        }
        return tallies.sorted { $0.value.first < $1.value.first }.map { key, tally in
            EventTally(type: key.type, count: tally.count, first: tally.first, isAlike: key.said != nil)
        }
    }

    public func rates(through end: Position) throws -> LogRates {
        let day = Timestamp.microsecondsPerDay
        var (events, transactions) = (Int64(0), Int64(0))
        var span: ClosedRange<Timestamp>?
        var days: [Int64: Int64] = [:]
        try forEachTransaction(from: 1, isBackward: false) { transaction in
            guard transaction.firstPosition <= end else { return false }
            let (time, count) = (transaction.recordedAt, Int64(transaction.eventCount))
            transactions += 1
            events += count
            span = span.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
            days[time.microseconds - ((time.microseconds % day) + day) % day, default: 0] += count
            return true
        }
        var types: [String: Int64] = [:]
        try forEach(EventSelection(through: end)) { event in
            types[event.type.name, default: 0] += 1
            return true
        }
        let busiest = days.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
        return LogRates(
            span: span, events: events, transactions: transactions,
            busiestDay: busiest.map { LogRates.Count(key: Timestamp(microseconds: $0.key), events: $0.value) },
            types: types.map { LogRates.Count(key: $0.key, events: $0.value) }
                .sorted { ($1.events, $0.key) < ($0.events, $1.key) })
    }

    public func lastTransaction(recordedBy time: Timestamp) throws -> RecordedBy? {
        var last: StoredTransaction?
        var later = 0
        try forEachTransaction(from: .max, isBackward: true) { transaction in
            if last == nil {
                if transaction.recordedAt <= time { last = transaction }
            } else if transaction.recordedAt > time {
                later += 1
            }
            return true
        }
        return last.map { RecordedBy(transaction: $0, laterTimesBefore: later) }
    }

    // MARK: Selected transactions

    public func forEachTransaction(
        _ selection: TransactionSelection, through number: Int64, _ body: (StoredTransaction) throws -> Bool
    ) throws { try walkTransactions(selection, through: number, body) }

    public func forEachEvent(
        _ selection: TransactionSelection, through end: Position, isBackward: Bool,
        _ body: (StoredEvent) throws -> Bool
    ) throws { try walkEvents(selection, through: end, isBackward: isBackward, body) }

    public func selects(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool {
        try reads(transaction, asSelectedBy: selection)
    }

    public func has(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool {
        selection.takesHeader(of: transaction)
    }
}

/// The common properties of the events in one tally.
private struct Alike: Hashable {
    let type: String
    let said: JSONValue?
}

extension StoredEvent {
    /// Returns the payload's value at a path such as `$.copy.folder`; nil if there is none, or null.
    fileprivate func value(at path: String) -> JSONValue? {
        guard let payload, var value = try? JSONBytesDecoder().decode(JSONValue.self, from: payload) else { return nil }
        for name in path.split(separator: ".").dropFirst() {
            guard case .object(let object) = value, let member = object[String(name)] else { return nil }
            value = member
        }
        return value == .null ? nil : value
    }
}
