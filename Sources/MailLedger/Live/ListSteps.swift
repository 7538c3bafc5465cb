package import EventLog
internal import LedgerHistory
package import LedgerKernel
internal import Projections

/// The answers of a list from a position on, one for each transaction that changes it.
///
/// If one transaction came that may change the rows, the present read models answer. Of several, the answers between
/// are read from read models of their own, which are brought forward a transaction at a time.
package struct ListSteps<Row: Identifiable & Equatable & Sendable>: Sendable {
    private let list: LiveList<Row>
    private let pace: LivePace
    private var rows: [Row] = []
    /// Every transaction up to here has had its answer, if it changed the rows.
    package private(set) var position = Position.start
    /// The end of what was read.
    private var bookmark = LogBookmark(at: .start)

    /// How many transactions are looked at before others have their turn.
    private static var mostTransactions: Int { 2_000 }

    package init(_ list: LiveList<Row>, pace: LivePace) {
        self.list = list
        self.pace = pace
    }

    /// Returns the first answer: of now, or of a moment.
    ///
    /// - Throws: What reading the rows throws; for a name that is there neither then nor at present, too.
    package mutating func first(from ledger: Ledger, at moment: Moment? = nil) throws -> LiveAnswer<Row> {
        let then = try moment.map(ledger.at) ?? ledger
        do {
            (rows, position) = try then.read { try (list.rows($0), $0.position) }
        } catch let error as FilterResolutionError where moment != nil && error.namesNothing {
            _ = try ledger.read(list.rows)
            (rows, position) = ([], try then.read { $0.position })
        }
        bookmark = LogBookmark(at: position)
        try bookmark.place(in: ledger.store)
        return LiveAnswer(
            rows: rows, difference: ListDifference(from: [], to: rows), position: position, transaction: nil,
            header: nil)
    }

    /// Lends the next answers, none if nothing that has come so far changes the rows, until false is returned.
    ///
    /// It may end before the last transaction: ``position`` says how far it came. An error that comes after an answer is
    /// thrown by the next call.
    ///
    /// - Throws: ``EventLogError/otherLog(at:)`` if the log is not the one that was read so far.
    package mutating func forEachAnswer(
        from ledger: Ledger, _ body: (LiveAnswer<Row>) throws -> Bool
    ) throws {
        let start = position
        var bookmark = bookmark
        let came = try bookmark.read(ledger.store) { _ in
            let came = try ledger.read { try look(after: start, $0) }
            return (came, came.end)
        }
        self.bookmark = bookmark
        guard let last = came.transactions.last else {
            position = came.end
            return
        }
        if let present = came.rows {
            position = came.end
            if let answer = try step(to: present, by: last) { _ = try body(answer) }
            return
        }
        // Of several transactions the answers between are read from read models of their own.
        let past = try PastReading(of: ledger, steppingFrom: start)
        let then = ledger.stores.ledger(at: past)
        var hasAnswered = false
        for transaction in came.transactions {
            let answer: LiveAnswer<Row>?
            do {
                try past.step(to: transaction)
                answer = try step(to: then.read(present), by: transaction)
            } catch  where hasAnswered || error is PastReading.Outdated {
                return
            }
            position = transaction.lastPosition
            guard let answer else { continue }
            hasAnswered = true
            guard try body(answer) else { return }
        }
        position = came.end
    }

    /// What came behind a position.
    private struct Came {
        /// The transactions that may change the rows; the last one alone if its answer stands for all.
        var transactions: [StoredTransaction] = []
        /// How far was looked.
        var end: Position
        /// The present rows, if they are the only answer.
        var rows: [Row]?
    }

    private func look(after start: Position, _ reader: LedgerReader) throws -> Came {
        // The views may be behind the log, and behind a moment that was asked about.
        var came = Came(end: max(start, reader.position))
        guard reader.position > start else { return came }
        try reader.forEachTransaction(after: start, changing: list.things) { transaction in
            if pace == .latest { came.transactions = [] }
            came.transactions.append(transaction)
            guard came.transactions.count == Self.mostTransactions else { return true }
            came.end = transaction.lastPosition
            return false
        }
        if came.transactions.count == 1 { came.rows = try present(reader) }
        return came
    }

    /// The rows; none where something that the list names is not there at the moment.
    private func present(_ reader: LedgerReader) throws -> [Row] {
        do {
            return try list.rows(reader)
        } catch let error as FilterResolutionError where error.namesNothing {
            return []
        }
    }

    private mutating func step(to rows: [Row], by transaction: StoredTransaction) throws -> LiveAnswer<Row>? {
        guard rows != self.rows else { return nil }
        let difference = ListDifference(from: self.rows, to: rows)
        self.rows = rows
        return LiveAnswer(
            rows: rows, difference: difference, position: transaction.lastPosition, transaction: transaction,
            header: try transaction.openedHeader())
    }
}

extension LedgerReader {
    /// Lends the transactions behind a position that changed some of these kinds of things, until false is returned.
    ///
    /// - Parameter things: Nil for every transaction.
    fileprivate func forEachTransaction(
        after start: Position, changing things: Set<String>?, _ body: (StoredTransaction) throws -> Bool
    ) throws {
        var end = start
        func lend(holding next: Position) throws -> Bool {
            guard let transaction = try store.transaction(holding: next) else { return false }
            end = transaction.lastPosition
            return try body(transaction)
        }
        guard let things else {
            while end < position, try lend(holding: end.advanced(by: 1)) {}
            return
        }
        try forEachChange(after: start) { change in
            try change.position <= end || !things.contains(change.entity) || lend(holding: change.position)
        }
    }
}
