public import EventLog
internal import JSONCoding
internal import Mail
public import SQLiteDatabase

/// Keeps the messages, their copies and their keywords.
public final class MessagesProjector: Projection {
    public static let name = "messages"
    public static let version = 12
    public static let after = ["accounts", "folders"]

    private let tables: MessageTables
    /// Whether an account lives, of those that were asked for since the last flush.
    private var lives: [Int64: Bool] = [:]

    public init(on connection: Connection) throws {
        tables = try MessageTables(on: connection)
    }

    public static func createTables(on connection: Connection) throws {
        try MessagesSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try MessagesSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        let id = event.stream.rawValue
        switch content {
        case let added as MessageAdded:
            let arrival = try tables.insert(
                added, id: id, account: event.account.rawValue, recordedAt: event.recordedAt)
            if arrival.after.isLive { try announce(.created, arrival, changes) }
        case let marked as MessageMarked:
            // Neither its copies nor its life.
            let before = try tables.state(of: id)
            let after = try tables.change(marked.keywords, of: id, in: before)
            try announce(id, from: before, to: after, changes)
        case let copied as MessageCopied:
            try change(id, changes) {
                let isShown = try tables.insert(copied.copy, of: id)
                try tables.setKeywords(copied.keywords?.new, of: id, explicitly: false)
                return isShown || copied.keywords != nil
            }
        case let changed as CopyChanged:
            try change(id, changes) {
                let isShown = try tables.update(changed, of: id)
                try tables.setKeywords(changed.keywords?.new, of: id, explicitly: true)
                return isShown || changed.keywords != nil
            }
        case let written as CopyPushed:
            try change(id, changes) { try tables.update(written, of: id) }
        case let removed as CopyRemoved:
            try change(id, changes) {
                let isShown = try tables.endCopy(removed.copy.number, of: id, at: event.position)
                try tables.setKeywords(removed.keywords?.new, of: id, explicitly: false)
                return isShown || removed.keywords != nil
            }
        case let moved as MessageMoved:
            try change(id, changes) {
                var isShown = false
                for move in moved.copies where try tables.move(move, of: id) { isShown = true }
                return isShown
            }
        case let loaded as MessageBodyLoaded:
            try changeRow(id, changes) { try tables.load(loaded, of: id) }
        case let reparsed as MessageReparsed:
            try change(id, changes) {
                try tables.reread(reparsed, of: id)
                return reparsed.changesFields
            }
        case let linked as MessageLinked:
            try changeRow(id, changes) { try tables.link(linked, of: id) }
        case is MessageDeleted:
            try changeRow(id, changes) { try tables.setEnd(event.position, of: id) }
        case is MessageRestored:
            try changeRow(id, changes) { try tables.setEnd(nil, of: id) }
        case is MessageErased:
            try erase(id, account: event.account.rawValue, changes)
        case let adopted as TagsAdopted:
            try tables.adoptTags(adopted.isAdopted.new, of: id)
        case let reparsed as AccountReparsed:
            try tables.setReading(reparsed.reading.new, of: id)
        case is FolderDeleted, is FolderRestored:
            try followFolders(changes)
        case is AccountDeleted, is AccountRestored:
            lives.removeAll()
            changes.note(AccountSize(bytes: try tables.size(of: event.account.rawValue)))
        case is AccountErased:
            lives.removeAll()
        default:
            break
        }
    }

    // Views that are built from the blanked log never had it; those that had it lose it at once, and are replaced soon.
    private func erase(_ id: Int64, account: Int64, _ changes: ChangeRecorder) throws {
        let before = try tables.stateIfKnown(of: id)?.state
        if before != nil { try tables.remove(id) }
        changes.tell(ThingErased())
        guard let before, before.isLive else { return }
        let gone = MessageTransition.State(isLive: false, isUnread: false, isDraft: false, folders: [])
        try announce(
            .destroyed, MessageTransition(message: id, account: account, weight: nil, before: before, after: gone),
            changes)
    }

    // A message that ended with its account is hidden, but still counted.
    private func announce(_ kind: RowChange.Kind, _ transition: MessageTransition, _ changes: ChangeRecorder) throws {
        let account = transition.account
        let isShown = try lives[account] ?? tables.isLive(account: account)
        lives[account] = isShown
        guard isShown else { return changes.tell(transition) }
        changes.announce(
            RowChange(kind, entity: Entity.message, id: transition.message, account: account, detail: transition))
    }

    // Another process may bring an account to its end between two batches.
    public func flush() throws {
        lives.removeAll(keepingCapacity: true)
    }

    /// - Parameter body: Returns whether a visible value changed, if the message is live.
    private func change(_ id: Int64, _ changes: ChangeRecorder, _ body: () throws -> Bool) throws {
        let before = try tables.state(of: id)
        let isElse = try body()
        try tables.settleLiveness(of: id)
        let after = try tables.state(of: id)
        if isElse || before.state != after.state { try announce(id, from: before, to: after, changes) }
    }

    private func changeRow(_ id: Int64, _ changes: ChangeRecorder, _ body: () throws -> Void) throws {
        try change(id, changes) {
            try body()
            return true
        }
    }

    private func announce(
        _ id: Int64, from before: MessageTables.CountedState?,
        to after: MessageTables.CountedState, _ changes: ChangeRecorder
    ) throws {
        let transition = MessageTransition(
            message: id, account: after.account, weight: after.weight, before: before?.state, after: after.state)
        // A message that is dead before and after is not announced.
        guard let kind = RowChange.Kind(wasShown: before?.state.isLive ?? false, isShown: after.state.isLive) else {
            return
        }
        try announce(kind, transition, changes)
    }

    // The folders' own projection has announced the folders that the event ended or restored.
    private func followFolders(_ changes: ChangeRecorder) throws {
        let folders = (changes.changes + changes.details.compactMap { $0 as? RowChange })
            .filter { $0.entity == Entity.folder }
        var affected: Set<Int64> = []
        for folder in folders { affected.formUnion(try tables.messages(in: folder.id)) }
        let before = try Dictionary(uniqueKeysWithValues: affected.map { ($0, try tables.state(of: $0)) })
        for folder in folders { try tables.settleCopies(in: folder.id) }
        for id in affected.sorted() {
            try tables.settleLiveness(of: id)
            let after = try tables.state(of: id)
            if before[id]?.state != after.state { try announce(id, from: before[id], to: after, changes) }
        }
    }
}

extension MessagesProjector: FoldedProjection {
    package static let folded = FoldedEvents.all

    package func makeFold(into tables: FoldedTables) throws -> ProjectionFold? { try MessagesFold(into: tables).steps }
}
