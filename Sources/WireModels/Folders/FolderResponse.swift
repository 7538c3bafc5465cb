public import EventLog
public import Mail

/// A folder with all below it, in the form in which programs exchange folders and notebooks.
///
/// Values that are counted or follow from the tree (`note_count`, `depth`, `is_system`) are sent but never accepted
/// from a client.
public struct FolderResponse: Codable, Hashable, Sendable, Identifiable {
    public let id: UniqueID
    public var name: String
    /// The name of a picture; ``defaultIcon`` if none was chosen.
    public var icon: String
    /// As `#rrggbb`.
    public var color: String?
    /// Whether every account has it, so that it cannot be renamed, moved or deleted.
    public let isSystem: Bool
    /// The number of items directly in it.
    public let noteCount: Int
    public var sortOrder: Int
    public var parentId: UniqueID?
    /// The number of folders above it.
    public let depth: Int
    public let children: [FolderResponse]
    public let createdAt: WireTime

    /// The icon of a folder without one of its own.
    public static let defaultIcon = "folder.fill"

    enum CodingKeys: String, CodingKey {
        case id, name, icon, color
        case isSystem = "is_system"
        case noteCount = "note_count"
        case sortOrder = "sort_order"
        case parentId = "parent_id"
        case depth, children
        case createdAt = "created_at"
    }

    public init(
        id: UniqueID, name: String, icon: String = defaultIcon, color: String? = nil, isSystem: Bool = false,
        noteCount: Int = 0, sortOrder: Int = 100, parentId: UniqueID? = nil, depth: Int = 0,
        children: [FolderResponse] = [], createdAt: WireTime
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.color = color
        self.isSystem = isSystem
        self.noteCount = noteCount
        self.sortOrder = sortOrder
        self.parentId = parentId
        self.depth = depth
        self.children = children
        self.createdAt = createdAt
    }
}

extension FolderResponse {
    public var hasNotes: Bool { noteCount > 0 }
    public var hasChildren: Bool { !children.isEmpty }
    public var hasColor: Bool { color?.isEmpty == false }

    /// The picture's name, the default one if it is empty.
    public var sfSymbolName: String { icon.isEmpty ? Self.defaultIcon : icon }

    /// The colour; nil if there is none, or one that cannot be read.
    public var folderColor: RGBColor? { color.flatMap(RGBColor.init(hex:)) }

    /// All folders below it, each before its own descendants.
    public func allDescendants() -> [FolderResponse] {
        children.flatMap { [$0] + $0.allDescendants() }
    }

    /// The folder itself or one below it.
    public func findChild(id: UniqueID) -> FolderResponse? {
        if self.id == id { return self }
        for child in children {
            if let found = child.findChild(id: id) { return found }
        }
        return nil
    }

    /// The names from the top of the trees down to this folder, joined by slashes; its own name if no tree contains it.
    public func displayPath(in trees: [FolderResponse]) -> String {
        func path(_ tree: FolderResponse) -> [String]? {
            if tree.id == id { return [tree.name] }
            for child in tree.children {
                if let below = path(child) { return [tree.name] + below }
            }
            return nil
        }
        return trees.lazy.compactMap(path).first?.joined(separator: "/") ?? name
    }
}
