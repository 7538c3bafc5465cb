/// The treatment of the contents of a folder or an account when it is deleted.
public enum DeletePolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// They end with it: the folders below a folder and the copies in all of them; all that an account holds.
    case cascade
    /// The folders below end with it; messages that are in no other folder but trash or spam go to the archive first.
    /// An account cannot be deleted so, since there is no mail without an account.
    case nullify
    /// The deletion is refused while the folder contains anything; the error lists the contents.
    case deny
    /// The contents are left alone, so there must be none.
    case noAction = "no_action"

    /// What is in the way of a deletion, in words.
    static func counted(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }
}
