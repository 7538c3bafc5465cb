public import Cryptography

/// The recording that a note was spoken into, as content of the content store.
public struct NoteAudio: Codable, Hashable, Sendable {
    /// The SHA-256 of its bytes, by which the store knows it.
    public let content: SHA256Digest
    /// As in `audio/mp4` (RFC 2046).
    public let mediaType: String
    /// In bytes.
    public let size: Int64
    /// The name of the file that it came from, without its folders.
    public let fileName: String?

    enum CodingKeys: String, CodingKey {
        case content
        case mediaType = "media_type"
        case size
        case fileName = "file_name"
    }

    public init(content: SHA256Digest, mediaType: String, size: Int64, fileName: String?) {
        self.content = content
        self.mediaType = mediaType
        self.size = size
        self.fileName = fileName
    }

    /// The type by the extension of a file's name; `application/octet-stream` for an unknown one.
    public static func mediaType(ofFile name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return unknownMediaType }
        return mediaTypes[name[name.index(after: dot)...].lowercased()] ?? unknownMediaType
    }

    private static let unknownMediaType = "application/octet-stream"

    private static let mediaTypes = [
        "aac": "audio/aac", "amr": "audio/amr", "flac": "audio/flac", "m4a": "audio/mp4", "mp3": "audio/mpeg",
        "mp4": "audio/mp4", "oga": "audio/ogg", "ogg": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav",
        "webm": "audio/webm",
    ]
}
