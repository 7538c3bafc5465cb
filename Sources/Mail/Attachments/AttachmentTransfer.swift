internal import Domain

/// What kind of thing an attachment is to people, as its type tells.
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

/// How far an attachment has come on its way to a server.
public enum TransferStatus: String, Codable, Hashable, Sendable, CaseIterable {
    case pending
    case uploading
    case completed
    case failed
}

/// Where an attachment is beside its message; of one that came with mail all is nil.
///
/// How many bytes have gone is not part of it: ticks are nobody's history (``UploadProgress``).
public struct AttachmentTransfer: Hashable, Sendable {
    public var status: TransferStatus?
    /// Where a server has it.
    public var url: String?
    /// Where a file of it is on this machine.
    public var localURL: String?
    /// Where a server has a small picture of it.
    public var thumbnailURL: String?
    /// What went wrong, where the status is ``TransferStatus/failed``.
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

/// How much of an upload is done, from 0 to 1; kept by the program that uploads, and never in the log.
public struct UploadProgress: Hashable, Sendable {
    public private(set) var fraction: Double

    /// Takes the nearest fraction from 0 to 1; what is no number is 0.
    public init(_ fraction: Double = 0) {
        self.fraction = fraction.isNaN ? 0 : min(1, max(0, fraction))
    }

    /// Goes on to another fraction.
    public mutating func update(_ fraction: Double) {
        self = UploadProgress(fraction)
    }
}

extension AttachmentTransfer {
    /// Returns it with a change taken back, and names the fields that are not any more what it made them.
    public func undoing(_ changed: AttachmentTransferChanged) -> (transfer: AttachmentTransfer, stale: [String]) {
        let (transfer, stale) = AttachmentTransferChanged.fields.takingBack(changed, in: self)
        return (transfer, stale)
    }
}
