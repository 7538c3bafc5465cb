public import EventLog
internal import JSONCoding
internal import Mail
public import SQLite

/// Keeps the messages, their copies and their keywords.
public final class MessagesProjector: Projection {
    public static let name = "messages"
    public static let version = 8
    public static let after = ["accounts", "folders"]

    private let tables: MessageTables

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
            let state = try tables.insert(
                added, id: id, account: event.account.rawValue, recordedAt: event.recordedAt)
            announce(.created, id, from: nil, to: state, changes)
        case let marked as MessageMarked:
            // Neither its copies nor its life.
            let before = try tables.state(of: id)
            try tables.setKeywords(marked.keywords.new, of: id, explicitly: true)
            announce(.updated, id, from: before, to: before.with(marked.keywords.new), changes)
        case let copied as MessageCopied:
            try change(id, changes) {
                try tables.insert(copied.copy, of: id)
                try tables.setKeywords(copied.keywords?.new, of: id, explicitly: false)
            }
        case let changed as CopyChanged:
            try change(id, changes) {
                try tables.update(changed, of: id)
                try tables.setKeywords(changed.keywords?.new, of: id, explicitly: true)
            }
        case let written as CopyPushed:
            try change(id, changes) { try tables.update(written, of: id) }
        case let removed as CopyRemoved:
            try change(id, changes) {
                try tables.endCopy(removed.copy.number, of: id, at: event.position)
                try tables.setKeywords(removed.keywords?.new, of: id, explicitly: false)
            }
        case let moved as MessageMoved:
            try change(id, changes) { for move in moved.copies { try tables.move(move, of: id) } }
        case let loaded as MessageBodyLoaded:
            try change(id, changes) { try tables.load(loaded, of: id) }
        case let linked as MessageLinked:
            try change(id, changes) { try tables.link(linked, of: id) }
        case is MessageDeleted:
            try change(id, changes) { try tables.setEnd(event.position, of: id) }
        case is MessageRestored:
            try change(id, changes) { try tables.setEnd(nil, of: id) }
        case is MessageErased:
            try erase(id, account: event.account.rawValue, changes)
        case let adopted as TagsAdopted:
            try tables.adoptTags(adopted.isAdopted.new, of: id)
        case is FolderDeleted, is FolderRestored:
            try followFolders(changes)
        default:
            break
        }
    }

    // Views that are built from the blanked log never had it; those that had it lose it at once, and are replaced soon.
    private func erase(_ id: Int64, account: Int64, _ changes: ChangeRecorder) throws {
        let before = try tables.stateIfKnown(of: id)?.state
        if before != nil { try tables.remove(id) }
        let gone = MessageTransition.State(isLive: false, isUnread: false, folders: [])
        changes.announce(
            RowChange(
                .destroyed, entity: Entity.message, id: id, account: account,
                detail: before.map { MessageTransition(message: id, account: account, before: $0, after: gone) }))
    }

    private func change(_ id: Int64, _ changes: ChangeRecorder, _ body: () throws -> Void) throws {
        let before = try tables.state(of: id)
        try body()
        try tables.settleLiveness(of: id)
        try announce(.updated, id, from: before, changes)
    }

    private func announce(
        _ kind: RowChange.Kind, _ id: Int64, from before: MessageTables.AccountedState?, _ changes: ChangeRecorder
    ) throws {
        announce(kind, id, from: before, to: try tables.state(of: id), changes)
    }

    private func announce(
        _ kind: RowChange.Kind, _ id: Int64, from before: MessageTables.AccountedState?,
        to after: MessageTables.AccountedState, _ changes: ChangeRecorder
    ) {
        let transition = MessageTransition(
            message: id, account: after.account, before: before?.state, after: after.state)
        let kind: RowChange.Kind =
            switch (before?.state.isLive ?? false, after.state.isLive) {
            case (false, true): .created
            case (true, false): .destroyed
            default: kind
            }
        changes.announce(
            RowChange(kind, entity: Entity.message, id: id, account: after.account, detail: transition))
    }

    // The folders' own projection has told which folders the event ended or brought back.
    private func followFolders(_ changes: ChangeRecorder) throws {
        let folders = changes.changes.filter { $0.entity == Entity.folder }
        var affected: Set<Int64> = []
        for folder in folders { affected.formUnion(try tables.messages(in: folder.id)) }
        let before = try Dictionary(uniqueKeysWithValues: affected.map { ($0, try tables.state(of: $0)) })
        for folder in folders { try tables.settleCopies(in: folder.id) }
        for id in affected.sorted() {
            try tables.settleLiveness(of: id)
            try announce(.updated, id, from: before[id], changes)
        }
    }
}
