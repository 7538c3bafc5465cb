internal import LedgerContexts
internal import LedgerKernel
internal import Mail
internal import Projections

extension LedgerMaintenance {
    /// The number of folders to name in an account.
    private static let namedRoles = 5

    /// Names folders with mail whose names imply a role that they do not have. That is advice: a folder may have such a
    /// name.
    func examineRoles() throws -> [Finding] {
        let folders = try ledger.read { try $0.folders() }
        var holders: [AccountRole: FolderRow] = [:]
        var parents: Set<FolderID> = []
        for folder in folders {
            if let role = folder.settings.role {
                holders[AccountRole(account: folder.account, role: role)] = folder
            }
            if let parent = folder.parent { parents.insert(parent) }
        }
        // If several imply the same role, the finding names the one with the most mail.
        var likely: [AccountRole: FolderRow] = [:]
        for folder in folders where folder.settings.role == nil && folder.total > 0 {
            let told = FolderRole.told(
                byStored: folder.path.split(separator: "/").map(String.init), kind: folder.state.kind,
                externalID: folder.settings.externalID)
            guard let told, told != .inbox else { continue }
            let key = AccountRole(account: folder.account, role: told)
            if folder.total > likely[key]?.total ?? 0 { likely[key] = folder }
        }
        let found = folders.compactMap { folder in likely.first { $0.value.id == folder.id } }
        return found.prefix(Self.namedRoles).map { key, folder in
            let holder = holders[key].map { holder in
                holder.total > 0 || parents.contains(holder.id)
                    ? "\(holder.path) is, and holds mail" : "\(holder.path) is, and is empty"
            }
            return Finding(
                "roles",
                "\(folder.path) is not the \(key.role.rawValue) of \(folder.accountAddress), and looks like it"
                    + " (\(holder ?? "no folder is"))",
                .setRole(key.role.rawValue, folder: folder.path, account: folder.accountAddress.description))
        }
    }

    private struct AccountRole: Hashable {
        let account: AccountID
        let role: FolderRole
    }
}
