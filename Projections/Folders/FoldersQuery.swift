public import CivilTime
public import EventLog
public import Mail
public import SQLiteDatabase

/// A folder in a list, with its counts.
public struct FolderRow: Sendable, Hashable, Identifiable {
    public let id: FolderID
    public let stream: StreamID
    public let account: AccountID
    public let accountStream: StreamID
    public let accountAddress: String
    public let parent: FolderID?
    public let name: String
    /// The names from the top, joined by slashes.
    public let path: String
    public let kind: String
    /// Its display, its role and its ids.
    public let settings: FolderSettings
    /// Its progress with its server.
    public let cursor: FolderCursor
    public let createdAt: Timestamp
    /// The number of live messages with a live copy in it, without folders below.
    public let total: Int
    public let unread: Int
    public let isDeleted: Bool
    /// The position of the event that ended it or a folder above it.
    public let endedAt: Position?

    /// Its purpose in its account, as its name is stored.
    public var role: String? { settings.role?.rawValue }
    public var sortOrder: Int { settings.sortOrder }
    /// The number of folders above it.
    public var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
    /// Whether lists show it, as its visibility and its unread messages say.
    public var isListed: Bool { settings.visibility.lists(unread: unread) }
}

extension FolderRow {
    fileprivate static func columns(path: SQL) -> SQL {
        """
        folder.uuid, folder.id, account.uuid, account.id, account.address, above.uuid, folder.name, \(path), folder.kind,
        \(FolderSettings.columns.names(of: "folder")), \(FolderCursor.columns.names(of: "folder")), folder.created,
        ifnull(folder_count.total, 0), ifnull(folder_count.unread, 0), NOT folder.is_live, folder.ended
        """
    }

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            id: row.next(), stream: row.next(), account: row.next(), accountStream: row.next(),
            accountAddress: row.next(), parent: row.next(), name: row.next(), path: row.next(), kind: row.next(),
            settings: FolderSettings(from: &row), cursor: FolderCursor(from: &row), createdAt: row.next(),
            total: row.next(), unread: row.next(), isDeleted: row.next(), endedAt: row.next())
    }
}

/// Queries for folders.
public struct FoldersQuery {
    let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns folders in the order of a tree: by account, then siblings by their sort order and name.
    ///
    /// Deleted ones, and those of deleted accounts, come only on request.
    public func all(account: StreamID? = nil, includingDeleted: Bool = false) throws -> [FolderRow] {
        let accountCondition: SQL = account.map { "folder.account = \(bind: $0.rawValue)" } ?? "TRUE"
        let liveCondition: SQL = includingDeleted ? "TRUE" : "account.ended IS NULL AND folder.is_live"
        return try Self.depthFirst(rows(where: "\(accountCondition) AND \(liveCondition)"))
    }

    /// Returns the folder with this stream, deleted or not.
    ///
    /// - Complexity: O(its depth), however many folders there are; so are all lookups of few folders.
    public func folder(_ stream: StreamID) throws -> FolderRow? {
        try few(where: "folder.id = \(bind: stream.rawValue)").first
    }

    private func rows(where condition: SQL) throws -> [FolderRow] {
        try rows(with: FolderPaths.table, path: "tree.path", from: "tree JOIN folder USING (id)", where: condition)
    }

    /// Few folders of perhaps many: the path of each is read upwards, and no other folder is.
    func few(where condition: SQL) throws -> [FolderRow] {
        try rows(with: "", path: FolderPaths.ofRow, from: "folder", where: condition)
    }

    private func rows(with tree: SQL, path: SQL, from tables: SQL, where condition: SQL) throws -> [FolderRow] {
        try connection.rows(
            """
            \(tree)
            SELECT \(FolderRow.columns(path: path))
            FROM \(tables) JOIN account ON account.id = folder.account
                LEFT JOIN folder AS above ON above.id = folder.parent
                LEFT JOIN folder_count ON folder_count.folder = folder.id
            WHERE \(condition)
            ORDER BY account.address, account.id, folder.sort_order, folder.name, folder.id
            """, row: FolderRow.init(from:))
    }

    private static func depthFirst(_ rows: [FolderRow]) -> [FolderRow] {
        let listed = Set(rows.map(\.id))
        var roots: [FolderRow] = []
        // Not by optional ids: how to hash those, the runtime looks up once in each process, for a fifth of a millisecond.
        var children: [FolderID: [FolderRow]] = [:]
        for row in rows {
            if let parent = row.parent, listed.contains(parent) {
                children[parent, default: []].append(row)
            } else {
                roots.append(row)
            }
        }
        var ordered: [FolderRow] = []
        var pending = roots.reversed() as [FolderRow]
        while let row = pending.popLast() {
            ordered.append(row)
            pending += (children[row.id] ?? []).reversed()
        }
        return ordered
    }

    /// Returns the stream of a folder, deleted or not.
    public func stream(of folder: FolderID) throws -> StreamID? {
        try connection.first("SELECT id FROM folder WHERE uuid = \(bind: folder.blob)") { try $0.next() }
    }
}
