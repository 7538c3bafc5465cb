internal import CZlib

/// Reads consecutive gzip members (RFC 1952), and skips zeros after the last one, as gzip(1) does.
@safe
final class GzipDecoder: StreamDecoder {
    private enum Place {
        case member
        case betweenMembers
        case padding
    }

    /// On the heap: zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private var place = Place.member

    init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // Only want of memory can make it fail.
        let result = unsafe mailledger_inflate_init_gzip(stream)
        precondition(result == Z_OK, "zlib could not allocate a state")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    var mayEnd: Bool { place != .member }

    func step(
        over input: [UInt8], _ waiting: Range<Int>, into output: inout [UInt8], _ target: Range<Int>
    ) throws(CompressionError) -> (consumed: Int, produced: Int) {
        if place != .member, let first = waiting.first.map({ input[$0] }) {
            if first == 0 {
                place = .padding
                return (input[waiting].prefix { $0 == 0 }.count, 0)
            }
            guard place == .betweenMembers, unsafe inflateReset(stream) == Z_OK else {
                throw .damaged("other bytes follow the compressed ones")
            }
            place = .member
        }
        return try inflateOnce(input, waiting, &output, target)
    }

    private func inflateOnce(
        _ input: [UInt8], _ waiting: Range<Int>, _ output: inout [UInt8], _ target: Range<Int>
    ) throws(CompressionError) -> (consumed: Int, produced: Int) {
        guard place == .member else { return (0, 0) }
        let step = unsafe ZlibStep(stream, over: input, waiting, into: &output, target)
        if let failure = unsafe step.failure(stream) { throw failure }
        if step.result == Z_STREAM_END { place = .betweenMembers }
        return (step.consumed, step.produced)
    }
}
