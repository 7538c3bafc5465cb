internal import EventLog
internal import JSONCoding
internal import LedgerKernel
internal import Mail

/// What became of fields after an event that is to be undone: a value that came back does not tell.
///
/// The log is asked only for things with events behind those that are undone. An undo and what it took back count as if
/// neither had been, if both came later.
struct LaterChanges {
    enum Finding {
        /// An undo that still has effect took the event back.
        case takenBack
        /// Some of its fields were set, by this transaction last.
        case changed(Set<ChangedField>, transaction: Int64)
    }

    private struct Change {
        let position: Position
        let transaction: Int64
        let fields: Set<ChangedField>
    }

    /// A thing, and where its events of one type are looked at alone, that type.
    private struct Source: Hashable {
        let stream: StreamID
        let type: String?
    }

    private let walk: UndoWalk
    private let cancelled: Cancellations
    private let operations: [Int64: OperationID]
    /// The position before the first event that is undone.
    private let start: Position
    /// The number of the last transaction that is undone.
    private let last: Int64
    /// Whether there are other events behind the start.
    private let hasOthers: Bool
    /// Whether these are so few that a scan of them costs less than many questions.
    private let mayScan: Bool
    /// The streams of these events; nil as long as each stream is asked for.
    private var touched: Set<StreamID>?
    /// How many streams were asked for.
    private var asked = 0
    private var known: [Source: [Change]] = [:]
    /// Whether the events of a transaction count, by its number.
    private var counting: [Int64: Bool] = [:]
    private var firstTransactions: [OperationID: Int64] = [:]

    init(_ walk: UndoWalk, _ cancelled: Cancellations) {
        self.walk = walk
        self.cancelled = cancelled
        operations = Dictionary(walk.transactions.map { ($0.number, $0.operation) }) { first, _ in first }
        let reader = walk.reader
        start = walk.transactions.first.map { Position($0.firstPosition.rawValue - 1) } ?? reader.position
        last = walk.transactions.last?.number ?? 0
        let undone = walk.transactions.reduce(0) { $0 + $1.eventCount }
        let others = Int(reader.position.rawValue - start.rawValue) - undone
        hasOthers = others > 0
        mayScan = others <= undone * Limit.scanned
    }

    /// Returns what became of the fields of an event; nil if nothing set them since.
    ///
    /// - Complexity: For all events together O(the events behind the first that is undone), if these are not many times
    ///   more. Each event then finds its later changes by a binary search.
    mutating func finding(behind event: any Event, _ recorded: RecordedEvent) throws -> Finding? {
        guard hasOthers, ChangedField.areReset(by: event, recorded), try isTouched(recorded.stream) else { return nil }
        let name = type(of: event).type.name
        let source = Source(stream: recorded.stream, type: Self.typesOfTheirOwn.contains(name) ? name : nil)
        let changes = try changes(from: source)
        let later = changes[Self.start(of: changes, behind: recorded.position)...]
        guard !later.isEmpty else { return nil }
        let fields = try ChangedField.all(of: event)
        guard let first = try later.first(where: { try sets(fields, $0, behind: recorded) }) else { return nil }
        if let cause = cancelled.undos[first.transaction], reverts(cause, recorded.transaction) { return .takenBack }
        // Today's value is of the last one.
        let last = try later.last(where: { try sets(fields, $0, behind: recorded) }) ?? first
        return .changed(fields.intersection(last.fields), transaction: last.transaction)
    }

    /// Whether a later change sets some of the fields of an event; an undo of still later changes alone does not count.
    private mutating func sets(
        _ fields: Set<ChangedField>, _ change: Change, behind recorded: RecordedEvent
    ) throws -> Bool {
        guard !fields.isDisjoint(with: change.fields) else { return false }
        return try concerns(change.transaction, recorded)
    }

    /// Whether a transaction is no undo of transactions that are all later than an event.
    private mutating func concerns(_ transaction: Int64, _ recorded: RecordedEvent) throws -> Bool {
        guard let cause = cancelled.undos[transaction] else { return true }
        if reverts(cause, recorded.transaction) { return true }
        return try firstTransaction(revertedBy: cause) <= recorded.transaction
    }

    private struct Setting {
        let position: Position
        let transaction: Int64
        let value: JSONValue
    }

