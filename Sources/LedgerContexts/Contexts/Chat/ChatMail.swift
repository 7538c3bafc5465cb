internal import Chat
internal import Content
internal import EventLog
internal import LedgerKernel
internal import MIME
internal import Mail

/// A chat message in the form of mail in which it is stored (RFC 5322).
///
/// Its Message-ID is made from the ids at the source. It refers to a message that never exists and represents the
/// conversation, so that the threads of mail are the conversations.
struct ChatMail {
    let line: ChatLine.MessageLine
    /// The account's address, if its owner wrote the message.
    let ownAddress: String?

    private static let domain = "chat.invalid"

    /// Whether an address was made of an id, so that no mail can reach anybody there.
    static func isInvented(_ address: EmailAddress) -> Bool { address.domain?.lowercased() == domain }

    var bytes: [UInt8] {
        var mail = DraftMessage(
            messageID: "\(Self.encoded(line.id)).\(Self.encoded(line.conversation))@\(Self.domain)", from: author,
            subject: "", text: line.text, date: line.createdAt,
            references: ["\(Self.encoded(line.conversation))@conversation.\(Self.domain)"])
        // The line ends of mail are all alike, so a text with others, or with one at its end, has another form.
        mail.isVerbatim = line.text != ChatRules.canonical(line.text)
        return mail.bytes
    }

    /// The text that such bytes were made of.
    static func text(of stored: StoredContent) throws -> String {
        let parts = try MessageParts(stored)
        let encodings = parts.root.header.all("Content-Transfer-Encoding")
        let bytes = try parts.root.number.flatMap { try parts.content(of: $0, limit: .max) } ?? []
        let text = String(decoding: bytes, as: UTF8.self)
        return encodings.contains { $0.raw.hasSuffix("base64") } ? text : ChatRules.canonical(text)
    }

    /// The author; an id that is no address becomes one at a domain that nobody has (RFC 2606).
    private var author: EmailAddress {
        EmailAddress(name: line.senderName, address: ownAddress ?? Self.address(of: line.sender))
    }

    private static func address(of sender: String) -> String {
        let parts = sender.split(separator: "@", omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 2
            && parts.allSatisfy { part in
                part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                    !atom.isEmpty && atom.utf8.allSatisfy(isPlain)
                }
            }
        return isAddress ? sender : "\(encoded(sender))@\(domain)"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"):
            true
        default: false
        }
    }

    /// The id in letters, digits and percent signs, so that different ids are written differently (RFC 3986, 2.1).
    private static func encoded(_ id: String) -> String {
        id.utf8.map { byte in
            isPlain(byte)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
