internal import CZstd

/// Reads zstd frames, one behind the other; skippable frames are skipped (RFC 8878 section 3.1.2).
@safe
final class ZstdDecoder: StreamDecoder {
    private let context: OpaquePointer
    private(set) var mayEnd = false

    init() {
        guard let context = unsafe ZSTD_createDCtx() else { preconditionFailure("zstd could not allocate a context") }
        unsafe self.context = context
        let logarithm = CInt(StreamDecompressor.largestWindow.trailingZeroBitCount)
        unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, logarithm)
    }

    deinit {
        unsafe ZSTD_freeDCtx(context)
    }

    func step(
        over input: [UInt8], _ waiting: Range<Int>, into output: inout [UInt8], _ place: Range<Int>
    ) throws(CompressionError) -> (consumed: Int, produced: Int) {
        let (consumed, produced, result) = unsafe input.withUnsafeBytes { source in
            unsafe output.withUnsafeMutableBytes { target in
                var from = unsafe ZSTD_inBuffer(
                    src: source.baseAddress, size: waiting.upperBound, pos: waiting.lowerBound)
                var to = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: place.upperBound, pos: place.lowerBound)
                let result = unsafe ZSTD_decompressStream(context, &to, &from)
                return unsafe (from.pos - waiting.lowerBound, to.pos - place.lowerBound, result)
            }
        }
        guard ZSTD_isError(result) == 0 else {
            if ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge { throw .windowTooLarge }
            throw .damaged(unsafe ZSTD_getErrorName(result).map { unsafe String(cString: $0) } ?? "zstd error")
        }
        // 0 says that a frame is complete and all of it written; without progress it says nothing.
        if consumed > 0 || produced > 0 { mayEnd = result == 0 }
        return (consumed, produced)
    }
}
