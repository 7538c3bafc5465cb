public import Mail

extension FolderRow {
    /// The folder as a decision sees it.
    public var state: FolderState {
        FolderState(
            id: id, stream: stream, account: account, accountStream: accountStream, parent: parent, name: name,
            kind: FolderKind(rawValue: kind) ?? .folder, settings: settings, cursor: cursor, isDeleted: isDeleted,
            endedAt: endedAt)
    }
}
