internal import EventLog
internal import LedgerContexts
public import LedgerKernel
public import Mail
internal import Projections

/// Notes how far the transfer of an attachment to a server has come.
///
/// Omitted values stay unchanged; an empty text removes a value.
public struct ChangeTransferRequest: LedgerWork {
    public static let name = "change-transfer"
    public typealias Answer = OutcomeForm
    /// The first digits of the message's id.
    public var message: String
    /// Its number among the message's attachments, from 1.
    public var attachment: Int
    public var status: TransferStatus?
    /// The finished share of an upload, from 0 to 1, while it runs; no event records it.
    public var progress: Double?
    /// Its URL on a server.
    public var url: String?
    /// The URL of its file on this machine.
    public var localURL: String?
    /// The URL of its thumbnail on a server.
    public var thumbnailURL: String?
    /// The error, if it failed.
    public var error: String?

    enum CodingKeys: String, CodingKey {
        case message, attachment, status, progress, url
        case localURL = "local_url"
        case thumbnailURL = "thumbnail_url"
        case error
    }

    public init(
        message: String, attachment: Int, status: TransferStatus? = nil, progress: Double? = nil,
        url: String? = nil, localURL: String? = nil, thumbnailURL: String? = nil, error: String? = nil
    ) {
        self.message = message
        self.attachment = attachment
        self.status = status
        self.progress = progress
        self.url = url
        self.localURL = localURL
        self.thumbnailURL = thumbnailURL
        self.error = error
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try call.refuseDryRun()
        if let progress { try check(progress, on: ledger) }
        var ended: StreamID?
        let receipt = try ledger.writing.change(call) { reader in
            let row = try reader.message(message)
            let attached = try reader.attachment(attachment, of: row.stream)
            guard let state = try MessageStates(on: reader.connection).state(of: row.stream) else {
                throw DomainError.notFound(kind: "attachment", name: String(attachment))
            }
            let transfer = changed(attached.transfer)
            // The progress of a failed upload stays known.
            ended =
                transfer.status != attached.transfer.status && transfer.status != .failed ? row.stream : nil
            return Proposal(
                try ChangeAttachmentTransfer(attachment: attachment, transfer: transfer).decide(
                    state, from: attached.transfer))
        }
        if let ended, receipt != nil { ledger.stores.uploads.remove(ofAttachment: attachment, of: ended) }
        if let progress {
            try ledger.attachments.noteProgress(UploadProgress(progress), ofAttachment: attachment, of: message)
        }
        let form = OutcomeForm(
            matched: 1, changed: receipt == nil && progress == nil ? 0 : 1, operation: receipt?.operation.description,
            isDryRun: false)
        return CommandResult(form, operation: receipt?.operation)
    }

    private func changed(_ transfer: AttachmentTransfer) -> AttachmentTransfer {
        var transfer = transfer
        func set(_ text: String?, _ field: inout String?) {
            if let text { field = text.isEmpty ? nil : text }
        }
        if let status { transfer.status = status }
        set(url, &transfer.url)
        set(localURL, &transfer.localURL)
        set(thumbnailURL, &transfer.thumbnailURL)
        set(error, &transfer.error)
        return transfer
    }

    // Before anything is recorded.
    private func check(_ progress: Double, on ledger: Ledger) throws {
        guard (0...1).contains(progress) else {
            throw DomainError.invalid(field: "progress", reason: "is a number from 0 to 1")
        }
        let now =
            try status ?? ledger.read { try $0.attachment(attachment, of: $0.message(message).stream) }.transfer.status
        guard now == .uploading else { throw DomainError.notUploading(attachment) }
    }
}
