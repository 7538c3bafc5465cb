internal import EventLog
internal import Hashing
internal import Mail
package import Projections

/// An attachment in a list.
public struct AttachmentForm: Encodable, Sendable {
    let number: Int
    let part: String
    let fileName: String?
    let mimeType: String
    let size: Int64
    let isInline: Bool
    let contentID: String?
    let transfer: AttachmentTransfer
    let progress: UploadProgress?

    package init(_ row: AttachmentRow) {
        number = row.number
        part = row.part
        fileName = row.fileName
        mimeType = row.mimeType
        size = row.size
        isInline = row.isInline
        contentID = row.contentID
        transfer = row.transfer
        progress = row.progress
    }

    enum CodingKeys: CodingKey {
        case number, part, fileName, mimeType, size, isInline, contentID, transferStatus, uploadProgress, url,
            localURL, thumbnailURL, transferError
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        try container.encode(part, forKey: .part)
        try container.encode(fileName, forKey: .fileName)
        try container.encode(mimeType, forKey: .mimeType)
        try container.encode(size, forKey: .size)
        try container.encode(isInline, forKey: .isInline)
        try container.encode(contentID, forKey: .contentID)
        try container.encode(transfer.status?.rawValue, forKey: .transferStatus)
        try container.encode(progress?.fraction, forKey: .uploadProgress)
        try container.encode(transfer.url, forKey: .url)
        try container.encode(transfer.localURL, forKey: .localURL)
        try container.encode(transfer.thumbnailURL, forKey: .thumbnailURL)
        try container.encode(transfer.error, forKey: .transferError)
    }
}

/// What reading an attachment showed.
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
