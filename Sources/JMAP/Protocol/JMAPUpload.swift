package import Cryptography
package import JSONCoding
package import MailLedger
internal import Projections

/// An upload of bytes to an account (RFC 8620 section 6.1).
package struct JMAPUpload: Sendable {
    /// Whose it is.
    package let owner: UploadOwner
    private let accountID: String

    /// - Parameter account: The account's id, as the path has it; nil comes of one that is not there.
    package init?(to account: String, by user: String, _ reader: LedgerReader) throws {
        guard let row = try reader.jmapAccount(account) else { return nil }
        owner = UploadOwner(account: row.id, actor: user)
        accountID = account
    }

    /// The answer about bytes that are kept.
    package func answer(_ digest: SHA256Digest, type: String, size: Int64) -> JSONValue {
        [
            "accountId": .string(accountID), "blobId": .string(JMAPID.text(ofUpload: digest)), "type": .string(type),
            "size": .integer(size),
        ]
    }
}
