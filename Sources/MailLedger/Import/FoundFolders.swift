internal import EventLog
internal import Mail
internal import Projections

/// The folders of an account by the places where mail is found, and those that a transaction makes.
struct FoundFolders {
    private let account: AccountRow
    private let newID: () -> UniqueID
    private let topFolder: FolderID
    /// The path of the folder for what lies at the top.
    let topPath: String
    private var folders: [String: FolderID]

    init(of account: AccountRow, top: String, reader: LedgerReader, newID: @escaping () -> UniqueID) throws {
        self.account = account
        self.newID = newID
        let row = try reader.folder(top, in: account.stream)
        (topFolder, topPath) = (row.id, row.path)
        let rows = try reader.folders(of: account.stream)
        folders = Dictionary(rows.map { ($0.path, $0.id) }) { first, _ in first }
    }

    /// Finds the folder for messages at a path below the imported one, and makes those that are missing.
    mutating func folder(for names: [String], adding events: inout [ProposedEvent]) throws -> FolderID {
        guard !names.isEmpty else { return topFolder }
        var path = ""
        var parent: FolderID?
        for name in names {
            let name = Self.folderName(name, isNested: !path.isEmpty)
            path = path.isEmpty ? name : path + "/" + name
            if let folder = folders[path] {
                parent = folder
                continue
            }
            let folder = FolderID(newID())
            let created = FolderCreated(
                id: folder, account: account.id, parent: parent, name: name, kind: .folder, role: nil,
                sortOrder: FolderRole.other.defaultSortOrder)
            events.append(
                ProposedEvent(created, target: .noStream, account: .stream(.existing(account.stream))))
            folders[path] = folder
            parent = folder
        }
        return parent ?? topFolder
    }

    /// The path of the folder that a place stands for, whether or not it is there.
    func path(of names: [String]) -> String {
        guard !names.isEmpty else { return topPath }
        return names.enumerated().map { Self.folderName($1, isNested: $0 > 0) }.joined(separator: "/")
    }

    /// A directory's name as a folder's.
    private static func folderName(_ name: String, isNested: Bool) -> String {
        FolderName(found: name, isNested: isNested).text
    }
}
