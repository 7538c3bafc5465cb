internal import IMAPProtocol
package import Mail

extension FolderRole {
    /// Returns the role that the folder's names on disk imply; some programs write IMAP names, in modified UTF-7.
    package static func told(byStored path: [String], kind: FolderKind, externalID: String?) -> FolderRole? {
        told(
            by: path.map { name in
                name.utf8.contains(UInt8(ascii: "&")) ? ModifiedUTF7.decode(name.utf8) ?? name : name
            }, kind: kind, externalID: externalID)
    }
}
