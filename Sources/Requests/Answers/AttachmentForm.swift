internal import Cryptography
internal import EventLog
package import LedgerCare
internal import Mail
package import Projections

/// An attachment in a list.
public struct AttachmentForm: Encodable, Sendable {
    package let row: AttachmentRow

    package init(_ row: AttachmentRow) {
        self.row = row
    }

    enum CodingKeys: CodingKey {
        case number, part, fileName, mimeType, size, isInline, contentID, transferStatus, uploadProgress, url,
            localURL, thumbnailURL, transferError
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row.number, forKey: .number)
        try container.encode(row.part, forKey: .part)
        try container.encode(row.fileName, forKey: .fileName)
        try container.encode(row.mimeType, forKey: .mimeType)
        try container.encode(row.size, forKey: .size)
        try container.encode(row.isInline, forKey: .isInline)
        try container.encode(row.contentID, forKey: .contentID)
        try container.encode(row.transfer.status?.rawValue, forKey: .transferStatus)
        try container.encode(row.progress?.fraction, forKey: .uploadProgress)
        try container.encode(row.transfer.url, forKey: .url)
        try container.encode(row.transfer.localURL, forKey: .localURL)
        try container.encode(row.transfer.thumbnailURL, forKey: .thumbnailURL)
        try container.encode(row.transfer.error, forKey: .transferError)
    }
}

/// The result of reading an attachment.
public struct AttachmentCheckForm: Encodable, Sendable {
    let message: String
    let number: Int
    let fileName: String?
    let mimeType: String
    let size: Int64
    let digest: String?
    let fault: String?

    package init(_ check: AttachmentCheck) {
        message = check.message.description
        number = check.attachment.number
        fileName = check.attachment.fileName
        mimeType = check.attachment.mimeType
        size = check.attachment.size
        digest = check.digest?.hex
        fault = check.fault?.rawValue
    }
}
