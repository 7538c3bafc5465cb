package import Content

/// Bytes on their way in or out that are too many for memory: in a file without a name, which vanishes with its last owner.
package final class SpooledBytes: Sendable {
    private let file: ContentFile

    /// Makes a file beside the contents of a ledger.
    package init(in content: ContentStore) throws {
        file = try content.makeScratchFile()
    }

    package var count: Int { Int(file.size) }

    package func append(_ bytes: ArraySlice<UInt8>) throws {
        try file.append(bytes.span)
    }

    /// Lends all bytes in their order, in pieces of at most 64 KiB.
    package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
        try content.forEachPiece(body)
    }

    /// What it has so far.
    package var content: BlobContent { BlobContent(stored: .file(file)) }
}
