public import CivilTime
internal import DiskFiles
public import EventLog

/// A note as a program keeps it that works without a network: the keys of a ``NoteResponse``, and its own.
@dynamicMemberLookup
public struct LocalNote: Codable, Hashable, Sendable, Identifiable {
    public var note: NoteResponse
    /// The path of its recording's file on this machine.
    public var localAudioPath: String?
    public var syncStatus: SyncStatus {
        didSet { if syncStatus == .synced { isLocalOnly = false } }
    }
    public var syncError: String?
    public var lastSyncAttempt: WireTime?
    /// Whether the server never had it: true until it is synced once, and never again however it is edited.
    public private(set) var isLocalOnly: Bool

    public var id: UniqueID { note.id }

    /// Takes a note that came from the server, or one of which it is known whether the server ever had it.
    public init(
        from note: NoteResponse, localAudioPath: String? = nil, syncStatus: SyncStatus = .synced,
        syncError: String? = nil, lastSyncAttempt: WireTime? = nil, isLocalOnly: Bool = false
    ) {
        self.note = note
        self.localAudioPath = localAudioPath
        self.syncStatus = syncStatus
        self.syncError = syncError
        self.lastSyncAttempt = lastSyncAttempt
        self.isLocalOnly = isLocalOnly && syncStatus != .synced
    }

    /// Makes a note that the server does not know yet.
    public static func createLocal(
        title: String, transcript: String, folderId: UniqueID? = nil, id: UniqueID,
        createdAt: WireTime = WireTime(.now)
    ) -> LocalNote {
        var local = LocalNote(
            from: NoteResponse(
                id: id, title: title, transcript: transcript, folderId: folderId, createdAt: createdAt,
                updatedAt: createdAt),
            syncStatus: .pending)
        local.isLocalOnly = true
        return local
    }

    /// The request that makes the note on the server.
    public func toCreateRequest() -> NoteCreateRequest {
        NoteCreateRequest(
            title: note.title, transcript: note.transcript, summary: note.summary, duration: note.duration,
            audioUrl: note.audioUrl, folderId: note.folderId, tags: note.tags)
    }

    /// The request that makes the server's note like this one; a note without a folder leaves its folder there.
    public func toUpdateRequest() -> NoteUpdateRequest {
        NoteUpdateRequest(
            title: note.title, transcript: note.transcript, summary: note.summary, folderId: FieldUpdate(note.folderId),
            tags: note.tags, isPinned: note.isPinned, isArchived: note.isArchived)
    }

    public var needsSync: Bool { syncStatus.needsSync }
    public var hasSyncError: Bool { syncStatus.hasError }

    /// Whether the file of its recording is there: the disk is asked.
    public var hasLocalAudio: Bool {
        guard let localAudioPath else { return false }
        return (try? KernelFiles.shared.status(of: localAudioPath))?.isRegular ?? false
    }

    public subscript<Value>(dynamicMember field: KeyPath<NoteResponse, Value>) -> Value { note[keyPath: field] }

    public subscript<Value>(dynamicMember field: WritableKeyPath<NoteResponse, Value>) -> Value {
        get { note[keyPath: field] }
        set { note[keyPath: field] = newValue }
    }

    /// Reads a note; one of a program that does not say whether the server had it is taken for known there unless it waits or failed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: OfflineKeys.self)
        self.init(
            from: try NoteResponse(from: decoder),
            localAudioPath: try container.decodeIfPresent(String.self, forKey: .localAudioPath),
            syncStatus: try container.decode(SyncStatus.self, forKey: .syncStatus),
            syncError: try container.decodeIfPresent(String.self, forKey: .syncError),
            lastSyncAttempt: try container.decodeIfPresent(WireTime.self, forKey: .lastSyncAttempt))
        isLocalOnly =
            try container.decodeIfPresent(Bool.self, forKey: .isLocalOnly)
            ?? (syncStatus == .pending || syncStatus == .failed)
    }

    public func encode(to encoder: any Encoder) throws {
        try note.encode(to: encoder)
        var container = encoder.container(keyedBy: OfflineKeys.self)
        try container.encodeIfPresent(localAudioPath, forKey: .localAudioPath)
        try container.encode(syncStatus, error: syncError, attempt: lastSyncAttempt)
        try container.encode(isLocalOnly, forKey: .isLocalOnly)
    }
}
