internal import CZlib

/// Inflates a stream without a wrapper (RFC 1951) as its bytes come, in constant memory: 40 KiB.
@safe
package final class InflateStream {
    /// On the heap: zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private var hasEnded = false

    /// What is lent at once, whatever the bytes inflate to.
    private static let piece = 16_384

    package init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // Only want of memory can make it fail.
        let result = unsafe mailledger_inflate_init_raw(stream)
        precondition(result == Z_OK, "zlib could not allocate a state")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Lends what bytes inflate to, piece by piece; the closure returns false to stop for good.
    ///
    /// - Throws: ``CompressionError`` for bytes that are not compressed, or that follow the end of the stream.
    package func inflate(_ bytes: [UInt8], _ body: (ArraySlice<UInt8>) -> Bool) throws(CompressionError) {
        var output = [UInt8](repeating: 0, count: Self.piece)
        var waiting = 0..<bytes.count
        while true {
            guard !hasEnded else {
                guard waiting.isEmpty else { throw .damaged("other bytes follow the compressed ones") }
                return
            }
            let step = unsafe ZlibStep(stream, over: bytes, waiting, into: &output, 0..<output.count)
            if let failure = unsafe step.failure(stream) { throw failure }
            hasEnded = step.result == Z_STREAM_END
            waiting = (waiting.lowerBound + step.consumed)..<waiting.upperBound
            if step.produced > 0, !body(output[..<step.produced]) { return }
            // A piece that is full may not be the last one.
            if waiting.isEmpty, step.produced < output.count { return }
        }
    }
}
