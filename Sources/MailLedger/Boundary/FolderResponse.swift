internal import EventLog
public import Mail
public import Projections

/// A folder with all below it, in the form in which programs exchange folders and notebooks.
///
/// What is counted or follows from the tree (`note_count`, `depth`, `is_system`) is told and never taken from a client.
public struct FolderResponse: Codable, Hashable, Sendable, Identifiable {
    public let id: FolderID
    public let name: String
    /// The name of a picture; ``defaultIcon`` where none was chosen.
    public let icon: String
    /// As `#rrggbb`.
    public let color: String?
    /// Whether the account is not without it: it cannot be renamed, moved or deleted.
    public let isSystem: Bool
    /// How many things lie in it, those below it not counted.
    public let noteCount: Int
    public let sortOrder: Int
    public let parentID: FolderID?
    /// How many folders are above it.
    public let depth: Int
    public let children: [FolderResponse]
    /// As RFC 3339 has it, in UTC.
    public let createdAt: String

    /// The picture of a folder that has none of its own.
    public static let defaultIcon = "folder.fill"

    enum CodingKeys: String, CodingKey {
        case id, name, icon, color
        case isSystem = "is_system"
        case noteCount = "note_count"
        case sortOrder = "sort_order"
        case parentID = "parent_id"
        case depth, children
        case createdAt = "created_at"
    }

    public init(
        id: FolderID, name: String, icon: String = defaultIcon, color: String? = nil, isSystem: Bool = false,
        noteCount: Int = 0, sortOrder: Int = 100, parentID: FolderID? = nil, depth: Int = 0,
        children: [FolderResponse] = [], createdAt: String
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.color = color
        self.isSystem = isSystem
        self.noteCount = noteCount
        self.sortOrder = sortOrder
        self.parentID = parentID
        self.depth = depth
        self.children = children
        self.createdAt = createdAt
    }

    /// Makes trees of rows in the order of a tree, as ``LedgerReader/folders(of:includingDeleted:)`` returns them.
    ///
    /// - Complexity: O(*n*).
    public static func trees(of rows: [FolderRow]) -> [FolderResponse] {
        let listed = Set(rows.map(\.id))
        let children = Dictionary(grouping: rows) { $0.parent.flatMap { listed.contains($0) ? $0 : nil } }
        func responses(under parent: FolderID?, depth: Int) -> [FolderResponse] {
            (children[parent] ?? []).map { row in
                FolderResponse(row, depth: depth, children: responses(under: row.id, depth: depth + 1))
            }
        }
        return responses(under: nil, depth: 0)
    }

    private init(_ row: FolderRow, depth: Int, children: [FolderResponse]) {
        self.init(
            id: row.id, name: row.name, icon: row.settings.icon ?? Self.defaultIcon, color: row.settings.color?.hex,
            isSystem: row.settings.isSystem, noteCount: row.total, sortOrder: row.sortOrder, parentID: row.parent,
            depth: depth, children: children, createdAt: row.createdAt.iso8601)
    }
}

extension FolderResponse {
    public var hasNotes: Bool { noteCount > 0 }
    public var hasChildren: Bool { !children.isEmpty }
    public var hasColor: Bool { color?.isEmpty == false }

    /// The picture's name, the default one where it is empty.
    public var sfSymbolName: String { icon.isEmpty ? Self.defaultIcon : icon }

    /// The colour; nil where there is none, or none that can be read.
    public var folderColor: RGBColor? { color.flatMap(RGBColor.init(hex:)) }

    /// All folders below it, each before those below itself.
    public func allDescendants() -> [FolderResponse] {
        children.flatMap { [$0] + $0.allDescendants() }
    }

    /// The folder itself or one below it.
    public func findChild(id: FolderID) -> FolderResponse? {
        if self.id == id { return self }
        for child in children {
            if let found = child.findChild(id: id) { return found }
        }
        return nil
    }

    /// The names from the top of some trees down to this folder, joined by slashes; its own name where it is in none.
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

extension LedgerReader {
    /// Returns the live folders of an account as trees.
    public func folderTrees(of account: String) throws -> [FolderResponse] {
        FolderResponse.trees(of: try folders(of: self.account(account).stream))
    }
}
