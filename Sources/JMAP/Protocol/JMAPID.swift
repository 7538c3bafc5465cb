internal import Cryptography
internal import EventLog
package import Mail
package import Projections

/// Ids as clients know them: a letter for the kind, and digits (RFC 8620 section 1.2).
///
/// They follow from the ids of the log, so they are the same after a rebuild, a restore and a transfer of events.
package enum JMAPID {
    package static func text(of account: AccountID) -> String { "A" + account.uniqueID.bytes.hex }
    package static func text(of folder: FolderID) -> String { "F" + folder.uniqueID.bytes.hex }
    /// A message that came into another thread, or was read otherwise, is another email (RFC 8621 sections 3 and 4.1).
    package static func text(of email: EmailID) -> String {
        "M" + email.message.uniqueID.bytes.hex + (email.renewals > 0 ? "_\(email.renewals)" : "")
    }
    /// A thread is named by its first-recorded message.
    package static func text(ofThread message: MessageID) -> String { "T" + message.uniqueID.bytes.hex }
    static func text(ofBlob content: SHA256Digest, part: String? = nil) -> String {
        "B" + content.hex + suffix(part)
    }

    static func text(ofUpload content: SHA256Digest, part: String? = nil) -> String {
        "U" + content.hex + suffix(part)
    }

    /// Of a part like `1.2`: an id has no full stop (RFC 8620 section 1.2).
    private static func suffix(_ part: String?) -> String {
        part.map { "-" + String($0.map { $0 == "." ? "_" : $0 }) } ?? ""
    }

    static func account(_ text: String) -> AccountID? { uniqueID("A", text).map { AccountID($0) } }
    static func folder(_ text: String) -> FolderID? { uniqueID("F", text).map { FolderID($0) } }
    package static func email(_ text: String) -> EmailID? {
        let parts = text.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard let id = uniqueID("M", String(parts[0])), let renewals = parts.count == 1 ? 0 : Int(parts[1]),
            renewals >= 0
        else { return nil }
        let email = EmailID(MessageID(id), renewals: renewals)
        return self.text(of: email).utf8.elementsEqual(text.utf8) ? email : nil
    }
    package static func thread(_ text: String) -> MessageID? { uniqueID("T", text).map { MessageID($0) } }

    /// Reads 32 digits in lower case: an id has one spelling.
    private static func uniqueID(_ letter: Character, _ text: String) -> UniqueID? {
        guard text.first == letter, text.utf8.count == 33,
            text.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        return [UInt8](hex: String(text.dropFirst())).flatMap { UniqueID(bytes: $0) }
    }
}
