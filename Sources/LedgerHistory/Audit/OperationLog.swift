public import CivilTime
public import EventLog
public import LedgerKernel
internal import Mail
internal import Projections

/// One invocation of a command, with all that it appended.
public struct OperationRow: Sendable, Hashable {
    public let operation: OperationID
    /// When its first transaction was recorded.
    public let time: Timestamp
    /// Nil once the header is erased.
    public let actor: String?
    /// The user and the host that the operating system named; nil once the header is erased.
    public let osUser: String?
    public let host: String?
    /// The reason of its first transaction.
    public let reason: String?
    /// Each reason that its transactions have, in order: one that syncs with a Maildir may have several.
    public let reasons: [String]
    public let command: String?
    /// The cause, as in `undo:<operation>`.
    public let cause: String?
    public let firstPosition: Position
    public let lastPosition: Position
    public let events: Int
    public let transactionNumbers: [Int64]
    /// The things that ended or came back with accounts and folders, an entry for each that contained something.
    public let cascades: [Cascade]
    /// The effects of its events.
    public let effects: [OperationEffect]

    public var transactions: Int { transactionNumbers.count }
}

extension LedgerReader {
    /// Returns the latest operations, the latest first.
    ///
    /// An operation is selected if one of its transactions is, by an event that the filter selects. At a past moment,
    /// later operations are not included.
    public func operations(
        matching filter: LogFilter = LogFilter(), limit: Int?, offset: Int = 0, unfolds: Bool = false
    ) throws -> [OperationRow] {
        var rows: [OperationRow] = []
        try forEachOperation(matching: filter, limit: limit, offset: offset, unfolds: unfolds) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Lends the operations one by one, the latest first; the closure returns false to stop early.
    ///
    /// Held meanwhile are the ids of those that were seen, and the positions of the events that an index found. With the last
    /// position of a row as `before` the list goes on behind that row, however far back that is.
    /// - Complexity: O(the log), as far as it is read; with a filter of messages O(the messages), and of few of them O(their events).
    public func forEachOperation(
        matching filter: LogFilter = LogFilter(), before: Position? = nil, limit: Int? = nil, offset: Int = 0,
        unfolds: Bool = false, _ body: (OperationRow) throws -> Bool
    ) throws {
        let last = try past?.transaction ?? store.head().transaction
        let question = try LogQuestion(filter, self, gathersEvents: false)
        let (ends, names) = (try ContainerEnds(self), try EffectNames(self))
        let page = try before.map { try OperationPage(before: $0, of: question, through: last, self) }
        var seen: Set<OperationID> = []
        try forEachTransaction(of: question, through: page?.end ?? last) { transaction in
            guard try question.takesReason(transaction.openedHeader()?.reason) else { return true }
            guard try hasEffect(transaction, of: question) else { return true }
            // The transactions of one operation need not be neighbours: others may write between them.
            guard !seen.contains(transaction.operation), try page?.isBehind(transaction.operation) != true else {
                return true
            }
            guard seen.insert(transaction.operation).inserted, seen.count > offset else { return true }
            guard seen.count - offset <= limit ?? .max else { return false }
            return try body(try row(for: transaction.operation, through: last, ends, names, unfolds: unfolds))
        }
    }

    private func forEachTransaction(
        of question: LogQuestion, through end: Int64, _ body: (StoredTransaction) throws -> Bool
    ) throws {
        if let messages = question.messages {
            return try forEachTransaction(of: question, concerning: messages) { transaction in
                try transaction.number > end || body(transaction)
            }
        }
        guard let positions = question.positions else {
            guard let firsts = try question.transactions(of: self) else {
                return try store.forEachTransaction(question.selection, through: end, body)
            }
            for first in firsts {
                guard let transaction = try store.transaction(holding: first), transaction.number <= end,
                    // The index of types has checked everything except the account of the events.
                    try question.selection.account == nil
                        ? store.has(transaction, question.selection)
                        : store.selects(transaction, question.selection)
                else { continue }
                guard try body(transaction) else { return }
            }
            return
        }
        var last: Int64?
        for position in positions.reversed() {
            guard let place = try store.place(of: position), place.transaction != last,
                try hasEffect(place, of: question)
            else { continue }
            last = place.transaction
            guard let transaction = try store.transaction(place.transaction), transaction.number <= end,
                try store.has(transaction, question.selection)
            else { continue }
            guard try body(transaction) else { return }
        }
    }

    /// Looks at one event of each transaction that concerns the messages, the latest first.
    private func forEachTransaction(
        of question: LogQuestion, concerning messages: [StreamID], _ body: (StoredTransaction) throws -> Bool
    ) throws {
        try MessageEvents(of: messages, self).forEachPosition { position in
            let before = Position(position.rawValue - 1)
            guard let place = try store.place(of: position), try hasEffect(place, of: question),
                let transaction = try store.transaction(place.transaction)
            else { return before }
            if try store.has(transaction, question.selection), try !body(transaction) { return nil }
            return Position(transaction.firstPosition.rawValue - 1)
        }
    }

    private func row(
        for operation: OperationID, through end: Int64, _ ends: ContainerEnds, _ names: EffectNames,
        unfolds: Bool
    ) throws -> OperationRow {
        let transactions = try store.transactions(of: operation).filter { $0.number <= end }
        guard let first = transactions.first, let last = transactions.last else {
            throw EventLogError.corrupt("operation \(operation) has no transaction")
        }
        let headers = try transactions.map { try $0.openedHeader() }
        let header = headers.first ?? nil
        let reasons = headers.compactMap { $0?.reason }.reduce(into: [String]()) { reasons, reason in
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        let cascades = try transactions.flatMap { ends.within($0) }.compactMap { place in
            try cascade(of: place, unfolds: unfolds)
        }
        return OperationRow(
            operation: operation, time: first.recordedAt, actor: header?.actor, osUser: header?.osUser,
            host: header?.host, reason: header?.reason,
            reasons: reasons, command: header?.command, cause: header?.cause, firstPosition: first.firstPosition,
            lastPosition: last.lastPosition, events: transactions.reduce(0) { $0 + $1.eventCount },
            transactionNumbers: transactions.map(\.number), cascades: cascades,
            effects: try effects(of: transactions, header, cascades, names))
    }
}

/// The ends and returns of accounts and folders, in order: found by their streams, which are few.
private struct ContainerEnds {
    private let places: [EventPlace]

    init(_ reader: LedgerReader) throws {
        let streams =
            try reader.accounts(includingDeleted: true).map(\.stream)
            + reader.folders(includingDeleted: true).map(\.stream)
        places = try streams.flatMap { stream in
            try ["-deleted", "-restored"].flatMap {
                try reader.store.places(in: stream, through: reader.position, typeEndingIn: $0)
            }
        }.sorted { $0.position < $1.position }
    }

    func within(_ transaction: StoredTransaction) -> ArraySlice<EventPlace> {
        let end = transaction.lastPosition
        let from = places.partition { $0.position >= transaction.firstPosition }
        return places[from...].prefix { $0.position <= end }
    }
}

extension [EventPlace] {
    /// The index of the first element that passes, in an order in which all behind it pass too.
    fileprivate func partition(_ passes: (EventPlace) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if passes(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
