public import CivilTime
public import EventLog
package import LedgerKernel
internal import Projections

/// Moments at which a slider over a ledger's history stops.
public struct Stops: Sendable, Hashable {
    /// How finely the history was looked at.
    public enum Precision: String, Sendable {
        case transaction, day
    }

    /// A moment with what was done since the one before.
    public struct Stop: Sendable, Hashable {
        public let position: Position
        /// When the transaction was recorded that ends there.
        public let time: Timestamp
        /// How many operations began since the stop before.
        public let operations: Int
        public let events: Int
        public let loudest: Loudest?
    }

    /// The operation of the transaction with the most events.
    public struct Loudest: Sendable, Hashable {
        public let operation: OperationID
        /// Nil where the header is erased, as the next two are.
        public let actor: String?
        public let command: String?
        public let reason: String?
        /// How many events that transaction has.
        public let events: Int
    }

    public let precision: Precision
    public let stops: [Stop]
}

extension LedgerReader {
    /// More transactions are not looked at one by one; where each is asked for its account, fewer are.
    private static let mostTransactions = 10_000
    private static let mostOfAccount = 2_000

    /// Returns the stops of a slider, at most as many as asked for.
    ///
    /// Each transaction is one where these are few. Else the time is cut into equal parts, and each part in which something was
    /// recorded ends with a stop.
    /// - Complexity: O(days), and O(the stops) questions of the log.
    package func stops(
        _ range: DayRange, count: Int, account: StreamID?, actor: String?
    ) throws -> Stops {
        let query = ActivityQuery(on: connection)
        guard let times = try query.times() else { return Stops(precision: .transaction, stops: []) }
        let lower = range.first.map { $0 * DayRange.length } ?? times.lowerBound
        let upper = range.last.map { ($0 + 1) * DayRange.length } ?? times.upperBound + 1
        guard lower < upper else { return Stops(precision: .transaction, stops: []) }
        let limit = account == nil ? Self.mostTransactions : Self.mostOfAccount
        if var found = try query.transactions(in: lower..<upper, actor: actor, limit: limit) {
            if let account { found = try found.filter { try isOf(account, $0.loudest) } }
            return Stops(
                precision: .transaction, stops: try made(of: found.joined(into: count, from: lower, to: upper)))
        }
        let days = lower.floored(by: DayRange.length)..<(upper - 1).floored(by: DayRange.length) + 1
        let found = try query.days(ActivityQuery.Scope(days: days, account: account, actor: actor))
        return Stops(precision: .day, stops: try made(of: found.joined(into: count, from: lower, to: upper)))
    }

    private func isOf(_ account: StreamID, _ first: Position) throws -> Bool {
        guard let transaction = try store.transaction(holding: first) else { return false }
        var selection = TransactionSelection()
        selection.account = account
        return try store.selects(transaction, selection)
    }

    private func made(of stretches: [ActivityQuery.Stretch]) throws -> [Stops.Stop] {
        try stretches.compactMap { stretch in
            guard let end = try store.transaction(holding: stretch.last) else { return nil }
            let loudest = try store.transaction(holding: stretch.loudest).map { transaction in
                let header = try transaction.openedHeader()
                return Stops.Loudest(
                    operation: transaction.operation, actor: header?.actor, command: header?.command,
                    reason: header?.reason, events: stretch.loudestEvents)
            }
            return Stops.Stop(
                position: stretch.last, time: end.recordedAt, operations: stretch.operations, events: stretch.events,
                loudest: loudest)
        }
    }
}

extension [ActivityQuery.Stretch] {
    /// Joins what lies in the same part of a time, which is cut into equal ones, where they are more than that.
    ///
    /// A clock that ran backwards moves no stop before an earlier one.
    fileprivate func joined(into count: Int, from lower: Int64, to upper: Int64) -> [ActivityQuery.Stretch] {
        var joined: [ActivityQuery.Stretch] = []
        var (part, end) = (-1, Position.start)
        let length = (Double(upper) - Double(lower)) / Double(count)
        for var stretch in self {
            end = Swift.max(end, stretch.last)
            stretch.last = end
            let own =
                self.count <= count ? part + 1 : Swift.max(0, Int((Double(stretch.time) - Double(lower)) / length))
            if own > part || joined.isEmpty {
                joined.append(stretch)
                part = own
            } else {
                joined[joined.count - 1].add(stretch)
            }
        }
        return joined
    }
}
