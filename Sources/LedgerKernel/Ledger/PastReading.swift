package import EventLog
internal import Projections
internal import SQLiteDatabase

/// The read models and the text from which a ledger at a past moment answers.
package final class PastReading {
    package private(set) var moment: ResolvedMoment
    let search: SearchIndex
    private let views: PastViews
    private let added: [AddedProjection]
    private var opened: PastViews.Opened?
    /// The read models that are brought forward from moment to moment (``step(to:)``); nil for those of one moment.
    private var replica: PastViews.Replica?
    private let log: any LogReading
    /// The number of erasures in the log when the replica was made.
    private let erasures: Int64

    /// Whether the live views are still at the moment, because the latest moments are requested most.
    package private(set) var isLive: Bool

    /// The live views have moved on, or cannot reach the moment; from now on past views answer.
    struct NotLive: Error {}

    init(of ledger: Ledger, at moment: ResolvedMoment) throws {
        self.moment = moment
        isLive = try ledger.store.head().position == moment.position
        log = ledger.store
        erasures = 0
        views = ledger.pastViews
        added = ledger.added
        search = Self.makeSearch(of: ledger)
    }

    /// Begins with the moment at a position, for one moment after the other from there on.
    ///
    /// - Complexity: A copy of the read models of that moment, which are built first if they are not kept.
    package init(of ledger: Ledger, steppingFrom position: Position) throws {
        moment = ResolvedMoment(end: position > .start ? try ledger.store.transaction(holding: position) : nil)
        isLive = false
        log = ledger.store
        erasures = try log.erasureCount()
        views = ledger.pastViews
        added = ledger.added
        search = Self.makeSearch(of: ledger)
        let replica = try views.makeReplica(at: position, progress: ledger.onRebuild)
        try search.prepare(replica.projector.connection)
        for projection in added { try projection.attach(to: replica.projector.connection) }
        self.replica = replica
    }

    private static func makeSearch(of ledger: Ledger) -> SearchIndex {
        SearchIndex(file: ledger.location?.searchFile, ledger: ledger.store.identity.id, canWrite: ledger.canWrite)
    }

    deinit {
        // The index's writer closes after its readers: the last connection removes the journal.
        (opened, replica) = (nil, nil)
    }

    /// Something was erased since the read models were made: they may contain it.
    package struct Outdated: Error {}

    /// Brings its own read models forward to the end of a later transaction.
    ///
    /// - Throws: ``Outdated`` if something was erased meanwhile; others have to be made then.
    /// - Complexity: Linear in the events in between.
    package func step(to transaction: StoredTransaction) throws {
        guard let replica else { preconditionFailure("the read models of one moment stay there") }
        guard try log.erasureCount() == erasures else { throw Outdated() }
        try replica.projector.catchUp(with: log, through: transaction.lastPosition)
        moment = ResolvedMoment(end: transaction)
    }

    /// Refuses live views at another position.
    func requireLive(at position: Position) throws(NotLive) {
        guard position != moment.position else { return }
        isLive = false
        throw NotLive()
    }

    /// Returns the read models of the moment, opening or building them first.
    package func projector(progress: Views.Progress) throws -> Projector {
        if let replica { return replica.projector }
        if let opened, try views.isCurrent(opened) { return opened.projector }
        opened = nil
        var fresh = try views.open(at: moment.position, progress: progress)
        do {
            try search.prepare(fresh.projector.connection)
        } catch let error as SQLiteError where error.isReadOnly {
            // An index that has to be built in memory needs a place beside writable views.
            fresh = try views.open(at: moment.position, isPrivate: true, progress: progress)
            try search.prepare(fresh.projector.connection)
        }
        for projection in added { try projection.attach(to: fresh.projector.connection) }
        opened = fresh
        return fresh.projector
    }

    /// Closes read models that turned out to be damaged, so that the next use rebuilds them; false if none are open.
    func discard() -> Bool {
        guard opened != nil else { return false }
        opened = nil
        views.discard(moment.position)
        return true
    }
}
