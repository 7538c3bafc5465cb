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
    ) throws {
        try forEachTransaction(from: number, isBackward: true) { transaction in
            try !selects(transaction, selection) || body(transaction)
        }
    }

    public func forEachEvent(
        _ selection: TransactionSelection, through end: Position, isBackward: Bool,
        _ body: (StoredEvent) throws -> Bool
    ) throws {
        try forEachTransaction(from: isBackward ? .max : 1, isBackward: isBackward) { transaction in
            guard selection.takesHeader(of: transaction) else { return true }
            var own = EventSelection(of: transaction)
            own.isBackward = isBackward
            for event in try events(own) where event.position <= end && selection.takes(event) {
                guard try body(event) else { return false }
            }
            return true
        }
    }

    public func selects(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool {
        guard selection.takesHeader(of: transaction) else { return false }
        guard selection.account != nil || selection.typeName != nil || selection.typeNames != nil else { return true }
        return try events(EventSelection(of: transaction)).contains(where: selection.takes)
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

extension TransactionSelection {
    /// Whether a transaction is selected by its own fields.
    fileprivate func takesHeader(of transaction: StoredTransaction) -> Bool {
        guard operation.map({ transaction.operation == $0 }) ?? true,
            recordedFrom.map({ transaction.recordedAt >= $0 }) ?? true,
            recordedBefore.map({ transaction.recordedAt < $0 }) ?? true
        else { return false }
        guard actor != nil || osUser != nil || host != nil || command != nil || needsReason else { return true }
        guard let bytes = transaction.header,
            let header = try? JSONBytesDecoder().decode(TransactionHeader.self, from: bytes)
        else { return false }
        func isAlike(_ wanted: String?, _ said: String) -> Bool {
            wanted.map { $0.utf8.elementsEqual(said.utf8) { $0.lowered == $1.lowered } } ?? true
        }
        return isAlike(actor, header.actor) && isAlike(osUser, header.osUser) && isAlike(host, header.host)
            && command.map { (header.command + " ").hasPrefix($0 + " ") } ?? true
            && (!needsReason || header.reason != nil)
    }

    /// Whether an event is of the account and the types that are selected.
    fileprivate func takes(_ event: StoredEvent) -> Bool {
        account.map { event.account == $0 } ?? true && typeName.map { event.type.name == $0 } ?? true
            && typeNames.map { $0.contains(event.type.name) } ?? true
    }
}

extension UInt8 {
    /// An ASCII letter as a small one; any other byte as it is.
    fileprivate var lowered: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
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
