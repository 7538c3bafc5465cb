internal import EventLog
public import Mail
public import Projections
internal import SQLiteDatabase

/// One thing by its whole id, for programs; people name things by ``account(_:)``, ``folder(_:in:)`` and ``message(_:)``.
extension LedgerReader {
    /// Returns the live account with exactly this id.
    public func account(withID id: AccountID) throws -> AccountRow? {
        try AccountsQuery(on: connection).account(withID: id)
    }

    /// Returns the live folder with exactly this id.
    public func folder(withID id: FolderID) throws -> FolderRow? {
        guard let stream = try liveStream(of: id) else { return nil }
        return try FoldersQuery(on: connection).folder(stream)
    }

    /// Returns the live message with exactly this id.
    public func message(withID id: MessageID) throws -> MessageRow? {
        let query = MessagesQuery(on: connection)
        guard let stream = try query.streams(withPrefix: id.description, limit: 1).first else { return nil }
        return try query.message(stream)
    }

    package func requireAccount(_ id: AccountID) throws -> AccountRow {
        guard let row = try account(withID: id) else { throw Self.missing("account", id) }
        return row
    }

    package func requireFolder(_ id: FolderID) throws -> FolderRow {
        guard let row = try folder(withID: id) else { throw Self.missing("folder", id) }
        return row
    }

    package func requireMessage(_ id: MessageID) throws -> MessageRow {
        guard let row = try message(withID: id) else { throw Self.missing("message", id) }
        return row
    }

    func requireStream(of account: AccountID) throws -> StreamID {
        try requireAccount(account).stream
    }

    func requireStream(of folder: FolderID) throws -> StreamID {
        guard let stream = try liveStream(of: folder) else { throw Self.missing("folder", folder) }
        return stream
    }

    private func liveStream(of folder: FolderID) throws -> StreamID? {
        try connection.first(
            """
            SELECT folder.id FROM folder JOIN account ON account.id = folder.account
            WHERE folder.uuid = \(bind: folder.uniqueID.bytes) AND folder.is_live AND account.ended IS NULL
            """
        ) { try $0.next() }
    }

    private static func missing(_ kind: String, _ id: some Identifier) -> DomainError {
        .notFound(kind: kind, name: id.description)
    }
}
