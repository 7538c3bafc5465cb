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
        let result = unsafe input.withUnsafeBufferPointer { from in
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
        let consumed = unsafe waiting.count - Int(stream.pointee.avail_in)
        let produced = unsafe target.count - Int(stream.pointee.avail_out)
        switch result {
        case Z_OK: break
        // Nothing could be done; more bytes may help.
        case Z_BUF_ERROR: break
        case Z_STREAM_END: place = .betweenMembers
        default:
            throw .damaged(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "zlib error \(result)")
        }
        return (consumed, produced)
    }
}
