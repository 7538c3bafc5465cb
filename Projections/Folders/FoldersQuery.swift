public import CivilTime
public import EventLog
public import Mail
public import SQLite

/// A folder as it is listed, with its counts.
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
    /// How it is shown and what it is known by.
    public let settings: FolderSettings
    /// How far it has come with its server.
    public let cursor: FolderCursor
    public let createdAt: Timestamp
    /// How many live messages have a live copy in it, folders below not counted.
    public let total: Int
    public let unread: Int
    public let isDeleted: Bool
    /// The position of the event that ended it or a folder above it.
    public let endedAt: Position?

    /// Its purpose in its account, as its name is stored.
    public var role: String? { settings.role?.rawValue }
    public var sortOrder: Int { settings.sortOrder }
    /// How many folders are above it.
    public var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
    /// Whether lists show it, as its visibility and its unread messages say.
    public var isListed: Bool { settings.visibility.lists(unread: unread) }
}

/// Asks for folders.
public struct FoldersQuery {
    let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns folders in the order of a tree: by account, then siblings by their sort order and name.
    ///
    /// Deleted ones, and those of deleted accounts, come only where asked for.
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
            SELECT folder.id, folder.uuid, account.uuid, account.id, account.address, above.uuid, folder.name, \(path),
                folder.kind, ifnull(folder_count.total, 0), ifnull(folder_count.unread, 0), folder.is_live, folder.ended,
                folder.created, folder.role, folder.sort_order, folder.icon, folder.color, folder.text_color,
                folder.visibility, folder.message_visibility, folder.external_id, folder.keep_newest,
                folder.keep_for, folder.uid_validity, folder.highest_mod_seq, folder.supports_idle
            FROM \(tables) JOIN account ON account.id = folder.account
                LEFT JOIN folder AS above ON above.id = folder.parent
                LEFT JOIN folder_count ON folder_count.folder = folder.id
            WHERE \(condition)
            ORDER BY account.address, account.id, folder.sort_order, folder.name, folder.id
            """
        ) { row in
            FolderRow(
                id: try FolderID(blob: row.blob(1)), stream: StreamID(row.integer(0)),
                account: try AccountID(blob: row.blob(2)), accountStream: StreamID(row.integer(3)),
                accountAddress: row.text(4), parent: try row.optionalBlob(5).map { try FolderID(blob: $0) },
                name: row.text(6), path: row.text(7), kind: row.text(8), settings: Self.settings(row.numbered, at: 14),
                cursor: Self.cursor(row.numbered, at: 24), createdAt: Timestamp(microseconds: row.integer(13)),
                total: Int(row.integer(9)), unread: Int(row.integer(10)), isDeleted: !row.bool(11),
                endedAt: row.optionalInteger(12).map(Position.init(rawValue:)))
        }
    }

    private static func settings(_ row: borrowing Row, at column: Int) -> FolderSettings {
        FolderSettings(
            role: row.optionalText(column).flatMap(FolderRole.init(rawValue:)), sortOrder: Int(row.integer(column + 1)),
            icon: row.optionalText(column + 2), color: row.optionalText(column + 3).flatMap(RGBColor.init(hex:)),
            textColor: row.optionalText(column + 4).flatMap(RGBColor.init(hex:)),
            visibility: FolderVisibility(rawValue: row.text(column + 5)) ?? .show,
            messageVisibility: MessageVisibility(rawValue: row.text(column + 6)) ?? .show,
            externalID: row.optionalText(column + 7), keepNewest: row.optionalInteger(column + 8).map(Int.init),
            keepFor: row.optionalText(column + 9).flatMap(RetentionPeriod.init(text:)))
    }

    private static func cursor(_ row: borrowing Row, at column: Int) -> FolderCursor {
        FolderCursor(
            uidValidity: row.optionalInteger(column).flatMap(UInt32.init(exactly:)),
            highestModSeq: row.optionalText(column + 1).flatMap(ModificationSequence.init(digits:)),
            supportsIdle: row.optionalInteger(column + 2).map { $0 != 0 })
    }

    private static func depthFirst(_ rows: [FolderRow]) -> [FolderRow] {
        let listed = Set(rows.map(\.id))
        let children = Dictionary(grouping: rows) { $0.parent.flatMap { listed.contains($0) ? $0 : nil } }
        var ordered: [FolderRow] = []
        var pending = (children[nil] ?? []).reversed() as [FolderRow]
        while let row = pending.popLast() {
            ordered.append(row)
            pending += (children[row.id] ?? []).reversed()
        }
        return ordered
    }

    /// Returns the stream of a folder, deleted or not.
    public func stream(of folder: FolderID) throws -> StreamID? {
        try connection.first("SELECT id FROM folder WHERE uuid = \(bind: folder.blob)") { StreamID($0.integer(0)) }
    }
}
