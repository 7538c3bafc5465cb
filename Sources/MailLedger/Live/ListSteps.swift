package import EventLog
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

    /// How many transactions are looked at before what was found is handed out, so that others have their turn.
    private static var mostTransactions: Int { 2_000 }
    /// How many rows of answers are held before they are handed out.
    private static var mostRows: Int { 50_000 }

    package init(_ list: LiveList<Row>, pace: LivePace) {
        self.list = list
        self.pace = pace
    }

    /// Returns the first answer: of now, or of the ledger's moment.
    package mutating func first(from ledger: Ledger) throws -> LiveAnswer<Row> {
        (rows, position) = try ledger.read { try (list.rows($0), $0.position) }
        return LiveAnswer(
            rows: rows, difference: ListDifference(from: [], to: rows), position: position, transaction: nil,
            header: nil)
    }

    /// Returns the next answers; none if nothing that has come so far changes the rows.
    package mutating func next(from ledger: Ledger) throws -> [LiveAnswer<Row>] {
        let start = position
        let came = try ledger.read { try look(after: start, $0) }
        guard let last = came.transactions.last else {
            position = came.end
            return []
        }
        if let present = came.rows {
            position = came.end
            return try step(to: present, by: last).map { [$0] } ?? []
        }
        let past = try PastReading(of: ledger, steppingFrom: start)
        let then = Ledger(ledger, at: past)
        var answers: [LiveAnswer<Row>] = []
        var held = 0
        for transaction in came.transactions {
            try past.step(to: transaction)
            position = transaction.lastPosition
            guard let answer = try step(to: then.read(list.rows), by: transaction) else { continue }
            answers.append(answer)
            held += rows.count
            if held > Self.mostRows { return answers }
        }
        position = came.end
        return answers
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
        var came = Came(end: reader.position)
        try reader.forEachTransaction(after: start, changing: list.things) { transaction in
            if pace == .latest { came.transactions = [] }
            came.transactions.append(transaction)
            guard came.transactions.count == Self.mostTransactions else { return true }
            came.end = transaction.lastPosition
            return false
        }
        if came.transactions.count == 1 { came.rows = try list.rows(reader) }
        return came
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
