internal import Cryptography
public import SQLiteDatabase

/// Keeps one views database in step with a log: all projections advance with one checkpoint in one transaction.
public final class Projector {
    /// Counts the changes of the tables that stand beside those of the projections.
    static let version = 5

    public let connection: Connection
    private let types: [any Projection.Type]
    private let catalogue: EventCatalogue
    /// The statements that apply events; made on first use, because most processes only read and forty statements cost
    /// a millisecond.
    private var work: Work?
    /// Whether the events applied now are part of a transaction that is around them: of a trial, or of events ahead.
    private var isRehearsing = false
    /// The transaction with events that the log has not committed yet.
    private var uncommitted: Transaction?
    /// The reopening of the log (``LogReading/reopenings``) after which the checkpoint was compared with it.
    private var compared = 0

    private final class Work {
        var projections: ProjectionIndex
        let recorder: ChangeRecorder

        init(_ projections: [any Projection], _ recorder: ChangeRecorder) {
            self.projections = ProjectionIndex(projections)
            self.recorder = recorder
        }
    }

    /// The least number of events in one transaction of the views; a ledger's transaction is never split.
    private static let batchSize: Int64 = 10_000

    /// Takes over a database that has the tables already.
    init(connection: Connection, projections types: [any Projection.Type], catalogue: EventCatalogue) {
        self.connection = connection
        self.types = types
        self.catalogue = catalogue
    }

    /// Creates the tables of all projections in an empty database, and the tables that describe them.
    static func createTables(
        on connection: Connection, projections: [any Projection.Type], contexts: [String] = [], ledger: LedgerID
    ) throws {
        try connection.runScript(
            """
            CREATE TABLE checkpoint (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                ledger TEXT NOT NULL,
                position INTEGER NOT NULL,
                "transaction" INTEGER NOT NULL,
                leaf BLOB
            ) STRICT;
            CREATE TABLE projections (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE projection_tables (name TEXT PRIMARY KEY, projection TEXT NOT NULL) STRICT, WITHOUT ROWID;
            """)
        try connection.run("INSERT INTO checkpoint VALUES (1, \(bind: ledger.description), 0, 0, NULL)")
        try ChangeRecorder.createTable(on: connection)
        try RecordedTransactions.createTable(on: connection)
        try ProjectionFailure.createTable(on: connection)
        for context in contexts { try connection.run("INSERT INTO projections VALUES (\(bind: "+" + context), 0)") }
        var built: Set<String> = []
        for projection in projections {
            precondition(built.isSuperset(of: projection.after), "\(projection.name) stands before what it reads")
            let before = try ReadModelTables.names(on: connection)
            try projection.createTables(on: connection)
            try connection.run("INSERT INTO projections VALUES (\(bind: projection.name), \(bind: projection.version))")
            for table in try ReadModelTables.names(on: connection).subtracting(before) {
                try connection.run("INSERT INTO projection_tables VALUES (\(bind: table), \(bind: projection.name))")
            }
            built.insert(projection.name)
        }
    }

    /// The place in the log that the views have reached.
    public func checkpoint() throws -> ViewsCheckpoint {
        try ViewsCheckpoint(on: connection)
    }

    /// Whether the views have reached the end of a log.
    ///
    /// - Throws: ``ViewsError/diverged(_:)`` as ``catchUp(with:through:progress:)`` does.
    package func isAtHead(of store: any LogReading) throws -> Bool {
        let head = try store.head().position
        return try checkpoint(comparedWith: store).position == head
    }

    /// The checkpoint, compared with the log if that was opened again since.
    private func checkpoint(comparedWith store: any LogReading) throws -> ViewsCheckpoint {
        let (checkpoint, reopenings) = (try checkpoint(), store.reopenings)
        if compared != reopenings {
            try checkpoint.validate(against: store)
            compared = reopenings
        }
        return checkpoint
    }

