internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// The answer of a `/changes` (RFC 8620 section 5.2), folded from what each event announced.
struct ChangesAnswer {
    private var created: [JSONValue] = []
    private var updated: [JSONValue] = []
    private var destroyed: [JSONValue] = []
    /// Whether all that was updated is in its counts alone.
    private(set) var isCountsOnly = true
    private let old: String
    private let new: JMAPState
    private let hasMore: Bool

    init(
        _ type: AccountChangesQuery.Kind, _ call: MethodCall, _ account: AccountRow, _ arguments: Arguments,
        _ reader: LedgerReader
    ) throws {
        guard let text = try arguments.string("sinceState") else {
            throw MethodError.invalidArguments("sinceState is missing")
        }
        let most = try arguments.unsigned("maxChanges")
        guard most != 0 else { throw MethodError.invalidArguments("maxChanges is 0") }
        let since = try JMAPState(since: text, reader)
        let query = AccountChangesQuery(on: reader.connection, account: account.stream)
        // Views that were built from a log with blanks know nothing of what stood there before, and nothing was announced of what
        // became of an account's things while it was away.
        let unannounced = try query.lastUnannounced()
        if let unannounced, unannounced > since.position { throw MethodError.cannotCalculateChanges }
        old = text
        let current = try JMAPState.current(
            type.entity, account, unannounced: unannounced, known: since, reader)
        guard since.change != nil || current.position > since.position else {
            (new, hasMore, isCountsOnly) = (current, false, false)
            return
        }
        let limit = min(most ?? call.limits.objectsInGet, call.limits.objectsInGet)
        var fold = ChangeFold(limit: limit)
        let last = try query.place(ofChange: call.limits.changes, after: since.position, change: since.change)
        let stop = try query.forEach(type, after: since.position, change: since.change, through: last) { change in
            try call.budget.goOn()
            return try fold.take(change) {
                guard type == .emails else { return (0, 0) }
                // Of an event that was told in part, this is what was not told yet.
                let known = change.position == since.position ? since.position.advanced(by: -1) : since.position
                return try (
                    query.renewals(of: change.stream, through: known),
                    query.renewals(of: change.stream, through: change.position)
                )
            }
        }
        // Not even one thing has room.
        if stop != nil, fold.isEmpty { throw MethodError.cannotCalculateChanges }
        let end = stop ?? last
        hasMore = end != nil
        new = try end.map { try JMAPState(at: $0.position, change: $0.sub, reader) } ?? current
        for entry in fold.entries { add(entry, type) }
        isCountsOnly = fold.isCountsOnly && !updated.isEmpty
    }

    /// Says what became of a thing; a message in another thread, or read otherwise, is another email.
    private mutating func add(_ entry: ChangeFold.Entry, _ type: AccountChangesQuery.Kind) {
        func id(_ renewals: Int) -> JSONValue {
            switch type {
            case .emails: .string(JMAPID.text(of: EmailID(MessageID(entry.id), renewals: renewals)))
            case .mailboxes: .string(JMAPID.text(of: FolderID(entry.id)))
            case .threads: .string(JMAPID.text(ofThread: MessageID(entry.id)))
            }
        }
        switch (entry.first, entry.last) {
        case (.created, .destroyed): break
        case (.created, _): created.append(id(entry.renewals))
        case (_, .destroyed): destroyed.append(id(entry.knownRenewals))
        case _ where entry.renewals != entry.knownRenewals:
            destroyed.append(id(entry.knownRenewals))
            created.append(id(entry.renewals))
        default: updated.append(id(entry.renewals))
        }
    }

    func json(_ account: AccountRow) -> JSONObject {
        [
            "accountId": .string(JMAPID.text(of: account.id)), "oldState": .string(old), "newState": .string(new.text),
            "hasMoreChanges": .bool(hasMore), "created": .array(created), "updated": .array(updated),
            "destroyed": .array(destroyed),
        ]
    }
}

/// What became of each thing, from the first and the last of its changes, in the order in which they changed first.
struct ChangeFold {
    struct Entry {
        let id: UniqueID
        let first: RowChange.Kind
        var last: RowChange.Kind
        /// How often it had become another email when the client saw it, and by now.
        let knownRenewals: Int
        var renewals: Int
        /// Whether all of it follows from other things.
        fileprivate let isFollowing: Bool

        /// How many ids say what became of it, at the most.
        fileprivate var weight: Int { first == .created || renewals == knownRenewals ? 1 : 2 }
    }

    private let limit: Int
    private var weight = 0
    private var places: [UniqueID: Int] = [:]
    private(set) var entries: [Entry] = []
    /// Whether nothing but counts changed.
    private(set) var isCountsOnly = true

    var isEmpty: Bool { entries.isEmpty }

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a change in; false where it takes one id more than there is room for.
    ///
    /// - Parameter renewals: How often the thing had become another email, before and behind the change.
    mutating func take(_ change: AccountChangesQuery.Change, renewals: () throws -> (known: Int, now: Int)) rethrows
        -> Bool
    {
        guard let id = change.id else { return true }
        let (known, now) = try renewals()
        let place = places[id]
        let before = place.map { entries[$0].weight } ?? 0
        let entry: Entry
        if let place, change.isFollowing || !entries[place].isFollowing {
            var changed = entries[place]
            changed.renewals = now
            if !change.isFollowing { changed.last = change.kind }
            entry = changed
        } else {
            entry = Entry(
                id: id, first: change.kind, last: change.kind, knownRenewals: known, renewals: now,
                isFollowing: change.isFollowing)
        }
        guard weight - before + entry.weight <= limit else { return false }
        weight += entry.weight - before
        if let place {
            entries[place] = entry
        } else {
            places[id] = entries.count
            entries.append(entry)
        }
        if !change.isCountsOnly { isCountsOnly = false }
        return true
    }
}
