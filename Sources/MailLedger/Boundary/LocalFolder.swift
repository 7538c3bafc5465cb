public import Mail

/// How far a thing of this ledger has come to its server; `error` is read as `failed`.
public enum EntitySyncStatus: String, Hashable, Sendable, Codable, CaseIterable {
    case pending
    case synced
    case failed
    case conflict

    /// Reads a raw value, and `error`, which other programs have for `failed`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let status = text == "error" ? .failed : Self(rawValue: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no state of a synchronisation")
        }
        self = status
    }
}

/// A folder as a program keeps it that works without a network.
public struct LocalFolder: Codable, Hashable, Sendable, Identifiable {
    public let folder: FolderResponse
    public var syncStatus: EntitySyncStatus
    public var syncError: String?
    /// As RFC 3339 has it.
    public var lastSyncAttempt: String?
    /// Whether it was deleted here and the server has not been told.
    public var isLocalDeleted: Bool

    public var id: FolderID { folder.id }

    private enum CodingKeys: String, CodingKey {
        case syncStatus = "sync_status"
        case syncError = "sync_error"
        case lastSyncAttempt = "last_sync_attempt"
        case isLocalDeleted = "is_local_deleted"
    }

    /// Takes a folder that came from the server.
    public init(from folder: FolderResponse) {
        self.folder = folder
        syncStatus = .synced
        syncError = nil
        lastSyncAttempt = nil
        isLocalDeleted = false
    }

    /// Makes a folder that the server does not know yet.
    ///
    /// - Parameter createdAt: As RFC 3339 has it.
    public static func createLocal(
        id: FolderID, name: String, icon: String = FolderResponse.defaultIcon, color: String? = nil, createdAt: String
    ) -> LocalFolder {
        var local = LocalFolder(
            from: FolderResponse(id: id, name: name, icon: icon, color: color, createdAt: createdAt))
        local.syncStatus = .pending
        return local
    }

    /// What makes the folder on the server.
    public func toCreateRequest() -> FolderCreateRequest {
        FolderCreateRequest(name: folder.name, icon: folder.icon, color: folder.color, parentID: folder.parentID)
    }

    /// What makes the server's folder like this one.
    public func toUpdateRequest() -> FolderUpdateRequest {
        FolderUpdateRequest(
            name: folder.name, icon: folder.icon, color: folder.color, sortOrder: folder.sortOrder,
            parentID: folder.parentID)
    }

    /// Reads the keys of a folder, and its own beside them.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        folder = try FolderResponse(from: decoder)
        syncStatus = try container.decode(EntitySyncStatus.self, forKey: .syncStatus)
        syncError = try container.decodeIfPresent(String.self, forKey: .syncError)
        lastSyncAttempt = try container.decodeIfPresent(String.self, forKey: .lastSyncAttempt)
        isLocalDeleted = try container.decode(Bool.self, forKey: .isLocalDeleted)
    }

    /// Writes the keys of a folder, and its own behind them.
    public func encode(to encoder: any Encoder) throws {
        try folder.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(syncStatus, forKey: .syncStatus)
        try container.encodeIfPresent(syncError, forKey: .syncError)
        try container.encodeIfPresent(lastSyncAttempt, forKey: .lastSyncAttempt)
        try container.encode(isLocalDeleted, forKey: .isLocalDeleted)
    }
}
