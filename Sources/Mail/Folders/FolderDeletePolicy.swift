/// The treatment of a folder's contents when it is deleted.
public enum FolderDeletePolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The folders below end with it, and the copies in all of them.
    case cascade
    /// The folders below end with it; messages that would be nowhere else go to the account's archive first.
    case nullify
    /// The deletion is refused while the folder contains anything; the error lists the contents.
    case deny
    /// The contents are left alone, so there must be none.
    case noAction = "no_action"
}
