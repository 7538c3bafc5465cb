internal import CivilTime
public import EventLog
internal import Mail
public import SQLiteDatabase

/// Keeps the tree of folders; the projection `unread` counts their messages.
public final class FoldersProjector: Projection {
    public static let name = "folders"
    public static let version = 6
    public static let after = ["accounts"]
    public static let events: [any Event.Type]? = [
        FolderCreated.self, FolderRenamed.self, FolderMoved.self, FolderChanged.self, FolderCursorChanged.self,
        FolderDeleted.self, FolderRestored.self, AccountErased.self,
    ]

    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    public static func createTables(on connection: Connection) throws {
        try FoldersSchema.createTables(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let created as FolderCreated:
            try insert(created, event)
            try announce(.created, event.stream.rawValue, event, changes)
        case let renamed as FolderRenamed:
            try connection.run(
                "UPDATE folder SET name = \(bind: renamed.name.new) WHERE id = \(bind: event.stream.rawValue)")
            try announceTree(event, changes)
        case let moved as FolderMoved:
            let parent = try moved.parent.new.map(id)
            try connection.run("UPDATE folder SET parent = \(bind: parent) WHERE id = \(bind: event.stream.rawValue)")
            try announceTree(event, changes)
        case let changed as FolderChanged:
            try connection.update("folder", event.stream.rawValue, FolderSettings.columns.assignments(of: changed))
            try announce(.updated, event.stream.rawValue, event, changes)
        case let changed as FolderCursorChanged:
            try connection.update("folder", event.stream.rawValue, FolderCursor.columns.assignments(of: changed))
            try announce(.updated, event.stream.rawValue, event, changes)
        case is FolderDeleted:
            try endTree(event, announcing: changes)
        case is FolderRestored:
            try restoreTree(event, announcing: changes)
        case is AccountErased:
            try connection.run("DELETE FROM folder WHERE account = \(bind: event.account.rawValue)")
        default:
            break
        }
    }

    private func insert(_ created: FolderCreated, _ event: RecordedEvent) throws {
        try connection.run(
            """
            INSERT INTO folder (id, uuid, account, parent, name, kind, created, is_live, \(FolderSettings.columns.names()))
            VALUES (
                \(bind: event.stream.rawValue), \(bind: created.id.blob), \(bind: event.account.rawValue),
                \(bind: try created.parent.map(id)), \(bind: created.name), \(bind: created.kind.rawValue),
                \(bind: event.recordedAt.microseconds), 1,
                \(try FolderSettings.columns.values(of: created.settings)))
            """)
    }

    /// Returns a folder and the live ones below it.
    private func tree(_ folder: StreamID) throws -> [Int64] {
        try connection.rows(
            """
            WITH RECURSIVE tree (id) AS (
                SELECT \(bind: folder.rawValue)
                UNION SELECT folder.id FROM tree JOIN folder ON folder.parent = tree.id WHERE folder.is_live
            )
            SELECT id FROM tree ORDER BY id
            """
        ) { try $0.next(Int64.self) }
    }

    // The folders below it have other paths.
    private func announceTree(_ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        for id in try tree(event.stream) { try announce(.updated, id, event, changes) }
    }

    // A folder below that ended earlier by itself keeps its own end, so that it does not come back with this one.
    private func endTree(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        for id in try tree(event.stream) {
            try connection.run(
                "UPDATE folder SET is_live = 0, ended = \(bind: event.position.rawValue) WHERE id = \(bind: id)")
            try announce(.destroyed, id, event, changes)
        }
    }

    private func restoreTree(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        let end = try connection.first("SELECT ended FROM folder WHERE id = \(bind: event.stream.rawValue)") {
            try $0.next(Int64?.self)
        }
        guard let end, let end else { throw ProjectionError.unknown("the end of folder \(event.stream)") }
        let restored = try connection.rows("SELECT id FROM folder WHERE ended = \(bind: end) ORDER BY id") {
            try $0.next(Int64.self)
        }
        for id in restored {
            try connection.run("UPDATE folder SET is_live = 1, ended = NULL WHERE id = \(bind: id)")
            try announce(.created, id, event, changes)
        }
    }

    private func id(_ folder: FolderID) throws -> Int64 {
        guard let id = try FoldersQuery(on: connection).stream(of: folder) else {
            throw ProjectionError.unknown("folder \(folder)")
        }
        return id.rawValue
    }

    // Folders of an account that ended are not shown; the messages in them follow all the same.
    private func announce(
        _ kind: RowChange.Kind, _ id: Int64, _ event: RecordedEvent, _ changes: ChangeRecorder
    ) throws {
        let change = RowChange(kind, entity: Entity.folder, id: id, account: event.account.rawValue)
        if try connection.isLive(account: change.account) { changes.announce(change) } else { changes.tell(change) }
    }
}

extension FoldersProjector: FoldedProjection {
    package static let folded = FoldedEvents.all
}
