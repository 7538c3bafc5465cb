internal import Domain
public import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Mail
internal import Notes
internal import Outbox
internal import Projections
public import WireModels

/// A note as a program keeps it that works without a network.
public struct GetLocalNote: LedgerQuery, WireRequest {
    public static let name = "local-note"
    public typealias Answer = LocalNote
    public var id: UniqueID

    public init(id: UniqueID) {
        self.id = id
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let shown = try reader.shownNote(id.description)
        return LocalNote(NoteResponse(shown), try reader.outboxState(of: shown.row.stream))
    }
}

/// A folder, deleted or not, in the form for a program that works offline; without the folders below it.
public struct GetLocalFolder: LedgerQuery, WireRequest {
    public static let name = "local-folder"
    public typealias Answer = LocalFolder
    public var id: UniqueID

    public init(id: UniqueID) {
        self.id = id
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let id = FolderID(id)
        guard let row = try reader.folders(includingDeleted: true).first(where: { $0.id == id }) else {
            throw DomainError.notFound(kind: "folder", name: id.description)
        }
        let form = FolderResponse(row, notes: try reader.noteCounts()[id] ?? 0, depth: row.depth)
        return LocalFolder(form, try reader.outboxState(of: row.stream), isDeleted: row.isDeleted)
    }
}

/// Records the progress of a thing on its way to its server, in the words of other programs.
public struct MarkSync: LedgerCommand {
    public static let name = "mark-sync"
    public typealias Answer = OutcomeForm
    public var id: UniqueID
    public var status: SyncStatus
    /// The error of a thing that failed.
    public var error: String?
    /// The version that the server has; of a conflict.
    public var serverVersion: Int?

    enum CodingKeys: String, CodingKey {
        case id, status, error
        case serverVersion = "server_version"
    }

    public init(id: UniqueID, status: SyncStatus, error: String? = nil, serverVersion: Int? = nil) {
        self.id = id
        self.status = status
        self.error = error
        self.serverVersion = serverVersion
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        try MarkInOutbox(status.outboxStatus, error: error, serverVersion: serverVersion).decide(
            on: id.description, reader)
    }
}
