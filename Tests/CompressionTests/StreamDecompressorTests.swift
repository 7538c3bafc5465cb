import Compression
import TestSupport
import Testing

@Suite struct `Compressed bytes` {
    private static func zstd(_ bytes: [UInt8]) -> [UInt8] {
        var compressor = FrameCompressor()
        return compressor.frame(of: bytes)
    }

    private static func packed(_ bytes: [UInt8], _ format: CompressedFormat) throws -> [UInt8] {
        format == .gzip ? try gzipped(bytes) : zstd(bytes)
    }

    /// Reads all, fed and asked for pieces of at most these sizes.
    private static func unpacked(_ bytes: [UInt8], fed: Int = 1 << 16, asked: Int = 1 << 16) throws -> [UInt8] {
        let format = try #require(CompressedFormat(bytes))
        var decompressor = try StreamDecompressor(format)
        var rest = bytes[...]
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: asked)
        while true {
            let count = try decompressor.read(into: &piece, 0..<asked) { input in
                let count = min(fed, rest.count, input.count)
                input.replaceSubrange(0..<count, with: rest.prefix(count))
                rest = rest.dropFirst(count)
                return count
            }
            output += piece[..<count]
            if count < asked { return output }
        }
    }

    private static func text(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        let words = (0..<count / 8).map { _ in ["razor", "kernel", "tax", "Subject: "].randomElement(using: &generator)
        }
        return Array(words.compactMap(\.self).joined(separator: " ").utf8)
    }

    @Test(arguments: [CompressedFormat.gzip, .zstd])
    func `come back whole, whatever the pieces`(_ format: CompressedFormat) throws {
        var generator = SeededGenerator()
        for bytes in [[], [0], Self.text(100, &generator), Self.text(200_000, &generator), generator.bytes(300_000)] {
            let packed = try Self.packed(bytes, format)
            #expect(try Self.unpacked(packed) == bytes)
            #expect(try Self.unpacked(packed, fed: 4096, asked: 1000) == bytes)
            if bytes.count < 1000 { #expect(try Self.unpacked(packed, fed: 1, asked: 1) == bytes) }
        }
    }

    @Test(arguments: [CompressedFormat.gzip, .zstd])
    func `in parts, one behind the other, are one`(_ format: CompressedFormat) throws {
        let parts = try ["one ", "", "two ", "three"].map { try Self.packed(Array($0.utf8), format) }
        for fed in [1, 7, 1 << 16] {
            #expect(try Self.unpacked(Array(parts.joined()), fed: fed) == Array("one two three".utf8))
        }
    }

    @Test(arguments: [CompressedFormat.gzip, .zstd])
    func `that end in the middle are told from whole ones`(_ format: CompressedFormat) throws {
        var generator = SeededGenerator()
        let packed = try Self.packed(Self.text(3000, &generator), format)
        for length in 4..<packed.count {
            #expect(throws: CompressionError.truncated, "\(length) of \(packed.count)") {
                try Self.unpacked(Array(packed.prefix(length)))
            }
        }
    }

    @Test func `that were changed on the way are refused or come back as they were`() throws {
        var generator = SeededGenerator()
        let text = Self.text(3000, &generator)
        let packed = try gzipped(text)
        var refused = 0
        for index in 3..<packed.count {
            var damaged = packed
            damaged[index] ^= UInt8.random(in: 1...255, using: &generator)
            // A byte may be the time, or the name of an operating system, or hold a bit of no use.
            guard let answer = try? Self.unpacked(damaged) else {
                refused += 1
                continue
            }
            #expect(answer == text, "byte \(index)")
        }
        #expect(refused > packed.count - 20)
    }

    @Test func `of zstd that were changed on the way end nothing`() throws {
        var generator = SeededGenerator()
        let text = Self.text(3000, &generator)
        let packed = Self.zstd(text)
        var refused = 0
        for index in 4..<packed.count {
            var damaged = packed
            damaged[index] ^= UInt8.random(in: 1...255, using: &generator)
            do {
                // A frame of this compressor has no checksum: other bytes may come out, but never without end.
                #expect(try Self.unpacked(damaged).count <= 1 << 20)
            } catch is CompressionError {
                refused += 1
            }
        }
        #expect(refused > 10)
    }

    @Test func `with something else behind them are damaged, and zeros behind gzip are not`() throws {
        let gzip = try gzipped(Array("x".utf8))
        #expect(try Self.unpacked(gzip + [UInt8](repeating: 0, count: 100_000)) == Array("x".utf8))
        for rest in [[0, 0, 1], [0] + gzip] as [[UInt8]] {
            #expect(throws: CompressionError.damaged("other bytes follow the compressed ones")) {
                try Self.unpacked(gzip + rest)
            }
        }
        #expect(throws: CompressionError.damaged("incorrect header check")) {
            try Self.unpacked(gzip + Array("garbage".utf8))
        }
        #expect(throws: CompressionError.self) { try Self.unpacked(Self.zstd([1]) + Array("garbage".utf8)) }
    }

    @Test func `of zstd may begin with a frame to be skipped`() throws {
        let skipped: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 9, 9, 9]
        #expect(try Self.unpacked(skipped + Self.zstd([1, 2])) == [1, 2])
    }

    // RFC 8878 section 3.1.1.1: a frame with a window descriptor, and one empty block that is the last.
    @Test(arguments: [(0x80 as UInt8, true), (0x81, false), (0x88, false), (0xA8, false)])
    func `of zstd may ask for a window of 64 MiB and no more`(_ window: UInt8, isRead: Bool) throws {
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, window, 1, 0, 0]
        if isRead {
            #expect(try Self.unpacked(frame).isEmpty)
        } else {
            #expect(throws: CompressionError.windowTooLarge) { try Self.unpacked(frame) }
        }
    }

    @Test(
        arguments: [
            ([0x1F, 0x8B, 0x08], CompressedFormat.gzip), ([0x28, 0xB5, 0x2F, 0xFD], .zstd),
            ([0x50, 0x2A, 0x4D, 0x18], .zstd),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .xz), ([0x04, 0x22, 0x4D, 0x18], .lz4),
            (Array("BZh91AY&SY".utf8), .bzip2), ([], nil), ([0x1F, 0x8B], nil), ([0x1F, 0x8B, 0x07], nil),
            (Array("BZh9: a field".utf8), nil), (Array("Subject: x".utf8), nil), (Array("From x".utf8), nil),
        ] as [([UInt8], CompressedFormat?)])
    func `are known by their first bytes`(_ bytes: [UInt8], format: CompressedFormat?) {
        #expect(CompressedFormat(bytes) == format)
    }

    @Test(arguments: [CompressedFormat.bzip2, .xz, .lz4])
    func `of other kinds are named and not read`(_ format: CompressedFormat) {
        #expect(throws: CompressionError.unsupported(format)) { _ = try StreamDecompressor(format) }
        #expect(!format.isReadable)
    }
}
