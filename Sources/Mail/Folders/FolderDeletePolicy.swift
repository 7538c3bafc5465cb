/// The treatment of a folder's contents when it is deleted.
public enum FolderDeletePolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The folders below end with it, and the copies in all of them.
    case cascade
    /// The folders below end with it; messages that would be nowhere else go to the account's archive first.
    case nullify
    /// It is refused while the folder holds anything, and what it holds is named.
    case deny
    /// Nothing is done to what it holds, so it must hold nothing.
    case noAction = "no_action"
}
