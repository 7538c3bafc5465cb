import CZstd

/// The fault of a stored frame.
package struct FrameError: Error {
    /// The text after "it is corrupt: ".
    package let reason: String
}

/// Reads zstd frames, with one context for all of them, and never more bytes than were recorded.
@safe
package struct FrameDecompressor: ~Copyable {
    /// Frames of the compressor's level need a window of 2 MiB; one that asks for more than 8 MiB is not ours.
    private static let largestWindow: Int32 = 23

    private let context: OpaquePointer
    private var input: [UInt8] = []
    private var output: [UInt8] = []

    /// Allocates the context.
    package init() {
        guard let context = unsafe ZSTD_createDCtx() else { preconditionFailure("zstd could not allocate a context") }
        unsafe self.context = context
        unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.largestWindow)
    }

    deinit {
        unsafe ZSTD_freeDCtx(context)
    }

    // MARK: Dictionaries

    /// The number of the dictionary without which a frame cannot be read; 0 if it needs none, or is damaged
    /// (RFC 8878 section 3.1.1.1.3).
    package static func dictionary(of frame: borrowing Span<UInt8>) -> UInt32 {
        unsafe frame.withUnsafeBytes { unsafe ZSTD_getDictID_fromFrame($0.baseAddress, $0.count) }
    }

    /// Reads frames of a dictionary from now on, besides those that need none.
    package mutating func load(dictionary bytes: [UInt8]) throws(FrameError) {
        let result = unsafe bytes.withUnsafeBytes { unsafe ZSTD_DCtx_loadDictionary(context, $0.baseAddress, $0.count) }
        guard ZSTD_isError(result) == 0 else { throw FrameError(reason: Self.name(of: result)) }
    }

    // MARK: Frames

    /// Decompresses a frame in memory to exactly `size` bytes.
    package mutating func bytes(of frame: borrowing Span<UInt8>, size: Int) throws(FrameError) -> [UInt8] {
        var failure: String?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(size, 1)) { buffer, count in
            unsafe frame.withUnsafeBytes { source in
                let result = unsafe ZSTD_decompressDCtx(
                    context, buffer.baseAddress, size, source.baseAddress, source.count)
                if ZSTD_isError(result) != 0 {
                    failure = Self.name(of: result)
                } else {
                    count = result
                }
            }
        }
        if let failure { throw FrameError(reason: failure) }
        guard bytes.count == size else { throw FrameError(reason: "it is \(bytes.count) of \(size) bytes long") }
        return bytes
    }

    /// Decompresses a frame in pieces; `read` fills the front of a buffer and returns how many bytes it wrote, 0 at the
    /// end.
    package mutating func decompress(
        size: Int64, from read: (inout [UInt8]) throws -> Int, to write: (borrowing Span<UInt8>) throws -> Void
    ) throws {
        if input.isEmpty {
            input = [UInt8](repeating: 0, count: ZSTD_DStreamInSize())
            output = [UInt8](repeating: 0, count: ZSTD_DStreamOutSize())
        }
        unsafe ZSTD_DCtx_reset(context, ZSTD_reset_session_only)
        var total: Int64 = 0
        var isComplete = false
        while !isComplete {
            let count = try read(&input)
            guard count > 0 else { throw FrameError(reason: "the frame ends early") }
            var offset = 0
            var isFull = false
            while !isComplete, offset < count || isFull {
                let step = try stepOver(offset..<count)
                offset += step.consumed
                total += Int64(step.produced)
                isFull = step.produced == output.count
                isComplete = step.isComplete
                guard total <= size else { throw FrameError(reason: "it is longer than its \(size) bytes") }
                try write(output.span.extracting(0..<step.produced))
            }
            guard offset == count else { throw FrameError(reason: "bytes follow the frame") }
        }
        guard try read(&input) == 0 else { throw FrameError(reason: "bytes follow the frame") }
        guard total == size else { throw FrameError(reason: "it is \(total) of \(size) bytes long") }
    }

    private mutating func stepOver(
        _ range: Range<Int>
    ) throws(FrameError) -> (consumed: Int, produced: Int, isComplete: Bool) {
        let (consumed, produced, result) = unsafe input.withUnsafeBytes { source in
            unsafe output.withUnsafeMutableBytes { target in
                var from = unsafe ZSTD_inBuffer(src: source.baseAddress, size: range.upperBound, pos: range.lowerBound)
                var to = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
                let result = unsafe ZSTD_decompressStream(context, &to, &from)
                return unsafe (from.pos - range.lowerBound, to.pos, result)
            }
        }
        guard ZSTD_isError(result) == 0 else { throw FrameError(reason: Self.name(of: result)) }
        return (consumed, produced, result == 0)
    }

    private static func name(of result: Int) -> String {
        unsafe ZSTD_getErrorName(result).map { unsafe String(cString: $0) } ?? "zstd error"
    }
}
