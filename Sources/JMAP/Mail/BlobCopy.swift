internal import JSONCoding
internal import MailLedger
internal import Projections

/// `Blob/copy` (RFC 8620 section 6.3): bytes of one account, as if they were uploaded to another.
enum BlobCopy {
    static let method = Method.writing("Blob/copy", of: .core, answer)

    @Sendable private static func answer(_ call: MethodCall, _ ledger: Ledger) throws -> JSONObject {
        let arguments = try call.arguments("fromAccountId", "blobIds")
        let (from, to) = try ledger.read { try call.accounts(arguments, $0) }
        guard let ids = try arguments.strings("blobIds") else {
            throw MethodError.invalidArguments("blobIds is missing")
        }
        guard ids.count <= call.limits.objectsInSet else { throw MethodError.requestTooLarge }
        let owner = UploadOwner(account: to.id, actor: call.caller.username)
        var (copied, notCopied) = (JSONObject(), JSONObject())
        for id in ids where copied[id] == nil && notCopied[id] == nil {
            try call.budget.goOn()
            do {
                guard let (_, content) = try ledger.read({ try call.blob(id, in: from, $0) }),
                    let uploads = ledger.mail.blobs
                else { throw SetError.notFound }
                guard content.size <= call.limits.upload else {
                    throw SetError.tooLarge("an upload has at most \(call.limits.upload) bytes")
                }
                copied[id] = .string(JMAPID.text(ofUpload: try uploads.keep(content, for: owner)))
            } catch let error as SetError {
                notCopied[id] = error.json
            }
        }
        return [
            "fromAccountId": .string(JMAPID.text(of: from.id)), "accountId": .string(JMAPID.text(of: to.id)),
            "copied": copied.keys.isEmpty ? .null : .object(copied),
            "notCopied": notCopied.keys.isEmpty ? .null : .object(notCopied),
        ]
    }
}

extension MethodCall {
    /// Returns the accounts from which and to which a method copies.
    ///
    /// - Throws: ``MethodError/fromAccountNotFound``, and where both are one.
    func accounts(_ arguments: Arguments, _ reader: LedgerReader) throws -> (from: AccountRow, to: AccountRow) {
        let to = try account(arguments, reader)
        guard let text = try arguments.string("fromAccountId") else {
            throw MethodError.invalidArguments("fromAccountId is missing")
        }
        guard let from = try account(text, reader) else { throw MethodError.fromAccountNotFound }
        guard from.id != to.id else { throw MethodError.invalidArguments("both accounts are the same") }
        return (from, to)
    }
}
