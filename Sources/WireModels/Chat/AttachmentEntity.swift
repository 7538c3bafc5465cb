public import Mail

/// A file that hangs off a message, and how far it has come.
public struct AttachmentEntity: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var type: AttachmentType
    public var url: String?
    public var localURL: String?
    public var thumbnailURL: String?
    /// Bytes.
    public var fileSize: Int64
    public var mimeType: String
    public var fileName: String
    public var uploadStatus: UploadStatus
    /// From 0 to 1; known to the program that uploads, and in no log.
    public private(set) var uploadProgress: Double
    public var uploadError: String?

    enum CodingKeys: String, GuideKey {
        case id, type, url
        case localURL = "local_url"
        case thumbnailURL = "thumbnail_url"
        case fileSize = "file_size"
        case mimeType = "mime_type"
        case fileName = "file_name"
        case uploadStatus = "upload_status"
        case uploadProgress = "upload_progress"
        case uploadError = "upload_error"
    }

    public init(
        id: String, type: AttachmentType, url: String? = nil, localURL: String? = nil, thumbnailURL: String? = nil,
        fileSize: Int64, mimeType: String, fileName: String, uploadStatus: UploadStatus = .pending,
        uploadProgress: Double = 0, uploadError: String? = nil
    ) {
        self.id = id
        self.type = type
        self.url = url
        self.localURL = localURL
        self.thumbnailURL = thumbnailURL
        self.fileSize = fileSize
        self.mimeType = mimeType
        self.fileName = fileName
        self.uploadStatus = uploadStatus
        self.uploadProgress = UploadProgress(uploadProgress).fraction
        self.uploadError = uploadError
    }

    public init(from decoder: any Decoder) throws {
        let fields = try GuideFields<CodingKeys>(decoder)
        self.init(
            id: try fields.required(.id), type: try fields.required(.type), url: try fields.optional(.url),
            localURL: try fields.optional(.localURL), thumbnailURL: try fields.optional(.thumbnailURL),
            fileSize: try fields.required(.fileSize), mimeType: try fields.required(.mimeType),
            fileName: try fields.required(.fileName),
            uploadStatus: try fields.field(.uploadStatus, default: .pending),
            uploadProgress: try fields.field(.uploadProgress, default: 0),
            uploadError: try fields.optional(.uploadError))
    }
}

extension AttachmentEntity {
    /// Whether a server has all of it, at a known place.
    public var isAvailable: Bool { uploadStatus == .completed && url != nil }

    /// Sets the progress of the upload; a number outside of 0…1 becomes 0 or 1.
    public mutating func updateUploadProgress(_ progress: Double) {
        uploadStatus = .uploading
        uploadProgress = UploadProgress(progress).fraction
    }

    /// Notes that a server has it.
    public mutating func markAsUploaded(url: String, thumbnailURL: String? = nil) {
        uploadStatus = .completed
        uploadProgress = 1
        uploadError = nil
        self.url = url
        if let thumbnailURL { self.thumbnailURL = thumbnailURL }
    }

    /// Notes that it did not arrive, and why.
    public mutating func markAsFailed(error: String) {
        uploadStatus = .failed
        uploadError = error
    }
}
