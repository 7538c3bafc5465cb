internal import DiskFiles
internal import SQLiteDatabase

/// Makes the read models of the beginning of a log, by writing their tables and indexes once, in order.
///
/// Inserting a message row by row touches some thirty pages. Here its rows are encoded once, keys are sorted, and pages
/// are written full. A row is written once, when its thing comes in, as it is behind the last event: ``LaterEvents``. The
/// fold ends before the first transaction that has an event which no fold knows; from there on events are applied one by one.
package struct ViewsFold {
    private let builder: ViewsBuilder
    private let connection: Connection
    private let tables: FoldedTables
    private let projections: [any Projection]
    /// The fold of each projection.
    private let folds: [ProjectionFold?]
    private let recorder: ChangeRecorder
    /// The pages that are kept for the tables that are not folded.
    private let smallPages: Int64
    private var index: ProjectionIndex
    /// The routes by the type of event; nil for a type at which the fold ends.
    private var routes: [ObjectIdentifier: (any FoldRoute)?] = [:]
    /// The route of the last event, and its type: neighbours are mostly of one type.
    private var latest: (type: ObjectIdentifier, route: (any FoldRoute)?)?
    private var last = LogHead(position: .start, transaction: 0)
    /// The last transaction whose maker is known.
    private var finished: Int64 = 0
    private var types = RecordedTransactions.TypeCounts()

    /// The number of events below which a fold is not worth the room that its file keeps for the other tables.
    @TaskLocal package static var leastEvents: Int64 = 2_000
    /// Whether an obstacle is thrown, and not got around: in tests, which would not notice it.
    @TaskLocal package static var throwsObstacles = false

    /// The number of events after which progress is reported.
    @TaskLocal package static var batchSize: Int64 = 10_000
    /// The pages that a batch may add to the tables that are not folded: two rows and some indexes for each transaction.
    private static var pagesOfBatch: Int64 { batchSize * 240 / Int64(PageFile.pageSize) + 1 }

    /// The pages that are kept for the tables that are not folded, in any log.
    @TaskLocal package static var keptPages: Int64 = 512

    /// The pages that are kept for them, of a log by its number of events.
    private static func smallPages(of events: Int64) -> UInt32 {
        UInt32(clamping: keptPages + pagesOfBatch + events / 400)
    }

    /// Writes the read models of the log's first transactions to an empty file.
    ///
    /// - Returns: Whether it is a database now.
    /// - Throws: ``EventLogError/cancelled``. Whatever else is in the way, the file is empty, and events are applied.
    static func write(
        to path: String, by builder: ViewsBuilder, through end: Position?, progress: (Position) throws -> Bool
    ) throws -> Bool {
        do {
            let head = try end ?? builder.store.head().position
            guard head.rawValue >= leastEvents, canFold(builder.projections) else { return false }
            var last = try lastFolded(in: builder, through: head)
            let small = smallPages(of: last.rawValue)
            while true {
                guard last.rawValue >= leastEvents else { throw Obstacle.tooFewEvents }
                let reached = try write(
                    to: path, by: builder, through: last, of: head, smallPages: small, progress: progress)
                guard reached < last else { break }
                // What the rows say comes later now is behind the end.
                last = reached
            }
            return true
        } catch EventLogError.cancelled {
            throw EventLogError.cancelled
        } catch {
            guard !throwsObstacles else { throw error }
            return false
        }
    }

    /// Whether all projections that take every event know of folds.
    private static func canFold(_ projections: [any Projection.Type]) -> Bool {
        projections.allSatisfy { $0.events != nil || $0 is any FoldedProjection.Type }
    }

    /// The last event before the first transaction with a type that no fold knows.
    private static func lastFolded(in builder: ViewsBuilder, through head: Position) throws -> Position {
        let folded = builder.projections.compactMap { $0 as? any FoldedProjection.Type }.flatMap { $0.folded }
        let other = try builder.store.firstTransaction(
            withTypesBeside: Set(folded.map { $0.type.name }), through: head)
        guard let other, let transaction = try builder.store.transaction(other) else { return head }
        return Position(transaction.firstPosition.rawValue - 1)
    }

    /// Writes the read models of the events up to a position; the file is empty if it throws.
    ///
    /// - Returns: Where the fold would have to end, if that is before the position, and else the position.
    private static func write(
        to path: String, by builder: ViewsBuilder, through last: Position, of head: Position, smallPages small: UInt32,
        progress: (Position) throws -> Bool
    ) throws -> Position {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let reopenings = builder.store.reopenings
        let file = try PageFile(at: path, on: builder.disk, from: small + 1)
        do {
            var fold = try ViewsFold(builder, file: file, smallPages: small, folder: folder, through: last)
            try fold.take(through: last, progress)
            let reached = fold.last.position
            guard !fold.isTorn, reached == last || !fold.tables.later.areUsed else {
                try file.abandon()
                return reached
            }
            guard reached.rawValue >= leastEvents else { throw Obstacle.tooFewEvents }
            let rest = head.rawValue - reached.rawValue
            try fold.finish(indexing: rest <= reached.rawValue / 4)
            try check(path, on: builder.disk)
            // The events may be of the log before, and the leaf of the one that took its place.
            guard builder.store.reopenings == reopenings else { throw Obstacle.otherLog }
            return last
        } catch {
            try file.abandon()
            throw error
        }
    }

    /// Lets SQLite look through what it has not written itself.
    private static func check(_ path: String, on disk: any Files) throws {
        let made = try Connection(path: path, mode: .readOnly, on: disk)
        if let fault = try made.fault(by: "PRAGMA quick_check(1)") { throw Obstacle.fault(fault) }
    }

    /// The reason why a fold is given up, beside the errors of what it calls.
    private enum Obstacle: Error {
        case tooFewEvents
        /// The log was opened again meanwhile.
        case otherLog
        /// What SQLite says of the file.
        case fault(String)
    }

    private init(
        _ builder: ViewsBuilder, file: PageFile, smallPages: UInt32, folder: String, through end: Position
    ) throws {
        self.builder = builder
        self.smallPages = Int64(smallPages)
        connection = try Connection(path: Connection.inMemory, mode: .create)
        try builder.begin(connection)
        let later = LaterEvents(of: builder.store, through: end, decodedBy: builder.catalogue)
        tables = FoldedTables(connection, file: file, folder: folder, on: builder.disk, later: later)
        projections = try builder.projections.map { [connection] in try $0.init(on: connection) }
        recorder = try ChangeRecorder(on: connection, writingTo: tables)
        index = ProjectionIndex(projections)
        folds = try projections.map { [tables] in try ($0 as? any FoldedProjection)?.makeFold(into: tables) }
    }

    // MARK: Events

    private mutating func take(through end: Position, _ progress: (Position) throws -> Bool) throws {
        var next = last
        try forEachEvent(through: end) { decoded in
            if decoded.place.transaction != next.transaction {
                last = next
                try report(progress)
                guard hasRoom else { return false }
            }
            do {
                // An upcaster may make of an event what no fold knows.
                isTorn = try !take(decoded) || !hasRoomWithin(decoded.place)
            } catch is FoldIsFull {
                isTorn = true
            }
            guard !isTorn else { return false }
            next = decoded.place
            return true
        }
        if next.position == end {
            last = next
            try report(progress)
        }
        try finishTransactions()
    }

    private func forEachEvent(through head: Position, _ body: (EventsAhead.Decoded) throws -> Bool) throws {
        let (store, catalogue) = (builder.store, builder.catalogue)
        if let ahead = EventsAhead(of: store, after: .start, through: head, decodedBy: catalogue) {
            _ = try ahead.forEach(after: .start, body)
        } else {
            try store.forEachStored(EventSelection(through: head), decodedBy: catalogue) { stored, events in
                let place = LogHead(position: stored.position, transaction: stored.transaction)
                return try body(EventsAhead.Decoded(place: place, events: events))
            }
        }
    }

    /// Takes in what a stored event is read as; returns whether all of it is known.
    private mutating func take(_ decoded: EventsAhead.Decoded) throws -> Bool {
        for event in decoded.events {
            guard let route = route(of: event) else { return false }
            recorder.begin(at: event.position)
            try route.apply(event, announcing: recorder)
            try recorder.write(at: event.position)
            types.add(event.typeName, of: decoded.place.transaction)
        }
        return true
    }

    /// Reports the end of the last transaction, once for many events.
    private mutating func report(_ progress: (Position) throws -> Bool) throws {
        guard last.position.rawValue / Self.batchSize > reported.rawValue / Self.batchSize else { return }
        try finishTransactions()
        try measureRoom()
        reported = last.position
        guard try progress(last.position) else { throw EventLogError.cancelled }
    }

    private mutating func measureRoom() throws {
        let pages = try connection.first("PRAGMA page_count") { try $0.next(Int64.self) } ?? 0
        // Their indexes come at the end, and are no larger than they are.
        hasRoom = 2 * pages + Self.pagesOfBatch < smallPages
    }

    /// Whether there is room for more of the transaction that goes on, asked once for many events.
    private mutating func hasRoomWithin(_ place: LogHead) throws -> Bool {
        if place.position.rawValue.isMultiple(of: Self.batchSize) { try measureRoom() }
        return hasRoom
    }

    private var reported = Position.start
    /// Whether it holds a part of a transaction.
    private var isTorn = false
    /// Whether the tables that are not folded surely have room for another batch.
    private var hasRoom = true

    private mutating func finishTransactions() throws {
        types.finish()
        try RecordedTransactions.add(
            after: finished, through: last.transaction, with: types, of: builder.store, to: connection
        ) { [projections] transaction in
            for projection in projections { try projection.finish(transaction) }
        }
        types = RecordedTransactions.TypeCounts()
        finished = last.transaction
    }

    /// Finds the route of an event; nil for an event at which the fold ends.
    private mutating func route(of event: RecordedEvent) -> (any FoldRoute)? {
        let id: ObjectIdentifier
        switch event.content {
        case .event(let content): id = ObjectIdentifier(type(of: content))
        case .erased: id = ObjectIdentifier(ErasedFoldRoute.self)
        case .ofNoContext: id = ObjectIdentifier((any FoldRoute).self)
        }
        if let latest, latest.type == id { return latest.route }
        let found = routes[id] ?? makeRoute(of: event.content)
        routes[id] = .some(found)
        latest = (id, found)
        return found
    }

    private mutating func makeRoute(of content: RecordedEvent.Content) -> (any FoldRoute)? {
        // A projection that only follows ends and returns has no row yet to which they could matter.
        let projections = index.subscriptions(to: content).filter(\.applies).map(\.projection)
        let folded = projections.compactMap { $0 as? any FoldedProjection }
        guard folded.count == projections.count else { return nil }
        guard case .event(let event) = content else { return ErasedFoldRoute(projections) }
        let type = Swift.type(of: event)
        guard folded.allSatisfy({ Swift.type(of: $0).folded.contains { $0 == type } }) else { return nil }
        return makeRoute(of: type, to: projections)
    }

    private func makeRoute<Content: Event>(of type: Content.Type, to targets: [any Projection]) -> any FoldRoute {
        TypedFoldRoute<Content>(
            targets.map { target in (target, zip(projections, folds).first { $0.0 === target }?.1) })
    }

    // MARK: The end

    /// - Parameter indexing: Whether the indexes that only queries need are written here. Otherwise they are made when
    ///   the other events are applied.
    private func finish(indexing: Bool) throws {
        try connection.transaction(.immediate) {
            for fold in folds { try fold?.finish() }
            for projection in projections { try projection.flush() }
            try recorder.flush(to: connection)
            try ViewsCheckpoint.write(last, of: builder.store, to: connection)
            if indexing { try builder.createIndexes(on: connection) }
        }
        try tables.finish()
    }
}
