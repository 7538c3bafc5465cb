internal import Access
internal import HTTPServing
internal import JMAP
internal import JSONCoding
internal import MailLedger
internal import WireModels

/// Uploads of JMAP (RFC 8620 section 6.1).
extension Admitted {
    /// Keeps what came for an account, on the thread that wrote it.
    func upload(to account: String) throws {
        try caller.require(.write)
        let isTaken = handler.uploads.submit { ledger in
            caller.enter(ledger)
            do {
                finish(try keep(for: account, ledger))
            } catch {
                fail(error)
            }
        }
        if !isTaken { throw APIFailure.busy }
    }

    private func keep(for account: String, _ ledger: Ledger) throws -> HTTPResponse {
        guard let upload = try ledger.read({ try JMAPUpload(to: account, by: caller.actor, $0) }),
            let uploads = ledger.mail.blobs
        else { throw APIFailure(.notFound, "there is no such account") }
        let file = try received(ledger)
        defer { file.discard() }
        let size = file.size
        let digest = try uploads.keep(file, for: upload.owner)
        let type = request.fields["content-type"] ?? "application/octet-stream"
        return try Self.json(upload.answer(digest, type: type, size: size))
    }

    private func received(_ ledger: Ledger) throws -> UploadedFile {
        if let receiver = request.receiver as? UploadReceiver { return try receiver.file(ledger) }
        // The token was not known yet when a short body began to come.
        let file = try UploadReceiver.begin(ledger)
        try file.write(request.body)
        return file
    }
}
