internal import EventLog
internal import Mail
internal import Projections

extension Ledger {
    /// Notes how much of an upload is done, for all who read the ledger; it is no event, and is forgotten with the upload.
    ///
    /// - Throws: ``DomainError/conflict(_:hint:)`` for an attachment that is not being uploaded.
    func noteProgress(
        _ progress: UploadProgress, ofAttachment number: Int, of prefix: String
    ) throws {
        guard unit == nil else { throw LedgerError.insideUnitOfWork }
        try requireWritableFolder()
        let (message, attachment) = try read { reader in
            let row = try reader.message(prefix)
            return (row.stream, try reader.attachment(number, of: row.stream))
        }
        guard attachment.transfer.status == .uploading else { throw DomainError.notUploading(number) }
        try uploads.note(progress, ofAttachment: number, of: message)
    }
}

extension LedgerReader {
    /// Returns an attachment by its number.
    func attachment(_ number: Int, of message: StreamID) throws -> AttachmentRow {
        guard let attachment = try attachments(of: message).first(where: { $0.number == number }) else {
            throw DomainError.notFound(kind: "attachment", name: String(number))
        }
        return attachment
    }
}

extension DomainError {
    static func notUploading(_ number: Int) -> DomainError {
        .conflict("attachment \(number) is not being uploaded: give it the status uploading first")
    }
}
