public import EventLog
internal import Mail
public import SQLiteDatabase

/// A thing that was deleted or restored together with its folder or account.
public struct CascadeMember: Sendable, Hashable {
    /// `folder` or `message`.
    public let entity: String
    public let id: UniqueID
    /// The subject of a message, the name of a folder.
    public let name: String?
}

extension CascadeMember {
    fileprivate static let columns: SQL =
        "member.entity, ifnull(folder.uuid, message.uuid), ifnull(folder.name, message.subject)"

    fileprivate init(from row: inout RowReader) throws {
        try self.init(entity: row.next(), id: row.next(), name: row.next())
    }
}

/// Queries for the things that one event deleted or restored together with an account or a folder.
public struct CascadeQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Counts the folders and messages that went with a folder.
    public func counts(withFolder folder: StreamID, at position: Position) throws -> (folders: Int, messages: Int) {
        try counts(Self.members(withFolder: folder, at: position))
    }

    /// Counts the folders and messages that an account contained at a position.
    ///
    /// - Complexity: O(all that changed before), unless the account was deleted there and has not been restored.
    public func counts(
        withAccount account: StreamID, at position: Position
    ) throws -> (folders: Int, messages: Int) {
        try counts(members(withAccount: account, at: position))
    }

    /// Lends what went with a folder, folders first; the closure returns false to stop early.
    public func forEachMember(
        withFolder folder: StreamID, at position: Position, _ body: (CascadeMember) throws -> Bool
    ) throws {
        try forEach(Self.members(withFolder: folder, at: position), body)
    }

    /// Lends the contents of an account at a position, folders first; the closure returns false to stop early.
    public func forEachMember(
        withAccount account: StreamID, at position: Position, _ body: (CascadeMember) throws -> Bool
    ) throws {
        try forEach(members(withAccount: account, at: position), body)
    }

    private func counts(_ members: SQL) throws -> (folders: Int, messages: Int) {
        try connection.first(
            """
            SELECT ifnull(sum(entity = 'folder'), 0), ifnull(sum(entity = 'message'), 0) FROM (\(members))
            """
        ) { try ($0.next(), $0.next()) } ?? (0, 0)
    }

    private func forEach(_ members: SQL, _ body: (CascadeMember) throws -> Bool) throws {
        try connection.lend(
            """
            SELECT \(CascadeMember.columns) FROM (\(members)) AS member
                LEFT JOIN folder ON member.entity = 'folder' AND folder.id = member.id
                LEFT JOIN message ON member.entity = 'message' AND message.id = member.id
            ORDER BY member.entity, member.id
            """, as: CascadeMember.init(from:), to: body)
    }

    private static func members(withFolder folder: StreamID, at position: Position) -> SQL {
        """
        SELECT entity, id FROM changes
        WHERE position = \(bind: position.rawValue) AND kind <> 2 AND counts_only = 0
            AND (entity = 'message' OR (entity = 'folder' AND id <> \(bind: folder.rawValue)))
        """
    }

    private func members(withAccount account: StreamID, at position: Position) throws -> SQL {
        let isStillEnded = try connection.first(
            "SELECT 1 FROM account WHERE id = \(bind: account.rawValue) AND ended = \(bind: position.rawValue)"
        ) { _ in true }
        if isStillEnded == true {
            return """
                SELECT 'folder' AS entity, id FROM folder WHERE account = \(bind: account.rawValue) AND is_live
                UNION ALL SELECT 'message', id FROM message WHERE account = \(bind: account.rawValue) AND is_live
                """
        }
        // The things whose last change of life before it made them live.
        return """
            SELECT entity, id FROM (
                SELECT entity, id, kind, max(position) FROM changes
                WHERE account = \(bind: account.rawValue) AND position < \(bind: position.rawValue) AND kind <> 2
                    AND counts_only = 0 AND entity IN ('folder', 'message')
                GROUP BY entity, id
            ) WHERE kind = 1
            """
    }
}
