internal import Mail
internal import Mailboxes

extension FolderRole {
    /// Tells the role for a folder by its names as programs leave them on disk: some as IMAP has them, in modified UTF-7.
    static func told(byStored path: [String], kind: FolderKind, externalID: String?) -> FolderRole? {
        told(
            by: path.map { name in
                name.utf8.contains(UInt8(ascii: "&")) ? ModifiedUTF7.decode(name.utf8) ?? name : name
            }, kind: kind, externalID: externalID)
    }
}
