internal import Projections

/// An attachment in a list.
struct AttachmentForm: Encodable {
    let number: Int
    let part: String
    let fileName: String?
    let mimeType: String
    let size: Int64
    let isInline: Bool
    let contentID: String?

    init(_ row: AttachmentRow) {
        number = row.number
        part = row.part
        fileName = row.fileName
        mimeType = row.mimeType
        size = row.size
        isInline = row.isInline
        contentID = row.contentID
    }

    enum CodingKeys: String, CodingKey {
        case number, part
        case fileName = "file_name"
        case mimeType = "mime_type"
        case size
        case isInline = "is_inline"
        case contentID = "content_id"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        try container.encode(part, forKey: .part)
        try container.encode(fileName, forKey: .fileName)
        try container.encode(mimeType, forKey: .mimeType)
        try container.encode(size, forKey: .size)
        try container.encode(isInline, forKey: .isInline)
        try container.encode(contentID, forKey: .contentID)
    }
}
