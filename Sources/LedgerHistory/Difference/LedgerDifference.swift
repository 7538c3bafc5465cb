public import EventLog
internal import JSONCoding
public import LedgerKernel
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// The difference between two moments of a ledger: every changed row of every public table, with the events that
/// changed it.
///
/// ```swift
/// let difference = try ledger.replay.difference(from: Moment(.transaction(41)), to: .now)
/// try difference.forEach { row in
///     print(row.table, row.kind, row.columns.map(\.name))
///     return true
/// }
/// ```
///
/// Many tables contain an account's address as its name; when it changes, only the account's own row counts as changed.
public final class LedgerDifference {
    public let from: ResolvedMoment
    public let to: ResolvedMoment
    /// The paths of all folders by their ids, as of the second moment.
    public let folderPaths: [String: String]
    private let ledger: Ledger
    private let replay: DifferenceReplay
    private var transactions: [Int64: (StoredTransaction, TransactionHeader?)] = [:]

    fileprivate init(
        _ ledger: Ledger, from: ResolvedMoment, to: ResolvedMoment, progress: Views.Progress
    ) throws {
        (self.ledger, self.from, self.to) = (ledger, from, to)
        replay = try DifferenceReplay(ledger, from: from.position, progress: progress)
        try replay.advance(through: to.position, progress: progress)
        let folders = try FoldersQuery(on: replay.new).all(includingDeleted: true)
        folderPaths = Dictionary(folders.map { ($0.id.description, $0.path) }) { first, _ in first }
    }

    /// Lends the rows that differ; the closure returns false to stop early.
    ///
    /// Rows of accounts come first, then those of folders, messages, threads and other things, each kind in the order
    /// of recording.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:)`` for an account, a folder or a message that existed at neither
    ///   moment.
    public func forEach(
        matching filter: DifferenceFilter = DifferenceFilter(), _ body: (RowDifference) throws -> Bool
    ) throws {
        let found = try filter.messages.map { messages in try ledger.read { try $0.streamsOfEver(matching: messages) } }
        let scope = try DifferenceScope(
            filter, messages: found, old: replay.old, new: replay.new, things: ledger.stores.contexts.things)
        var last: (thing: TouchedThing, identity: DifferenceScope.Identity?)?
        try replay.forEach { touched, before in
            if last?.thing != touched.thing { last = (touched.thing, try scope.identity(of: touched.thing)) }
            guard let identity = last?.identity,
                let difference = try self.difference(touched, before, identity, filter)
            else { return true }
            return try body(difference)
        }
    }

    private func difference(
        _ touched: TouchedRow, _ before: DifferenceRow?, _ identity: DifferenceScope.Identity,
        _ filter: DifferenceFilter
    ) throws -> RowDifference? {
        let table = replay.tables[touched.table]
        let columns = try replay.columns(of: touched.table)
        var changed: [ColumnDifference] = []
        var key: [String: JSONValue] = [:]
        for (index, name) in columns.enumerated() {
            let old = before?.values[index] ?? .null
            let new = touched.values?[index] ?? .null
            let position = touched.values == nil ? touched.positions[0] : touched.positions[index]
            if table.key.contains(name) { key[name] = touched.values == nil ? old : new }
            guard old != new, !(table.namesAccount && name == "account") else { continue }
            changed.append(ColumnDifference(name: name, old: old, new: new, position: Position(position)))
        }
        var causes = try Set(changed.map(\.position)).sorted().map(cause)
        if let actor = filter.actor {
            causes.removeAll { $0.actor != actor }
            changed.removeAll { column in !causes.contains { $0.position == column.position } }
        }
        guard !changed.isEmpty else { return nil }
        let kind: RowChange.Kind = before == nil ? .created : touched.values == nil ? .destroyed : .updated
        return RowDifference(
            table: table.name, entity: table.entity, id: identity.id, stream: touched.thing.stream,
            account: identity.account, name: identity.name, kind: kind, key: key, columns: changed, causes: causes)
    }

    private func cause(_ position: Position) throws -> DifferenceCause {
        let selection = EventSelection(after: Position(position.rawValue - 1), through: position)
        guard let event = try ledger.store.events(selection).first else {
            throw EventLogError.corrupt("event \(position) is missing")
        }
        let (transaction, header) = try transaction(event.transaction)
        return DifferenceCause(
            position: position, type: event.type, stream: event.stream, transaction: transaction.number,
            operation: transaction.operation, time: transaction.recordedAt, actor: header?.actor,
            osUser: header?.osUser, host: header?.host, reason: header?.reason, command: header?.command)
    }

    // Adjacent rows mostly come from the same few transactions.
    private func transaction(_ number: Int64) throws -> (StoredTransaction, TransactionHeader?) {
        if let known = transactions[number] { return known }
        guard let transaction = try ledger.store.transaction(number) else {
            throw EventLogError.corrupt("transaction \(number) is missing")
        }
        if transactions.count >= 256 { transactions.removeAll() }
        let found = (transaction, try transaction.openedHeader())
        transactions[number] = found
        return found
    }
}

extension LedgerReplay {
    /// Computes the difference between two moments, the earlier one first.
    ///
    /// - Parameter progress: Called with the position reached and the second moment's; false stops with
    ///   ``EventLogError/cancelled``.
    /// - Throws: What ``resolve(_:)`` throws; ``MomentError/reversed(_:_:)`` if the second moment is the earlier one.
    /// - Complexity: That of opening the first moment, and O(events between the two, and the rows that they touch). A
    ///   temporary file keeps the records.
    public func difference(
        from first: Moment, to second: Moment = .now, progress: Views.Progress = { _, _ in true }
    ) throws -> LedgerDifference {
        try ledger.audience.requireReachOfAll()
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        let (from, to) = (try ledger.resolve(first), try ledger.resolve(second))
        guard from.position <= to.position else { throw MomentError.reversed(from.position, to.position) }
        return try LedgerDifference(ledger, from: from, to: to, progress: progress)
    }
}