    /// Applies the events of the log behind the checkpoint, and returns the position reached.
    ///
    /// An event that a projection cannot apply stops all of them before its transaction, and is stored as the last
    /// failure.
    ///
    /// - Parameters:
    ///   - end: The last position to apply; the log's head when nil. It has to be the end of a transaction.
    ///   - progress: Called with the position reached after each batch; false stops there with
    ///     ``EventLogError/cancelled``.
    /// - Throws: ``ViewsError/diverged(_:)`` if the log was opened again, and is not the one that the views were made of.
    @discardableResult
    public func catchUp(
        with store: any LogReading, through end: Position? = nil, progress: (Position) throws -> Bool = { _ in true }
    ) throws -> Position {
        // Events that it does not have, because they came later or are not committed, are read when they are applied.
        var ahead: EventsAhead?
        while true {
            let head = try end ?? store.head().position
            let start = try checkpoint(comparedWith: store).position
            guard start < head else { return start }
            ahead =
                ahead
                ?? EventsAhead(of: store, after: start, through: head, decodedBy: catalogue)
            let reached = try recordingFailure(of: store) {
                try store.withConnection {
                    try advance { try applyBatch(from: store, ahead, through: head, by: $0) }
                }
            }
            guard try progress(reached) else { throw EventLogError.cancelled }
        }
    }

    // By then the failed transaction is rolled back. If the failure cannot be stored, the error still reports it.
    private func recordingFailure<Output>(of store: any LogReading, _ body: () throws -> Output) throws -> Output {
        do {
            return try store.decoding(body)
        } catch EventLogError.projectionFailed(let failure) {
            if !isRehearsing { try? failure.record(on: connection) }
            throw EventLogError.projectionFailed(failure)
        }
    }

    // A rolled-back transaction also discards what projections collected in memory: they start again from their tables.
    private func advance(_ body: (Work) throws -> Position) throws -> Position {
        let ready =
            try work
            ?? Work(types.map { try $0.init(on: connection) }, ChangeRecorder(on: connection))
        work = nil
        let reached = isRehearsing ? try body(ready) : try connection.transaction(.immediate) { try body(ready) }
        work = ready
        return reached
    }

    /// Rolls back all that the closure applies, whether it returns or throws; until then the tables show it.
    package func rehearse<Output>(_ body: () throws -> Output) throws -> Output {
        let transaction = try Transaction(.immediate, on: connection)
        // Values that projections collect in memory must not be carried in, nor outlive their tables.
        work = nil
        isRehearsing = true
        defer {
            isRehearsing = false
            work = nil
        }
        let output = try body()
        transaction.rollBack()
        return output
    }

    /// Applies events that the log has not committed yet, and keeps them apart until ``endAhead(keeping:)``.
    package func takeAhead(of store: any LogReading) throws {
        uncommitted = try Transaction(.immediate, on: connection)
        // As in a trial.
        work = nil
        isRehearsing = true
        try catchUp(with: store)
    }

    /// Ends what ``takeAhead(of:)`` began, if it did.
    ///
    /// - Parameter isCommitted: Whether the log has the events now. If these tables cannot be committed, they follow at
    ///   the next question.
    package func endAhead(keeping isCommitted: Bool) {
        guard let transaction = uncommitted.take() else { return }
        if isCommitted { try? transaction.commit() } else { transaction.rollBack() }
        isRehearsing = false
        work = nil
    }

