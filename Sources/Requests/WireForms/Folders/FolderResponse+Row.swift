internal import EventLog
internal import LedgerContexts
public import LedgerKernel
public import Mail
public import Projections
public import WireModels

extension FolderResponse {
    /// Makes trees of rows in the order of a tree, as ``LedgerReader/folders(of:includingDeleted:)`` returns them.
    ///
    /// - Parameter notes: The number of notes in each notebook.
    /// - Complexity: O(*n*).
    public static func trees(of rows: [FolderRow], notes: [FolderID: Int] = [:]) -> [FolderResponse] {
        let listed = Set(rows.map(\.id))
        let children = Dictionary(grouping: rows) { $0.parent.flatMap { listed.contains($0) ? $0 : nil } }
        func responses(under parent: FolderID?, depth: Int) -> [FolderResponse] {
            (children[parent] ?? []).map { row in
                FolderResponse(
                    row, notes: notes[row.id] ?? 0, depth: depth, children: responses(under: row.id, depth: depth + 1))
            }
        }
        return responses(under: nil, depth: 0)
    }

    /// - Parameters:
    ///   - notes: The number of notes in it, in addition to its messages.
    ///   - depth: The number of folders above it.
    init(_ row: FolderRow, notes: Int, depth: Int, children: [FolderResponse] = []) {
        self.init(
            id: row.id.uniqueID, name: row.name, icon: row.settings.icon ?? Self.defaultIcon,
            color: row.settings.color?.hex, isSystem: row.settings.isSystem, noteCount: row.total + notes,
            sortOrder: row.sortOrder, parentId: row.parent?.uniqueID, depth: depth, children: children,
            createdAt: WireTime(row.createdAt))
    }
}

extension LedgerReader {
    /// Returns the live folders of an account as trees.
    public func folderTrees(of account: String) throws -> [FolderResponse] {
        FolderResponse.trees(of: try folders(of: self.account(account).stream), notes: try noteCounts())
    }
}

extension FolderRow {
    /// The number of folders above it.
    var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
}
