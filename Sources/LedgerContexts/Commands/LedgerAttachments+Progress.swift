package import EventLog
package import LedgerKernel
package import Mail
package import Projections

extension LedgerAttachments {
    /// Notes how much of an upload is done, for all who read the ledger; it is no event, and is forgotten with the upload.
    ///
    /// - Throws: ``DomainError/conflict(_:hint:)`` for an attachment that is not being uploaded.
    package func noteProgress(
        _ progress: UploadProgress, ofAttachment number: Int, of prefix: String
    ) throws {
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        try ledger.writing.requireWritableFolder()
        let (message, attachment) = try ledger.read { reader in
            let row = try reader.message(prefix)
            return (row.stream, try reader.attachment(number, of: row.stream))
        }
        guard attachment.transfer.status == .uploading else { throw DomainError.notUploading(number) }
        try ledger.stores.uploads.note(progress, ofAttachment: number, of: message)
    }
}

extension LedgerReader {
    /// Returns an attachment by its number.
    package func attachment(_ number: Int, of message: StreamID) throws -> AttachmentRow {
        guard let attachment = try attachments(of: message).first(where: { $0.number == number }) else {
            throw DomainError.notFound(kind: "attachment", name: String(number))
        }
        return attachment
    }
}

extension DomainError {
    package static func notUploading(_ number: Int) -> DomainError {
        .conflict("attachment \(number) is not being uploaded: give it the status uploading first")
    }
}
