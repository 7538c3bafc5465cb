import CZstd

/// Makes one zstd frame of each content, with one context for all of them
/// (<https://facebook.github.io/zstd/zstd_manual.html>, chapter 4).
@safe
package struct FrameCompressor: ~Copyable {
    /// The level of zstd's own tool: higher ones cost much more time than they save space on mail.
    private static let level: Int32 = 3

    private let context: OpaquePointer
    private var input: [UInt8] = []
    private var output: [UInt8] = []

    /// Allocates the context.
    package init() {
        guard let context = unsafe ZSTD_createCCtx() else { preconditionFailure("zstd could not allocate a context") }
        unsafe self.context = context
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Self.level)
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 1)
        // The digest that names a content is a better checksum than the frame's own.
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 0)
    }

    deinit {
        unsafe ZSTD_freeCCtx(context)
    }

    /// Uses a dictionary for all frames from now on; they state its number.
    package mutating func load(dictionary bytes: [UInt8]) {
        let result = unsafe bytes.withUnsafeBytes { unsafe ZSTD_CCtx_loadDictionary(context, $0.baseAddress, $0.count) }
        precondition(ZSTD_isError(result) == 0, "zstd could not load a dictionary")
    }

    /// Compresses bytes that are in memory.
    package mutating func frame(of bytes: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) { buffer, count in
            unsafe bytes.withUnsafeBytes { source in
                let result = unsafe ZSTD_compress2(
                    context, buffer.baseAddress, buffer.count, source.baseAddress, source.count)
                // With a destination of the bound's size only want of memory can fail.
                precondition(ZSTD_isError(result) == 0, "zstd could not compress")
                count = result
            }
        }
    }

    /// Compresses `size` bytes as they are read; `read` fills the front of a buffer and returns how many.
    ///
    /// - Throws: ``FrameError`` when fewer bytes come than were announced, or more.
    package mutating func compress(
        size: Int64, from read: (inout [UInt8]) throws -> Int, to write: (borrowing Span<UInt8>) throws -> Void
    ) throws {
        if input.isEmpty {
            input = [UInt8](repeating: 0, count: ZSTD_CStreamInSize())
            output = [UInt8](repeating: 0, count: ZSTD_CStreamOutSize())
        }
        unsafe ZSTD_CCtx_reset(context, ZSTD_reset_session_only)
        unsafe ZSTD_CCtx_setPledgedSrcSize(context, UInt64(size))
        var remaining = size
        repeat {
            let count = try read(&input)
            guard count > 0, count <= remaining else {
                throw FrameError(reason: "its bytes are not as many as were announced")
            }
            remaining -= Int64(count)
            var offset = 0
            var isFinished = false
            while !isFinished {
                let step = stepOver(offset..<count, isLast: remaining == 0)
                offset += step.consumed
                try write(output.span.extracting(0..<step.produced))
                isFinished = remaining == 0 ? step.isFlushed : offset == count
            }
        } while remaining > 0
    }

    private mutating func stepOver(_ range: Range<Int>, isLast: Bool) -> (consumed: Int, produced: Int, isFlushed: Bool)
    {
        unsafe input.withUnsafeBytes { source in
            unsafe output.withUnsafeMutableBytes { target in
                var from = unsafe ZSTD_inBuffer(src: source.baseAddress, size: range.upperBound, pos: range.lowerBound)
                var to = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
                let left = unsafe ZSTD_compressStream2(context, &to, &from, isLast ? ZSTD_e_end : ZSTD_e_continue)
                precondition(ZSTD_isError(left) == 0, "zstd could not compress")
                return unsafe (from.pos - range.lowerBound, to.pos, left == 0)
            }
        }
    }
}
