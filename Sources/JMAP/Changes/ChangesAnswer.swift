internal import EventLog
internal import JSONCoding
internal import MailLedger
internal import Projections

/// The answer of a `/changes` (RFC 8620 section 5.2), folded from what each event announced.
struct ChangesAnswer {
    /// A call looks at no more changes than this, and says then that there are more.
    private static let rows = 200_000

    private var created: [JSONValue] = []
    private var updated: [JSONValue] = []
    private var destroyed: [JSONValue] = []
    /// Whether all that was updated is in its counts alone.
    private(set) var isCountsOnly = true
    private let old: String
    private let new: JMAPState
    private let hasMore: Bool

    /// - Parameter id: Writes the id of a thing.
    init(
        _ type: AccountChangesQuery.Kind, _ call: MethodCall, _ account: AccountRow, _ arguments: Arguments,
        _ reader: LedgerReader, id: (UniqueID) -> String
    ) throws {
        guard let text = try arguments.string("sinceState") else {
            throw MethodError.invalidArguments("sinceState is missing")
        }
        let most = try arguments.unsigned("maxChanges")
        guard most != 0 else { throw MethodError.invalidArguments("maxChanges is 0") }
        let since = try JMAPState(since: text, reader)
        let query = AccountChangesQuery(on: reader.connection, account: account.stream)
        // Views that were built from a log with blanks know nothing of what stood there before.
        if let erasure = try query.lastErasure(), erasure > since.position { throw MethodError.cannotCalculateChanges }
        let limit = min(most ?? call.limits.objectsInGet, call.limits.objectsInGet)
        var fold = ChangeFold(limit: limit)
        var count = 0
        let end = try query.forEach(type, after: since.position, change: since.change) { change in
            count += 1
            return count <= Self.rows && fold.take(change)
        }
        old = text
        if let end {
            hasMore = true
            new = try JMAPState(at: end.position, change: end.sub, reader)
        } else {
            hasMore = false
            new = try .current(type.entity, account, reader)
        }
        for (thing, kind) in fold.results {
            switch kind {
            case .created: created.append(.string(id(thing)))
            case .updated: updated.append(.string(id(thing)))
            case .destroyed: destroyed.append(.string(id(thing)))
            }
        }
        isCountsOnly = fold.isCountsOnly && !updated.isEmpty
    }

    func json(_ account: AccountRow) -> JSONObject {
        [
            "accountId": .string(JMAPID.text(of: account.id)), "oldState": .string(old), "newState": .string(new.text),
            "hasMoreChanges": .bool(hasMore), "created": .array(created), "updated": .array(updated),
            "destroyed": .array(destroyed),
        ]
    }
}

/// What became of each thing, from the first and the last of its changes.
struct ChangeFold {
    private struct Entry {
        let first: RowChange.Kind
        var last: RowChange.Kind
    }

    private let limit: Int
    private var order: [UniqueID] = []
    private var entries: [UniqueID: Entry] = [:]
    /// Whether nothing but counts changed.
    private(set) var isCountsOnly = true

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a change in; false where it is of one thing more than there is room for.
    mutating func take(_ change: AccountChangesQuery.Change) -> Bool {
        guard let id = change.id else { return true }
        if entries[id] == nil {
            guard order.count < limit else { return false }
            order.append(id)
            entries[id] = Entry(first: change.kind, last: change.kind)
        } else {
            entries[id]?.last = change.kind
        }
        if !change.isCountsOnly { isCountsOnly = false }
        return true
    }

    /// In the order in which the things changed first; what came and went between is left out.
    var results: [(UniqueID, RowChange.Kind)] {
        order.compactMap { id in
            guard let entry = entries[id] else { return nil }
            switch (entry.first, entry.last) {
            case (.created, .destroyed): return nil
            case (.created, _): return (id, .created)
            case (_, .destroyed): return (id, .destroyed)
            default: return (id, .updated)
            }
        }
    }
}
