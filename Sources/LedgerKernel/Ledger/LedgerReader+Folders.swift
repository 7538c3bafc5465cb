package import EventLog
package import Mail
public import Projections

/// One folder or a few, found by an index.
extension LedgerReader {
    private var query: FoldersQuery { FoldersQuery(on: connection) }

    /// Returns the live folder with a name in the account with a name, or in any.
    public func folder(_ name: String, inAccountNamed account: String?) throws -> FolderRow {
        try folder(name, in: account.map { try self.account($0).stream })
    }

    /// Returns the live folder at a path, whatever other folders have for an id.
    package func folder(at path: FolderPath, in account: StreamID) throws -> FolderRow {
        guard let row = try query.live(at: path.names.map(\.text), of: account) else {
            throw DomainError.notFound(kind: "folder", name: path.formatted)
        }
        return row
    }

    /// Returns the live folder of an account that a server knows by an id; the same id in another account is another folder.
    public func folder(externalID: String, in account: String) throws -> FolderRow? {
        try query.holders(role: nil, externalID: externalID, in: self.account(account).stream).first { !$0.isDeleted }
    }

    /// Returns the one live folder with exactly this path, or account and path; nil if there is none or more.
    func folder(exactly path: String, in account: StreamID?) throws -> FolderRow? {
        var found: [FolderRow] = []
        for row in try accounts() where account == nil || row.stream == account {
            for path in [path, path.withoutPrefix(row.address + "/")].compactMap({ $0 }) {
                let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
                if let folder = try query.live(at: names, of: row.stream) { found.append(folder) }
            }
        }
        return found.count == 1 ? found.first : nil
    }

    /// The folders that have a name which is to be given right below another one; deleted ones too.
    package func folders(named name: String, under parent: FolderRow?, in account: StreamID) throws -> [FolderState] {
        guard let name = try? FolderName(name, isNested: parent != nil) else { return [] }
        return try query.named(name.text, under: parent?.stream, of: account).map(\.state)
    }

    /// The folders that have a name which a folder is to be given where it is; deleted ones too.
    package func folders(named name: String, beside folder: FolderRow) throws -> [FolderState] {
        let parent = try folder.parent.flatMap { try query.stream(of: $0) }.flatMap { try query.folder($0) }
        return try folders(named: name, under: parent, in: folder.accountStream)
    }

    /// The folder itself and all above it.
    package func ancestors(of folder: FolderRow?) throws -> [FolderID] {
        try folder.map { try query.upwards(from: $0.stream) } ?? []
    }

    /// The folders of an account that have a role or a server's id that another one is to have.
    package func holders(of settings: FolderSettings, in account: StreamID) throws -> [FolderState] {
        try query.holders(role: settings.role, externalID: settings.externalID, in: account).map(\.state)
    }

    /// Returns the paths of the live folders of an account that have a role.
    package func roleHolders(of account: String) throws -> [FolderRole: String] {
        let rows = try folders(of: self.account(account).stream)
        return Dictionary(rows.compactMap { row in row.settings.role.map { ($0, row.path) } }) { first, _ in first }
    }

    /// The live folder of an account that has a role.
    package func holder(of role: FolderRole, in account: StreamID) throws -> FolderRow? {
        try query.holders(role: role, externalID: nil, in: account).first { !$0.isDeleted }
    }

    /// Whether a folder holds no live message and no live folder.
    package func isEmpty(_ folder: FolderRow) throws -> Bool {
        guard folder.total == 0 else { return false }
        return try query.children(of: folder.stream, in: folder.accountStream).allSatisfy(\.isDeleted)
    }

    package func holders(of change: ChangeFolder, in account: StreamID) throws -> [FolderState] {
        try holders(of: change.applied(to: FolderSettings()), in: account)
    }
}

extension String {
    /// The text after a prefix; nil if it has another beginning.
    fileprivate func withoutPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
