internal import EventLog
internal import Hashing
package import MailLedger
package import Projections

/// What a blob id names: the bytes of a message, or a part of it.
package struct JMAPBlob: Hashable, Sendable {
    private let content: SHA256Digest
    /// The number of the part as in IMAP; nil for the message.
    package let part: String?

    /// Reads an id; nil for a text that is none.
    package init?(_ id: String) {
        let pieces = id.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let digits = pieces.first, digits.first == "B",
            let content = SHA256Digest(hex: String(digits.dropFirst()))
        else { return nil }
        part = pieces.count == 2 ? String(pieces[1]).replacing("_", with: ".") : nil
        self.content = content
        // One spelling an id.
        guard JMAPID.text(ofBlob: content, part: part).utf8.elementsEqual(id.utf8) else { return nil }
    }

    /// Returns a live message of an account that has it.
    package func message(in account: String, _ reader: LedgerReader) throws -> EmailRow? {
        guard let id = JMAPID.account(account), let row = try reader.accounts().first(where: { $0.id == id }) else {
            return nil
        }
        return try EmailsQuery(on: reader.connection, account: row.stream).email(ofContent: content)
    }
}