    // Another process may have advanced the checkpoint while this one waited for the lock: it is read again under it.
    private func applyBatch(
        from store: any LogReading, _ ahead: EventsAhead?, through head: Position, by work: Work
    ) throws -> Position {
        let (start, reopenings) = (try checkpoint(), store.reopenings)
        try start.validate(against: store)
        guard start.position < head else { return start.position }
        var last = LogHead(position: start.position, transaction: start.transaction)
        var types = RecordedTransactions.TypeCounts()
        func take(_ place: LogHead, _ events: [RecordedEvent]) throws -> Bool {
            let isBatchFull = place.position.rawValue - start.position.rawValue > Self.batchSize
            if isBatchFull, place.transaction != last.transaction { return false }
            for event in events { try apply(event, by: work) }
            for event in events { types.add(event.typeName, of: place.transaction) }
            last = place
            return true
        }
        if try ahead?.forEach(after: start.position, { try take($0.place, $0.events) }) != true {
            let selection = EventSelection(after: start.position, through: head)
            try store.forEachStored(selection, decodedBy: catalogue) { stored, events in
                try take(LogHead(position: stored.position, transaction: stored.transaction), events)
            }
        }
        // Otherwise it would ask forever for events that do not exist.
        guard last.position > start.position else {
            throw EventLogError.corrupt("the log ends at position \(head), and no event is behind \(start.position)")
        }
        types.finish()
        try RecordedTransactions.add(
            after: start.transaction, through: last.transaction, with: types, of: store, to: connection
        ) { transaction in
            for projection in work.projections.all { try projection.finish(transaction) }
        }
        for projection in work.projections.all { try projection.flush() }
        try work.recorder.flush(to: connection)
        try ProjectionFailure.forget(on: connection)
        try ViewsCheckpoint.write(last, of: store, to: connection)
        // The events may be of the log before, and the leaf of the one that took its place.
        guard store.reopenings == reopenings else { throw ViewsError.foreign }
        return last.position
    }

    private func apply(_ event: RecordedEvent, by work: Work) throws {
        work.recorder.begin(at: event.position)
        let subscriptions = work.projections.subscriptions(to: event.content)
        for subscription in subscriptions where subscription.prepares {
            try naming(event, subscription.projection) { try subscription.projection.prepare(for: event) }
        }
        for subscription in subscriptions {
            try naming(event, subscription.projection) {
                if subscription.applies { try subscription.projection.apply(event, announcing: work.recorder) }
                if subscription.follows, work.recorder.hasEnds {
                    try subscription.projection.follow(event, announcing: work.recorder)
                }
            }
        }
        try work.recorder.write(at: event.position)
    }

    private func naming(_ event: RecordedEvent, _ projection: any Projection, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as SQLiteError
            where error.isBusy || error.isInterrupted || error.isOfSystem || error.isReadOnly || error.isCorrupt
        {
            throw error
        } catch {
            throw EventLogError.projectionFailed(
                ProjectionFailure(
                    projection: type(of: projection).name, position: event.position, stream: event.stream,
                    type: event.type.description, reason: String(describing: error)))
        }
    }
}

/// The place in the log that views have reached, with the leaf hash there.
public struct ViewsCheckpoint: Sendable, Hashable {
    public let ledger: String
    public let position: Position
    public let transaction: Int64
    package let leaf: [UInt8]?

    init(on connection: Connection) throws {
        let row = try connection.first(#"SELECT ledger, position, "transaction", leaf FROM checkpoint"#) { row in
            try (row.next(String.self), row.next(Position.self), row.next(Int64.self), row.next([UInt8]?.self))
        }
        guard let row else { throw ViewsError.foreign }
        (ledger, position, transaction, leaf) = row
    }

    static func write(_ place: LogHead, of store: any LogReading, to connection: Connection) throws {
        try connection.run(
            """
            UPDATE checkpoint SET position = \(bind: place.position.rawValue), "transaction" = \(bind: place.transaction),
                leaf = \(bind: try store.recordedLeaf(at: place.position)?.bytes)
            """)
    }

    /// Refuses views of another ledger, views ahead of the log, and views of a log that diverged.
    func validate(against store: any LogReading) throws {
        guard ledger == store.identity.id.description else { throw ViewsError.foreign }
        guard position > .start else { return }
        guard let leaf, try store.recordedLeaf(at: position)?.bytes == leaf else { throw ViewsError.diverged(self) }
    }
}

/// The reason why views cannot be used; the answer is always to rebuild them.
package enum ViewsError: Error {
    /// They belong to another ledger, or to no log that is known.
    case foreign
    /// They belong to the ledger, whose log lacks events that they have.
    case diverged(ViewsCheckpoint)
    /// Another version of a projection built them.
    case otherVersion
}

extension ViewsError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .foreign, .diverged: "it does not fit the log"
        case .otherVersion: "its tables are not those that a build ended with"
        }
    }
}
