public import CivilTime
public import Cryptography
public import EventLog
public import LedgerKernel
internal import Projections
internal import SQLiteDatabase

/// One read model and how it is.
public struct ReadModelHealth: Sendable, Hashable {
    public let name: String
    public let version: Int
    /// The last event that it has taken in; nil if it is not built yet.
    public let position: Position?
    /// The number of events that the log has beyond it.
    public let behind: Int64
    /// The number of rows in its tables; nil if it is not built, and for the full text.
    public let rows: Int?
    /// The digest of its rows, on request: two machines with the same log and the same versions have the same.
    public let digest: SHA256Digest?
    /// When it was built; nil if that is not written down.
    public let builtAt: Timestamp?
    /// The event that stops it and all others.
    public let failure: ProjectionFailure?
}

extension LedgerMaintenance {
    /// Reports the state of each read model without changing anything: none is built, and none is updated to the log.
    ///
    /// If the ledger is at a past moment, they are those of that moment.
    ///
    /// - Parameter withDigests: Reads every row.
    public func readModelHealth(withDigests: Bool = false) throws -> [ReadModelHealth] {
        let past =
            try ledger.stores.past?.isLive == false ? ledger.stores.past?.projector(progress: ledger.onRebuild) : nil
        let condition = try past == nil ? ledger.stores.views.condition() : nil
        let head = try ledger.stores.past?.moment.position ?? ledger.store.head().position
        let state = try (past ?? condition?.projector).map { try ReadModelState(of: $0, withDigests: withDigests) }
        let own = ledger.stores.contexts.projections.map { type in
            ReadModelHealth(
                name: type.name, version: type.version, position: state?.position,
                behind: head.rawValue - (state?.position ?? .start).rawValue, rows: state?.rows[type.name],
                digest: state?.digests[type.name], builtAt: condition?.builtAt, failure: condition?.failure)
        }
        return try own + ledger.stores.added.map { try health(of: $0, head: head, withDigests) } + [
            searchHealth(head: head)
        ]
    }

    private func health(of added: AddedProjection, head: Position, _ withDigests: Bool) throws -> ReadModelHealth {
        let projector = try added.projector()
        let state = try ReadModelState(of: projector, withDigests: withDigests)
        return ReadModelHealth(
            name: added.name, version: added.version, position: state.position,
            behind: head.rawValue - state.position.rawValue, rows: state.rows[added.name],
            digest: state.digests[added.name], builtAt: nil, failure: try projector.failure())
    }

    // Its events count at any moment, so it is never more behind than the log.
    private func searchHealth(head: Position) throws -> ReadModelHealth {
        let position = try ledger.stores.search.storedPosition()
        return ReadModelHealth(
            name: "search", version: SearchIndex.version, position: position,
            behind: max(0, head.rawValue - (position ?? .start).rawValue), rows: nil, digest: nil, builtAt: nil,
            failure: nil)
    }
}

/// The contents of read models at one position, while others may bring them further.
private struct ReadModelState {
    let position: Position
    let rows: [String: Int]
    var digests: [String: SHA256Digest] = [:]

    init(of projector: Projector, withDigests: Bool) throws {
        (position, rows, digests) = try projector.connection.transaction(.deferred) {
            let position = try projector.checkpoint().position
            guard withDigests else { return (position, try projector.rowCounts(), [:]) }
            let digests = try projector.digests()
            return (
                position, Dictionary(digests.map { ($0.name, $0.rows) }) { first, _ in first },
                Dictionary(digests.map { ($0.name, $0.digest) }) { first, _ in first }
            )
        }
    }
}
