internal import EventLog
internal import Projections
internal import SQLite

/// What a ledger answers from while it stands at a past moment: the read models of then, and the text beside them.
final class PastReading {
    let moment: ResolvedMoment
    let search: SearchIndex
    private let views: PastViews
    private let added: [AddedProjection]
    private var opened: PastViews.Opened?

    /// Whether the live views are those of the moment: what was recorded last is asked for most.
    private(set) var isLive: Bool

    /// The live views have gone on, or cannot come up to the moment; from now on those of the past answer.
    struct NotLive: Error {}

    init(of ledger: Ledger, at moment: ResolvedMoment) throws {
        self.moment = moment
        isLive = try ledger.store.head().position == moment.position
        views = ledger.pastViews
        added = ledger.added
        search = SearchIndex(
            file: ledger.location?.searchFile, ledger: ledger.store.identity.id, canWrite: ledger.canWrite)
    }

    deinit {
        // The index's writer closes after those who read it: the last one clears away the journal.
        opened = nil
    }

    /// Refuses live views that stand somewhere else.
    func requireLive(at position: Position) throws(NotLive) {
        guard position != moment.position else { return }
        isLive = false
        throw NotLive()
    }

    /// Returns the read models of the moment, opening or building them first.
    func projector(progress: Views.Progress) throws -> Projector {
        if let opened, try views.isCurrent(opened) { return opened.projector }
        opened = nil
        var fresh = try views.open(at: moment.position, progress: progress)
        do {
            try search.prepare(fresh.projector.connection)
        } catch let error as SQLiteError where error.isReadOnly {
            // An index that has to be made in memory needs a place beside views that can be written to.
            fresh = try views.open(at: moment.position, isPrivate: true, progress: progress)
            try search.prepare(fresh.projector.connection)
        }
        for projection in added { try projection.attach(to: fresh.projector.connection) }
        opened = fresh
        return fresh.projector
    }

    /// Lets go of what turned out to be damaged, so that the next use builds it anew; false when nothing is open.
    func discard() -> Bool {
        guard opened != nil else { return false }
        opened = nil
        views.discard(moment.position)
        return true
    }
}
