/// Reads gzip and zstd piece by piece, in constant memory.
///
/// Consecutive parts (`cat a.gz b.gz`) are read as one (RFC 1952 section 2.2, RFC 8878 section 3.1).
/// ```swift
/// var decompressor = try StreamDecompressor(.gzip)
/// let count = try decompressor.read(into: &bytes, 0..<bytes.count) { buffer in try file.read(into: &buffer) }
/// ```
package struct StreamDecompressor: ~Copyable {
    /// The largest window that a zstd frame may ask for: 64 MiB, which all levels of zstd(1) but `--ultra -22` keep to.
    package static let largestWindow = 64 << 20

    private static let inputSize = 64 << 10

    private let decoder: any StreamDecoder
    private var input = [UInt8](repeating: 0, count: inputSize)
    private var waiting = 0..<0
    private var hasInputEnded = false
    private var hasEnded = false

    /// Prepares to read from the first byte on.
    ///
    /// - Throws: `CompressionError.unsupported` for a format that is not read.
    package init(_ format: CompressedFormat) throws(CompressionError) {
        switch format {
        case .gzip: decoder = GzipDecoder()
        case .zstd: decoder = ZstdDecoder()
        case .bzip2, .xz, .lz4: throw .unsupported(format)
        }
    }

    /// Fills `range` of a buffer with the next bytes, and returns their number: fewer only at the end.
    ///
    /// `source` fills the front of a buffer with compressed bytes and returns their number, 0 at the end.
    ///
    /// - Throws: ``CompressionError``, or what `source` throws.
    package mutating func read(
        into output: inout [UInt8], _ range: Range<Int>, from source: (inout [UInt8]) throws -> Int
    ) throws -> Int {
        var count = 0
        while count < range.count, !hasEnded {
            if waiting.isEmpty, !hasInputEnded {
                let read = try source(&input)
                waiting = 0..<read
                hasInputEnded = read == 0
            }
            let place = range.lowerBound + count
            let step = try decoder.step(over: input, waiting, into: &output, place..<range.upperBound)
            waiting = (waiting.lowerBound + step.consumed)..<waiting.upperBound
            count += step.produced
            guard step.consumed == 0, step.produced == 0 else { continue }
            guard waiting.isEmpty else { throw CompressionError.damaged("it cannot be read on") }
            guard hasInputEnded else { continue }
            guard decoder.mayEnd else { throw CompressionError.truncated }
            hasEnded = true
        }
        return count
    }
}

/// A decoder of one format, which is driven step by step.
protocol StreamDecoder: AnyObject {
    /// Whether the bytes read so far are complete.
    var mayEnd: Bool { get }

    /// Reads some of `input` and writes some of `output`; nothing of both if there is nothing to read.
    func step(
        over input: [UInt8], _ waiting: Range<Int>, into output: inout [UInt8], _ place: Range<Int>
    ) throws(CompressionError) -> (consumed: Int, produced: Int)
}
