internal import EventLog
internal import LedgerKernel
internal import Mail
internal import Projections

/// The names of folders, accounts and other things, for the effects of many operations.
struct EffectNames {
    private let reader: LedgerReader
    private let paths: [String: String]
    let folders: FoldersOfMessages

    init(_ reader: LedgerReader) throws {
        self.reader = reader
        paths = try reader.folderPaths()
        folders = FoldersOfMessages(reader)
    }

    /// The path of a folder, deleted ones too.
    func path(_ folder: FolderID) -> String? { paths[folder.description] }

    /// The name of a thing that is not mail: an operation on mail concerns too many messages to name them.
    func title(_ entity: String, _ stream: StreamID) throws -> String? {
        guard entity != Entity.message,
            let kind = reader.contexts.things.first(where: { $0.name == entity && !$0.isDerived }),
            let identity = try kind.identity(of: stream, on: reader.connection)
        else { return nil }
        return entity == Entity.folder ? paths[identity.id.description] : identity.title
    }
}

/// Limits on how much of an operation is read for its one-line summary.
private enum EffectLimit {
    /// Up to this number of events each is decoded, and the folders of the messages are looked up.
    static let decoded = 400
    /// Up to this number, events of mail are grouped by their contents, and one of each group is decoded: `read 1,200`.
    ///
    /// In a larger operation events are counted by their type alone, and nothing is decoded: `marked 250,000`.
    static let compared = 20_000
    /// The number of messages whose former folders are looked up.
    static let followed = 200
}

extension LedgerReader {
    /// Returns the effects of an operation, from its events up to the position of this reader.
    ///
    /// An erased event is known by its type.
    /// - Complexity: O(its events); at most some hundreds are decoded, however many there are.
    func effects(
        of transactions: [StoredTransaction], _ header: TransactionHeader?, _ cascades: [Cascade], _ names: EffectNames
    ) throws -> [OperationEffect] {
        let isImport = if case .importing = header?.cause.map(Cause.init) { true } else { false }
        var tally = EffectTally(isImport: isImport, names)
        let count = transactions.reduce(0) { $0 + $1.eventCount }
        var followed = 0
        for range in transactions.stretches {
            if count <= EffectLimit.decoded {
                try add(range, to: &tally, followed: &followed, names)
            } else {
                try addCounts(range, comparing: count <= EffectLimit.compared, to: &tally)
            }
        }
        return try tally.effects(cascades)
    }

    private func add(
        _ range: ClosedRange<Position>, to tally: inout EffectTally, followed: inout Int, _ names: EffectNames
    ) throws {
        let events = try store.events(
            EventSelection(after: range.lowerBound.advanced(by: -1), through: range.upperBound))
        let ends = try endsByRemoval(events.map(\.type.name), range)
        // A message that a sync ends has two events: one for its last copy, and one for the message.
        let ended = Set(events.filter { ends.contains($0.position) && $0.type == CopyRemoved.type }.map(\.stream))
        var reparsed: Set<StreamID> = []
        for stored in events where stored.type != MessageDeleted.type || !ended.contains(stored.stream) {
            if stored.type == AccountReparsed.type, !reparsed.insert(stored.stream).inserted { continue }
            for content in try store.contents(of: stored, by: catalogue) {
                var event: (any Event)?
                if case .event(let said) = content { event = said }
                var folders: Set<FolderID>?
                if event is MessageMarked || event is MessageDeleted, followed < EffectLimit.followed {
                    followed += 1
                    folders = try names.folders.folders(of: stored.stream, at: stored.position)
                }
                tally.add(
                    1, event.map { Swift.type(of: $0).type.name } ?? stored.type.name, event, of: stored.stream,
                    in: folders,
                    endedMessage: ends.contains(stored.position))
            }
        }
    }

    private func addCounts(
        _ range: ClosedRange<Position>, comparing: Bool, to tally: inout EffectTally
    ) throws {
        let places = [
            MessageMarked.type.name: "$.keywords", MessageMoved.type.name: "$.copies",
            MessageAdded.type.name: "$.copy.folder", MessageCopied.type.name: "$.copy.folder",
        ]
        guard comparing else { return try addTypes(range, to: &tally) }
        let counts = try store.tally(from: range.lowerBound, through: range.upperBound, places: places)
        let removals = try removalsOfMessages(counts.map(\.type), range)
        var decoded = 0
        for sort in counts {
            var event: (any Event)?
            if sort.isAlike, decoded < EffectLimit.decoded, let stored = try self.event(at: sort.first) {
                decoded += 1
                if case .event(let said)? = try store.contents(of: stored, by: catalogue).first { event = said }
            }
            try add(sort.count, sort.type, event, removals, in: range, to: &tally)
        }
    }

    private func addTypes(_ range: ClosedRange<Position>, to tally: inout EffectTally) throws {
        let types = try RecordedQuery(on: connection).types(from: range.lowerBound, through: range.upperBound)
        let removals = try removalsOfMessages(types.map(\.type), range)
        for (type, count) in types { try add(count, type, nil, removals, in: range, to: &tally) }
    }

    private func add(
        _ count: Int, _ type: String, _ event: (any Event)?, _ removals: (all: Int, ends: Int),
        in range: ClosedRange<Position>, to tally: inout EffectTally
    ) throws {
        // An account has one for each transaction that read some of its mail.
        if type == AccountReparsed.type.name {
            let events = try store.events(
                EventSelection(
                    after: range.lowerBound.advanced(by: -1), through: range.upperBound, typeName: type))
            return tally.add(Set(events.map(\.stream)).count, type, event)
        }
        guard type == CopyRemoved.type.name else { return tally.add(count, type, event) }
        if removals.ends > 0 { tally.add(removals.ends, type, nil, endedMessage: true) }
        if count > removals.all { tally.add(count - removals.all, type, nil) }
    }

    /// Counts the removed copies that ended their messages, and those of them without an event of the message's own
    /// end.
    private func removalsOfMessages(
        _ types: [String], _ range: ClosedRange<Position>
    ) throws -> (all: Int, ends: Int) {
        let removals = try endsByRemoval(types, range).compactMap(store.place).filter {
            $0.type == CopyRemoved.type.name
        }
        // A message that a sync ends has two adjacent events: one for its last copy, and one for the message.
        let ends = try removals.count { removal in
            let next = try store.place(of: removal.position.advanced(by: 1))
            return next?.stream != removal.stream || next?.type != MessageDeleted.type.name
        }
        return (removals.count, ends)
    }

    private func event(at position: Position) throws -> StoredEvent? {
        try store.events(EventSelection(after: position.advanced(by: -1), through: position)).first
    }

    private func endsByRemoval(_ types: [String], _ range: ClosedRange<Position>) throws -> Set<Position> {
        guard types.contains(CopyRemoved.type.name) else { return [] }
        return try ChangesQuery(on: connection).endsOfMessages(from: range.lowerBound, through: range.upperBound)
    }
}

extension [StoredTransaction] {
    /// The positions of their events, with neighbours joined.
    fileprivate var stretches: [ClosedRange<Position>] {
        reduce(into: []) { ranges, next in
            if let last = ranges.last, last.upperBound.advanced(by: 1) == next.firstPosition {
                ranges[ranges.count - 1] = last.lowerBound...next.lastPosition
            } else {
                ranges.append(next.firstPosition...next.lastPosition)
            }
        }
    }
}
