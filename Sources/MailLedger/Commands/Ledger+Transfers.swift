public import EventLog
public import Mail
internal import Projections

extension Ledger {
    /// Changes what is noted of an attachment's way to a server; what is so already is not recorded.
    ///
    /// Status and places are history; the fraction that is done (``UploadProgress``) is not, and stays with the caller.
    @discardableResult
    public func changeTransfer(
        ofAttachment number: Int, of prefix: String, context: OperationContext,
        _ body: (inout AttachmentTransfer) -> Void
    ) throws -> Receipt? {
        try change(context) { reader in
            let row = try reader.message(prefix)
            guard let attachment = try reader.attachments(of: row.stream).first(where: { $0.number == number }),
                let state = try MessageStates(on: reader.connection).state(of: row.stream)
            else { throw DomainError.notFound(kind: "attachment", name: String(number)) }
            var transfer = attachment.transfer
            body(&transfer)
            return try ChangeAttachmentTransfer(attachment: number, transfer: transfer).decide(
                state, from: attachment.transfer)
        }
    }
}
