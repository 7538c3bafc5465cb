public import CivilTime
public import EventLog

/// A folder as an offline program keeps it: the keys of a ``FolderResponse``, and its own.
@dynamicMemberLookup
public struct LocalFolder: Codable, Hashable, Sendable, Identifiable {
    public var folder: FolderResponse
    public var syncStatus: SyncStatus
    public var syncError: String?
    public var lastSyncAttempt: WireTime?
    /// Whether it was deleted here and the server does not know yet.
    public var isLocalDeleted: Bool

    public var id: UniqueID { folder.id }

    /// Takes a folder that came from the server.
    public init(
        from folder: FolderResponse, syncStatus: SyncStatus = .synced, syncError: String? = nil,
        lastSyncAttempt: WireTime? = nil, isLocalDeleted: Bool = false
    ) {
        self.folder = folder
        self.syncStatus = syncStatus
        self.syncError = syncError
        self.lastSyncAttempt = lastSyncAttempt
        self.isLocalDeleted = isLocalDeleted
    }

    /// Makes a folder that the server does not know yet.
    public static func createLocal(
        name: String, icon: String = FolderResponse.defaultIcon, color: String? = nil, id: UniqueID,
        createdAt: WireTime = WireTime(.now)
    ) -> LocalFolder {
        LocalFolder(
            from: FolderResponse(id: id, name: name, icon: icon, color: color, createdAt: createdAt),
            syncStatus: .pending)
    }

    /// The request that makes the folder on the server.
    public func toCreateRequest() -> FolderCreateRequest {
        FolderCreateRequest(name: folder.name, icon: folder.icon, color: folder.color, parentId: folder.parentId)
    }

    /// The request that makes the server's folder like this one.
    public func toUpdateRequest() -> FolderUpdateRequest {
        FolderUpdateRequest(
            name: folder.name, icon: folder.icon, color: folder.color, sortOrder: folder.sortOrder,
            parentId: folder.parentId)
    }

    public subscript<Value>(dynamicMember field: KeyPath<FolderResponse, Value>) -> Value { folder[keyPath: field] }

    public subscript<Value>(dynamicMember field: WritableKeyPath<FolderResponse, Value>) -> Value {
        get { folder[keyPath: field] }
        set { folder[keyPath: field] = newValue }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: OfflineKeys.self)
        self.init(
            from: try FolderResponse(from: decoder),
            syncStatus: try container.decode(SyncStatus.self, forKey: .syncStatus),
            syncError: try container.decodeIfPresent(String.self, forKey: .syncError),
            lastSyncAttempt: try container.decodeIfPresent(WireTime.self, forKey: .lastSyncAttempt),
            isLocalDeleted: try container.decode(Bool.self, forKey: .isLocalDeleted))
    }

    public func encode(to encoder: any Encoder) throws {
        try folder.encode(to: encoder)
        var container = encoder.container(keyedBy: OfflineKeys.self)
        try container.encode(syncStatus, error: syncError, attempt: lastSyncAttempt)
        try container.encode(isLocalDeleted, forKey: .isLocalDeleted)
    }
}
