public import EventLog
public import Mail
internal import Projections

extension Ledger {
    /// Changes what is noted of an attachment's way to a server; what is so already is not recorded.
    ///
    /// Status and places are history; the fraction that is done is not: ``noteProgress(_:ofAttachment:of:)``.
    @discardableResult
    public func changeTransfer(
        ofAttachment number: Int, of prefix: String, context: OperationContext,
        _ body: (inout AttachmentTransfer) -> Void
    ) throws -> Receipt? {
        var ended: StreamID?
        let receipt = try change(context) { reader in
            let row = try reader.message(prefix)
            let attachment = try reader.attachment(number, of: row.stream)
            guard let state = try MessageStates(on: reader.connection).state(of: row.stream) else {
                throw DomainError.notFound(kind: "attachment", name: String(number))
            }
            var transfer = attachment.transfer
            body(&transfer)
            // Of what failed it stays known how far it came.
            if transfer.status != attachment.transfer.status, transfer.status != .failed { ended = row.stream }
            return try ChangeAttachmentTransfer(attachment: number, transfer: transfer).decide(
                state, from: attachment.transfer)
        }
        if let ended, receipt != nil { uploads.remove(ofAttachment: number, of: ended) }
        return receipt
    }

    /// Notes how much of an upload is done, for all who read the ledger; it is no event, and is forgotten with the upload.
    ///
    /// - Throws: ``DomainError/conflict(_:)`` for an attachment that is not being uploaded.
    public func noteProgress(
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
