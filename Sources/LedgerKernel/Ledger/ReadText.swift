package import Content
package import Cryptography
internal import MIME
package import Projections

extension LedgerReader {
    /// The text of a message for a reader, with a line for each thing that is not in it, and before the text of each
    /// attached message.
    package static func text(of stored: StoredContent) throws -> String { try text(of: stored, attached: .marked) }

    /// The text of a message without those of attached messages, which its sender did not write; nil if its content is
    /// missing.
    package func ownText(of row: MessageRow) throws -> String? {
        try content(of: row).map { try Self.text(of: $0, attached: .leftOut) }
    }

    private static func text(of stored: StoredContent, attached: AttachedMessages) throws -> String {
        var limits = ParseLimits.standard
        limits.text = 8 << 20
        let message = try MessageParser(limits: limits, readingAttached: attached).parseContent(stored: stored)
        var text = message.text
        if let words = message.protection?.opaqueWords { text = text.isEmpty ? words : "\(words)\n\n\(text)" }
        if message.isLessThanHTML { text += "\n[an HTML part says more; 'mailledger show --html' writes it]\n" }
        if message.limitsHit.contains(.text) {
            text += "\n[… the text goes on beyond 8 MiB; 'mailledger show --raw' writes all of it]\n"
        }
        return text
    }

    /// The text of the message with these bytes, as ``text(of:)`` has it; nil if they are missing or damaged.
    package func storedText(of digest: SHA256Digest) throws -> String? {
        do {
            return try Self.text(of: content.read(digest))
        } catch ContentError.missing, ContentError.corrupt {
            return nil
        }
    }
}

extension Protection {
    /// The replacement for a text that is not readable; nil if all of it is.
    fileprivate var opaqueWords: String? {
        guard let opaqueSize else { return nil }
        let kind = isEncrypted ? "encrypted" : "signed"
        return "[\(kind) (\(scheme.rawValue)), \(ByteCount.text(opaqueSize)); 'mailledger attachment save' writes it]"
    }
}
