/// The compression of a file, by its first bytes; its name does not matter.
package enum CompressedFormat: String, Hashable, Sendable {
    case gzip
    case zstd
    case bzip2
    case xz
    case lz4

    /// Looks for a magic number; nil if there is none.
    ///
    /// No header field of a message begins with a byte of the others, and bzip2's number is ten bytes long.
    package init?(_ start: some Collection<UInt8>) {
        let start = Array(start.prefix(10))
        let found = Self.magic.first { start.starts(with: $0.number) }?.format
        // RFC 8878 section 3.1.2: pzstd(1) begins its files with a skippable frame, 0x184D2A50 to 0x184D2A5F.
        let isSkippable = start.count >= 4 && start[0] & 0xF0 == 0x50 && start[1...3].elementsEqual([0x2A, 0x4D, 0x18])
        guard let format = found ?? (isSkippable ? .zstd : nil) else { return nil }
        self = format
    }

    private static let magic: [(number: [UInt8], format: CompressedFormat)] =
        [
            // RFC 1952 section 2.3.1; 8 is deflate, the only method there is.
            ([0x1F, 0x8B, 0x08], .gzip),
            // RFC 8878 section 3.1.1.
            ([0x28, 0xB5, 0x2F, 0xFD], .zstd),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .xz),
            ([0x04, 0x22, 0x4D, 0x18], .lz4),
            // "BZh", a digit, and the number of the first block or of the end of the file.
        ]
        + (UInt8(ascii: "1")...UInt8(ascii: "9")).flatMap { level in
            [[0x31, 0x41, 0x59, 0x26, 0x53, 0x59], [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]].map {
                (Array("BZh".utf8) + [level] + $0, .bzip2)
            }
        }

    /// Whether ``StreamDecompressor`` reads it; the others are recognised only so that a message can name them.
    package var isReadable: Bool { self == .gzip || self == .zstd }
}
