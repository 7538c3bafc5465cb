package import Content
package import Cryptography
internal import Domain
package import MIME

/// Some bytes that are named by a digest: a message, a part of one, decoded, or what was uploaded.
package struct BlobContent: Sendable {
    package let stored: StoredContent

    package var size: Int64 { stored.size }

    package init(bytes: [UInt8]) {
        stored = .bytes(bytes)
    }

    init(stored: StoredContent) {
        self.stored = stored
    }

    /// Returns all bytes; nil where there are more than a limit.
    package func bytes(limit: Int) throws -> [UInt8]? {
        guard stored.size <= limit else { return nil }
        if case .bytes(let bytes) = stored { return bytes }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(stored.size))
        try stored.forEachPiece { bytes += $0 }
        return bytes
    }

    /// Lends all bytes in their order, in pieces.
    package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
        try stored.forEachPiece(body)
    }

    /// Lends the bytes to a parser.
    package func withSource<Output>(_ body: (MessageSource) throws -> Output) rethrows -> Output {
        try withExtendedLifetime(stored) { try body(stored.source) }
    }

    /// Reads the bytes as a message; nil for what begins with no header.
    package func message() throws -> MessageParts? {
        var start: [UInt8] = []
        switch stored {
        case .bytes(let bytes): start = Array(bytes.prefix(MessageParts.startBytes))
        case .file(let file):
            start = [UInt8](repeating: 0, count: MessageParts.startBytes)
            start.removeLast(start.count - (try file.read(into: &start, from: 0)))
        }
        return MessageParts.canBegin(with: start) ? try MessageParts(stored) : nil
    }

    /// Reads a part, in a message within where the number leads there; nil where there is no such part.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` for more bytes than the limit.
    package func part(_ number: String, limit: Int) throws -> BlobContent? {
        let message = try MessageParts(stored)
        if let bytes = try message.content(of: number, limit: limit) { return BlobContent(bytes: bytes) }
        // A message within may lie in a part of any type: then its parts are not among those of the whole.
        let steps = number.split(separator: ".")
        for count in (1..<min(max(steps.count, 1), Self.mostSteps)).reversed() {
            let outer = steps.prefix(count).joined(separator: ".")
            guard let bytes = try message.content(of: outer, limit: limit),
                let within = try BlobContent(bytes: bytes).message()
            else { continue }
            let inner = steps.dropFirst(count).joined(separator: ".")
            return try within.content(of: inner, limit: limit).map { BlobContent(bytes: $0) }
        }
        return nil
    }

    private static let mostSteps = 8
}

extension LedgerReader {
    /// Returns a message's bytes; nil where they are missing.
    package func blob(ofMessage digest: SHA256Digest) throws -> BlobContent? {
        do {
            return BlobContent(stored: try content.read(digest))
        } catch ContentError.missing {
            return nil
        }
    }

    /// Returns what somebody uploaded; nil where that is not there, or not there any more.
    package func blob(ofUpload digest: SHA256Digest, of owner: UploadOwner) throws -> BlobContent? {
        try blobs?.content(digest, of: owner).map { BlobContent(stored: $0) }
    }
}

extension BlobUploads {
    /// Keeps some bytes as if they were uploaded.
    package func keep(_ content: BlobContent, for owner: UploadOwner) throws -> SHA256Digest {
        try keep(content.stored, for: owner)
    }
}
