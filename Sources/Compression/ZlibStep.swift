internal import CZlib

/// One call of inflate(3).
@safe
struct ZlibStep {
    let result: Int32
    let consumed: Int
    let produced: Int

    /// Inflates some bytes of `input` into some of `output`.
    ///
    /// - Parameter stream: It keeps its address, and no pointer that it is handed here.
    init(
        _ stream: UnsafeMutablePointer<z_stream>, over input: [UInt8], _ waiting: Range<Int>,
        into output: inout [UInt8], _ target: Range<Int>
    ) {
        result = unsafe input.withUnsafeBufferPointer { from in
            unsafe output.withUnsafeMutableBufferPointer { to in
                // zlib reads through a pointer that C calls mutable, and writes nothing there.
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: from.baseAddress)
                    .map { unsafe $0 + waiting.lowerBound }
                unsafe stream.pointee.avail_in = uInt(waiting.count)
                unsafe stream.pointee.next_out = to.baseAddress.map { unsafe $0 + target.lowerBound }
                unsafe stream.pointee.avail_out = uInt(target.count)
                return unsafe inflate(stream, Z_NO_FLUSH)
            }
        }
        consumed = unsafe waiting.count - Int(stream.pointee.avail_in)
        produced = unsafe target.count - Int(stream.pointee.avail_out)
    }

    /// The error that the call ended with; nil where it did what could be done.
    func failure(_ stream: UnsafeMutablePointer<z_stream>) -> CompressionError? {
        // For want of bytes or of room nothing could be done; more may help.
        guard ![Z_OK, Z_BUF_ERROR, Z_STREAM_END].contains(result) else { return nil }
        return .damaged(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "zlib error \(result)")
    }
}
