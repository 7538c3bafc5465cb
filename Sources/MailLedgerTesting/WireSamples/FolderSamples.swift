public import WireModels

extension FolderResponse {
    /// A folder; without children given, one is below it.
    public static func sample(children: [FolderResponse]? = nil) -> FolderResponse {
        let below = FolderResponse(
            id: WireSample.id(5), name: "Engines", icon: "gearshape", noteCount: 2, sortOrder: 7,
            parentId: WireSample.id(4), depth: 1, createdAt: WireSample.time(minutes: 1))
        return FolderResponse(
            id: WireSample.id(4), name: "Ideas", color: "#1e90ff", isSystem: true, noteCount: 1,
            children: children ?? [below], createdAt: WireSample.time())
    }
}

extension FolderCreateRequest {
    public static func sample() -> FolderCreateRequest {
        FolderCreateRequest(name: "Engines", icon: "gearshape", color: "#123456", parentId: WireSample.id(4))
    }
}

extension FolderUpdateRequest {
    public static func sample() -> FolderUpdateRequest {
        FolderUpdateRequest(
            name: "Machines", icon: "gear", color: "#654321", sortOrder: 3, parentId: WireSample.id(4))
    }
}

extension FolderReorderItem {
    public static func sample() -> FolderReorderItem { FolderReorderItem(id: WireSample.id(4), sortOrder: 1) }
}

extension FolderBulkReorder {
    public static func sample() -> FolderBulkReorder {
        FolderBulkReorder(items: [.sample(), FolderReorderItem(id: WireSample.id(5), sortOrder: 2)])
    }
}

extension LocalFolder {
    public static func sample(syncStatus: SyncStatus = .failed) -> LocalFolder {
        LocalFolder(
            from: .sample(children: []), syncStatus: syncStatus, syncError: "no connection",
            lastSyncAttempt: WireSample.time(minutes: 3), isLocalDeleted: true)
    }
}

extension LocalNote {
    public static func sample(syncStatus: SyncStatus = .failed) -> LocalNote {
        LocalNote(
            from: .sample(actions: []), localAudioPath: "/var/audio/2.m4a", syncStatus: syncStatus,
            syncError: "no connection", lastSyncAttempt: WireSample.time(minutes: 3))
    }
}

extension APIErrorResponse {
    public static func sample(_ code: APIErrorCode = .notFound) -> APIErrorResponse {
        APIErrorResponse(code: code, message: "no note of that id", details: ["kind": "note", "id": "2"])
    }
}
