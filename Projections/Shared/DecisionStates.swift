public import Mail

extension AccountRow {
    /// The account as a decision sees it.
    public var state: AccountState {
        AccountState(id: id, stream: stream, address: address, isDeleted: isDeleted)
    }
}

extension FolderRow {
    /// The folder as a decision sees it.
    public var state: FolderState {
        FolderState(
            id: id, stream: stream, account: account, accountStream: accountStream, parent: parent, name: name,
            kind: FolderKind(rawValue: kind) ?? .folder, role: role.flatMap(FolderRole.init(rawValue:)),
            isDeleted: isDeleted)
    }
}