    /// Finds the last transaction behind an event that set a field of some things; nil if none did.
    ///
    /// A field that has another value than the event gave it comes before one that has the same. Where no event set a field
    /// of another thing, its first event did.
    ///
    /// - Parameter names: The names of the fields; nil for those of the event, or for any of another thing.
    /// - Complexity: O(the events of the things behind the event).
    mutating func transaction(
        lastSetting names: [String]?, of things: [StreamID], behind event: any Event, _ recorded: RecordedEvent
    ) throws -> Int64? {
        func isNamed(_ field: ChangedField) -> Bool {
            names?.contains { field.name == $0 || field.name.hasPrefix("\($0).") } ?? true
        }
        var own: [ChangedField: JSONValue] = [:]
        if things.contains(recorded.stream) { own = try ChangedField.values(of: event).filter { isNamed($0.key) } }
        let typeName = type(of: event).type.name
        let reader = walk.reader
        var last: [ChangedField: Setting] = [:]
        var latest: (position: Position, transaction: Int64)?
        var beginning: Int64?
        for thing in things {
            var missing = Set(own.keys)
            let selection = EventSelection(
                after: recorded.position, through: reader.position, stream: thing, isBackward: true)
            try reader.store.forEach(selection) { stored in
                let name = stored.type.name
                guard name == typeName || !Self.typesOfTheirOwn.contains(name), try counts(stored.transaction),
                    try concerns(stored.transaction, recorded)
                else { return true }
                if latest.map({ $0.position < stored.position }) ?? true {
                    latest = (stored.position, stored.transaction)
                }
                if own.isEmpty, stored.version == 1 { beginning = stored.transaction }
                var isFound = own.isEmpty && names == nil
                for case .event(let later) in try reader.catalogue.contents(of: stored) {
                    for (field, value) in try ChangedField.values(of: later) {
                        guard own.isEmpty ? isNamed(field) : missing.remove(field) != nil else { continue }
                        isFound = isFound || own.isEmpty
                        if let known = last[field], known.position > stored.position { continue }
                        last[field] = Setting(
                            position: stored.position, transaction: stored.transaction, value: value)
                    }
                }
                return own.isEmpty ? !isFound : !missing.isEmpty
            }
        }
        if own.isEmpty, names == nil { return latest?.transaction }
        if last.isEmpty { return beginning }
        let differing = last.filter { own[$0.key] != $0.value.value }
        return (differing.isEmpty ? last : differing).values.max { $0.position < $1.position }?.transaction
    }

    /// The index of the first of some changes, which are in order, behind a position.
    private static func start(of changes: [Change], behind position: Position) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].position > position { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Types that report progress, of which a thing may have very many events, and whose fields no other type sets.
    private static let typesOfTheirOwn: Set<String> = [
        AccountSyncChanged.type.name, FolderCursorChanged.type.name, CopyPushed.type.name,
    ]

    private enum Limit {
        /// The number of streams that are asked for before the log is scanned.
        static let asked = 1_000
        /// How many times more events may be scanned than are undone.
        static let scanned = 16
        /// The number of things whose later changes are kept.
        static let known = 10_000
    }

    /// Whether a transaction counts: none that is undone, and neither it nor what it did was taken back.
    private mutating func counts(_ transaction: Int64) throws -> Bool {
        if let counts = counting[transaction] { return counts }
        var counts = !walk.undoes(transaction: transaction) && !cancelled.reverted.contains(transaction)
        // An undo that takes back later transactions alone leaves what is undone as it was.
        if counts, let cause = cancelled.undos[transaction] { counts = try firstTransaction(revertedBy: cause) <= last }
        counting[transaction] = counts
        return counts
    }

    /// Whether a stream may have later changes. The log is scanned for such streams once many have been asked for.
    private mutating func isTouched(_ stream: StreamID) throws -> Bool {
        if touched == nil, mayScan, asked >= Limit.asked {
            let reader = walk.reader
            var streams: Set<StreamID> = []
            try reader.store.forEach(EventSelection(after: start, through: reader.position)) { event in
                if try counts(event.transaction) { streams.insert(event.stream) }
                return true
            }
            touched = streams
        }
        return touched?.contains(stream) ?? true
    }

    private mutating func changes(from source: Source) throws -> [Change] {
        if let changes = known[source] { return changes }
        asked += 1
        let reader = walk.reader
        var changes: [Change] = []
        let selection = EventSelection(after: start, through: reader.position, stream: source.stream)
        try reader.store.forEach(selection) { stored in
            let name = stored.type.name
            let isOfSource = source.type.map { $0 == name } ?? !Self.typesOfTheirOwn.contains(name)
            guard isOfSource, try counts(stored.transaction) else { return true }
            var fields: Set<ChangedField> = []
            for case .event(let event) in try reader.store.contents(of: stored, by: reader.catalogue) {
                fields.formUnion(try ChangedField.all(of: event))
            }
            if !fields.isEmpty {
                changes.append(Change(position: stored.position, transaction: stored.transaction, fields: fields))
            }
            return true
        }
        if known.count >= Limit.known { known = [:] }
        known[source] = changes
        return changes
    }

    private func reverts(_ cause: Cause, _ transaction: Int64) -> Bool {
        switch cause {
        case .undo(let operation): operations[transaction] == operation
        case .undoOfTransactions(let ranges): ranges.contains { $0.contains(transaction) }
        default: false
        }
    }

    /// The number of the first transaction that an undo reverted.
    private mutating func firstTransaction(revertedBy cause: Cause) throws -> Int64 {
        switch cause {
        case .undo(let operation):
            if let first = firstTransactions[operation] { return first }
            let first = try walk.reader.store.transactions(of: operation).first?.number ?? 0
            firstTransactions[operation] = first
            return first
        case .undoOfTransactions(let ranges): return ranges.map(\.lowerBound).min() ?? 0
        default: return 0
        }
    }
}
