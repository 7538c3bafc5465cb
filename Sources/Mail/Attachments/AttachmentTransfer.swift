internal import Domain

/// The kind of an attachment for people, by its type.
public enum AttachmentKind: String, Codable, Hashable, Sendable, CaseIterable {
    case image
    case video
    case audio
    /// All that is none of these.
    case document

    /// Looks at the part of a type before its slash (RFC 2046, 2), in any case.
    public init(mimeType: String) {
        let top = mimeType.prefix { $0 != "/" }.lowercased()
        self = Self(rawValue: top) ?? .document
    }
}

/// The progress of an attachment on its way to a server.
public enum TransferStatus: String, Codable, Hashable, Sendable, CaseIterable {
    case pending
    case uploading
    case completed
    case failed
}

/// The copies of an attachment outside its message; all fields are nil for one that came with mail.
///
/// The number of bytes sent is not part of it: such ticks are not worth a history (``UploadProgress``).
public struct AttachmentTransfer: Hashable, Sendable {
    public var status: TransferStatus?
    /// Its URL on a server.
    public var url: String?
    /// The URL of its file on this machine.
    public var localURL: String?
    /// The URL of its thumbnail on a server.
    public var thumbnailURL: String?
    /// The error, if the status is ``TransferStatus/failed``.
    public var error: String?

    public init(
        status: TransferStatus? = nil, url: String? = nil, localURL: String? = nil, thumbnailURL: String? = nil,
        error: String? = nil
    ) {
        self.status = status
        self.url = url
        self.localURL = localURL
        self.thumbnailURL = thumbnailURL
        self.error = error
    }

    /// Whether a server has all of it, at a known place.
    public var isAvailable: Bool { status == .completed && url != nil }

    /// Notes that it is on its way.
    public mutating func markAsUploading() {
        status = .uploading
        error = nil
    }

    /// Notes that a server has it.
    public mutating func markAsUploaded(url: String, thumbnail: String? = nil) {
        status = .completed
        self.url = url
        thumbnailURL = thumbnail
        error = nil
    }

    /// Notes that it did not arrive, and why.
    public mutating func markAsFailed(_ reason: String) {
        status = .failed
        error = reason
    }
}

/// The finished share of an upload, from 0 to 1; the uploading program keeps it, and the log never does.
public struct UploadProgress: Hashable, Sendable {
    public private(set) var fraction: Double

    /// Takes the nearest fraction from 0 to 1; not-a-number becomes 0.
    public init(_ fraction: Double = 0) {
        self.fraction = fraction.isNaN ? 0 : min(1, max(0, fraction))
    }

    /// Moves on to another fraction.
    public mutating func update(_ fraction: Double) {
        self = UploadProgress(fraction)
    }
}

extension AttachmentTransfer {
    /// Returns it with a change undone, and names the fields that no longer have the value it gave them.
    public func undoing(_ changed: AttachmentTransferChanged) -> (transfer: AttachmentTransfer, stale: [String]) {
        let (transfer, stale) = AttachmentTransferChanged.fields.takingBack(changed, in: self)
        return (transfer, stale)
    }
}
