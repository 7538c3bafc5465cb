public import CivilTime
public import EventLog
internal import JSONCoding
public import LedgerKernel
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// A transaction that was played, and the rows of public tables that it moved.
public struct ReplayStep: Sendable {
    public let transaction: Int64
    public let first: Position
    public let last: Position
    public let operation: OperationID
    public let time: Timestamp
    /// Nil once the header is erased, like the next two.
    public let actor: String?
    public let command: String?
    public let reason: String?
    /// The changed rows: those of accounts, folders, messages and threads come first; each kind is in the order of
    /// recording.
    public let rows: [RowDifference]
    /// The paths of the folders by their ids, where a row names one.
    public let folderPaths: [String: String]
}

/// Plays transactions one after the other into its own read models, and returns the rows that each changes.
final class ReplayStage {
    private let store: any LogReading
    private let contexts: Contexts
    private let tables: [PublicTable]
    private let before: PastViews.Replica
    private let after: PastViews.Replica
    private var position: Position

    /// - Parameter tables: Names of public tables; all if there are none.
    init(_ ledger: Ledger, from start: Position, tables names: [String], progress: Views.Progress) throws {
        store = ledger.store
        contexts = ledger.stores.contexts
        let all = ledger.stores.contexts.publicTables
        for name in names where !all.contains(where: { $0.name == name }) {
            throw DomainError.notFound(kind: "public table", name: name)
        }
        tables = names.isEmpty ? all : all.filter { names.contains($0.name) }
        let views = ledger.stores.pastViews
        before = try views.makeReplica(at: start, progress: progress)
        after = try views.makeReplica(at: start, progress: progress)
        position = start
    }

    /// Plays the next transaction; nil after the end position.
    ///
    /// - Complexity: O(its events, and the rows that they change).
    func next(through end: Position) throws -> ReplayStep? {
        guard position < end, let transaction = try store.transaction(holding: position.advanced(by: 1)) else {
            return nil
        }
        try after.projector.catchUp(with: store, through: transaction.lastPosition)
        let rows = try rows(of: transaction)
        try before.projector.catchUp(with: store, through: transaction.lastPosition)
        position = transaction.lastPosition
        let header = try transaction.openedHeader()
        let paths = try rows.isEmpty ? [] : FoldersQuery(on: after.projector.connection).all(includingDeleted: true)
        return ReplayStep(
            transaction: transaction.number, first: transaction.firstPosition, last: transaction.lastPosition,
            operation: transaction.operation, time: transaction.recordedAt, actor: header?.actor,
            command: header?.command, reason: header?.reason, rows: rows,
            folderPaths: Dictionary(paths.map { ($0.id.description, $0.path) }) { first, _ in first })
    }

    private func rows(of transaction: StoredTransaction) throws -> [RowDifference] {
        let (old, new) = (before.projector.connection, after.projector.connection)
        let touched = try TouchedThing.all(
            after: position, through: transaction.lastPosition, on: new, things: contexts.things)
        let names = contexts.things.map(\.name)
        func rank(_ thing: TouchedThing) -> Int { names.firstIndex(of: thing.entity) ?? names.count }
        let things = touched.sorted { (rank($0.key), $0.key.stream) < (rank($1.key), $1.key.stream) }
        let scope = try DifferenceScope(
            DifferenceFilter(), messages: nil, old: old, new: new, things: contexts.things)
        var rows: [RowDifference] = []
        for (thing, last) in things {
            guard let identity = try scope.identity(of: thing) else { continue }
            for table in tables where table.entity == thing.entity {
                rows += try self.rows(of: thing, in: table, identity, from: old, to: new, at: last)
            }
        }
        return rows
    }

    private func rows(
        of thing: TouchedThing, in table: PublicTable, _ identity: DifferenceScope.Identity, from old: Connection,
        to new: Connection, at position: Position
    ) throws -> [RowDifference] {
        let columns = try new.cursor(table.rows(of: .none)).columnNames
        func rows(_ connection: Connection) throws -> [DifferenceRow] {
            try connection.rows(table.rows(of: thing.stream)) { row in
                DifferenceRow(
                    table: table, columns: columns,
                    values: try columns.map { _ in JSONValue(try row.next(Value.self)) })
            }
        }
        let (gone, come) = (try rows(old), try rows(new))
        let keys = gone.map(\.key) + come.map(\.key).filter { key in !gone.contains { $0.key == key } }
        return keys.compactMap { key in
            let (before, after) = (gone.first { $0.key == key }, come.first { $0.key == key })
            var named: [String: JSONValue] = [:]
            var changed: [ColumnDifference] = []
            for (index, name) in columns.enumerated() {
                let (old, new) = (before?.values[index] ?? .null, after?.values[index] ?? .null)
                if table.key.contains(name) { named[name] = after == nil ? old : new }
                guard old != new, !(table.namesAccount && name == "account") else { continue }
                changed.append(ColumnDifference(name: name, old: old, new: new, position: position))
            }
            guard !changed.isEmpty else { return nil }
            return RowDifference(
                table: table.name, entity: table.entity, id: identity.id, stream: thing.stream,
                account: identity.account, name: identity.name,
                kind: before == nil ? .created : after == nil ? .destroyed : .updated, key: named, columns: changed,
                causes: [])
        }
    }
}

extension LedgerReplay {
    /// Plays a part of the log into read models of its own, and lends each transaction with the rows that it moved.
    ///
    /// ```swift
    /// try ledger.replay.steps(from: Moment(.transaction(41), isBefore: true), tables: ["unread"]) { step in
    ///     print(step.transaction, step.rows.map(\.name))
    ///     return true
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - tables: The requested public tables; all if there are none.
    ///   - body: False stops it.
    /// - Throws: ``MomentError/reversed(_:_:)`` if the second moment is the earlier one;
    ///   ``DomainError/notFound(kind:name:)`` for a table that there is none of.
    /// - Complexity: That of a look at the first moment, and O(events between the two, and the rows that they touch).
    public func steps(
        from first: Moment = Moment(.position(.start)), through second: Moment = .now, tables: [String] = [],
        progress: Views.Progress = { _, _ in true }, _ body: (ReplayStep) throws -> Bool
    ) throws {
        try ledger.audience.requireReachOfAll()
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        let (from, to) = (try ledger.resolve(first), try ledger.resolve(second))
        guard from.position <= to.position else { throw MomentError.reversed(from.position, to.position) }
        let stage = try ReplayStage(ledger, from: from.position, tables: tables, progress: progress)
        while let step = try stage.next(through: to.position) {
            guard try body(step) else { return }
        }
    }

    /// Replays the log from its first event to a moment, and returns a digest of each read model at that moment.
    ///
    /// - Complexity: A build of the read models.
    public func models(
        through moment: Moment = .now, progress: Views.Progress = { _, _ in true }
    ) throws -> (moment: ResolvedMoment, models: [ReadModelDigest]) {
        try ledger.audience.requireReachOfAll()
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        let moment = try ledger.resolve(moment)
        let opened = try ledger.stores.pastViews.open(at: moment.position, isPrivate: true, progress: progress)
        let order = ledger.stores.contexts.projections.map { $0.name }
        func rank(_ model: ReadModelDigest) -> Int { order.firstIndex(of: model.name) ?? order.count }
        return (moment, try opened.projector.digests().sorted { rank($0) < rank($1) })
    }
}
