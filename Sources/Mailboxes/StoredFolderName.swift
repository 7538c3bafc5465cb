internal import IMAPProtocol

/// The name of a folder in the name of a directory.
///
/// IMAP programs write modified UTF-7 (RFC 3501 section 5.1.3): Dovecot always, mbsync with `SubFolders Verbatim`. Others
/// write the name as it is.
package enum StoredFolderName {
    /// Returns the folder's name; the same text if nothing in it is encoded.
    package static func decoded(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "&")) else { return name }
        return ModifiedUTF7.decode(name.utf8) ?? name
    }

    /// Returns the name as it is if it is read again as itself, and encoded if not.
    static func plain(_ name: String) -> String {
        decoded(name).utf8.elementsEqual(name.utf8) ? name : ModifiedUTF7.encode(name)
    }
}
