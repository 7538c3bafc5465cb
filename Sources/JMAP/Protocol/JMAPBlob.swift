package import Cryptography
internal import EventLog
package import MailLedger
internal import Projections

/// What a blob id names: the bytes of a message, what was uploaded, or a part of either.
package struct JMAPBlob: Hashable, Sendable {
    private let content: SHA256Digest
    private let isUpload: Bool
    /// The number of the part as in IMAP; nil for the whole.
    private let part: String?

    /// Reads an id; nil for a text that is none.
    package init?(_ id: String) {
        guard id.utf8.count <= 255 else { return nil }
        let pieces = id.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let digits = pieces.first, digits.first == "B" || digits.first == "U",
            let content = SHA256Digest(hex: String(digits.dropFirst()))
        else { return nil }
        isUpload = digits.first == "U"
        part = pieces.count == 2 ? String(pieces[1]).replacing("_", with: ".") : nil
        self.content = content
        // One spelling an id.
        guard self.id(ofPart: part).utf8.elementsEqual(id.utf8) else { return nil }
    }

    /// The id of a part of the whole.
    private func id(ofPart part: String?) -> String {
        isUpload ? JMAPID.text(ofUpload: content, part: part) : JMAPID.text(ofBlob: content, part: part)
    }

    /// The id of a part of the message that the blob is.
    func id(ofPartWithin number: String) -> String { id(ofPart: part.map { "\($0).\(number)" } ?? number) }

    /// The digest of its bytes, where that is known without reading them.
    package var digest: SHA256Digest? { part == nil ? content : nil }

    /// Whether a live message of an account has it, or this user's uploads to it do (RFC 8620 section 6.1).
    package func isThere(in account: String, for user: String, _ reader: LedgerReader) throws -> Bool {
        try reader.jmapAccount(account).map { try isThere(in: $0, for: user, reader) } ?? false
    }

    private func isThere(in account: AccountRow, for user: String, _ reader: LedgerReader) throws -> Bool {
        guard !isUpload else { return try upload(in: account, for: user, reader) != nil }
        return try EmailsQuery(on: reader.connection, account: account.stream).email(ofContent: content) != nil
    }

    /// Reads its bytes; nil where this user finds no such blob in the account.
    ///
    /// - Parameters:
    ///   - account: The account's id.
    ///   - limit: The bytes of a part that is unpacked.
    package func read(
        in account: String, for user: String, limit: Int, _ reader: LedgerReader
    ) throws -> BlobContent? {
        try reader.jmapAccount(account).flatMap { try read(in: $0, for: user, limit: limit, reader) }
    }

    fileprivate func read(
        in account: AccountRow, for user: String, limit: Int, _ reader: LedgerReader
    ) throws -> BlobContent? {
        let whole: BlobContent?
        if isUpload {
            whole = try upload(in: account, for: user, reader)
        } else {
            whole = try isThere(in: account, for: user, reader) ? reader.blob(ofMessage: content) : nil
        }
        guard let part else { return whole }
        return try whole?.part(part, limit: limit)
    }

    private func upload(in account: AccountRow, for user: String, _ reader: LedgerReader) throws -> BlobContent? {
        try reader.blob(ofUpload: content, of: UploadOwner(account: account.id, actor: user))
    }
}

extension MethodCall {
    /// What a part may unpack to.
    private static let partLimit = 64 << 20

    /// Reads a blob of an account; nil where the caller finds none of this id there.
    func blob(_ id: String, in account: AccountRow, _ reader: LedgerReader) throws -> (JMAPBlob, BlobContent)? {
        guard let blob = JMAPBlob(id),
            let content = try blob.read(in: account, for: caller.username, limit: Self.partLimit, reader)
        else { return nil }
        return (blob, content)
    }
}
