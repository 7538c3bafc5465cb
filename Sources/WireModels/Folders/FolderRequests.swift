public import EventLog

/// A request to make a folder.
public struct FolderCreateRequest: Codable, Hashable, Sendable {
    public var name: String
    public var icon: String?
    public var color: String?
    public var parentId: UniqueID?

    enum CodingKeys: String, CodingKey {
        case name, icon, color
        case parentId = "parent_id"
    }

    public init(name: String, icon: String? = nil, color: String? = nil, parentId: UniqueID? = nil) {
        self.name = name
        self.icon = icon
        self.color = color
        self.parentId = parentId
    }
}

/// A request to change a folder; omitted values stay unchanged.
public struct FolderUpdateRequest: Codable, Hashable, Sendable {
    public var name: String?
    public var icon: String?
    public var color: String?
    public var sortOrder: Int?
    /// The new parent folder; this request cannot remove the parent.
    public var parentId: UniqueID?

    enum CodingKeys: String, CodingKey {
        case name, icon, color
        case sortOrder = "sort_order"
        case parentId = "parent_id"
    }

    public init(
        name: String? = nil, icon: String? = nil, color: String? = nil, sortOrder: Int? = nil,
        parentId: UniqueID? = nil
    ) {
        self.name = name
        self.icon = icon
        self.color = color
        self.sortOrder = sortOrder
        self.parentId = parentId
    }
}

/// A folder and its place.
public struct FolderReorderItem: Codable, Hashable, Sendable {
    public var id: UniqueID
    public var sortOrder: Int

    enum CodingKeys: String, CodingKey {
        case id
        case sortOrder = "sort_order"
    }

    public init(id: UniqueID, sortOrder: Int) {
        self.id = id
        self.sortOrder = sortOrder
    }
}

/// Places of many folders, taken together or not at all.
public struct FolderBulkReorder: Codable, Hashable, Sendable {
    public var items: [FolderReorderItem]

    public init(items: [FolderReorderItem]) {
        self.items = items
    }
}
