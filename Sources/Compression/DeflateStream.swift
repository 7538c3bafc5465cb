internal import CZlib

/// Compresses a stream without a wrapper (RFC 1951), so that each piece can be read once it has come.
///
/// The window is 4 KiB: a state takes 40 KiB with it, and 270 KiB with the largest one.
@safe
package final class DeflateStream {
    /// On the heap: zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Below, zlib could write the mark at the end of a piece more than once (zlib.h, deflate).
    private static let leastRoom = 64

    package init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // Only want of memory can make it fail.
        let result = unsafe mailledger_deflate_init_raw(stream)
        precondition(result == Z_OK, "zlib could not allocate a state")
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Returns the compressed bytes of a piece, all of them.
    package func compress(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        unsafe bytes.withUnsafeBufferPointer { from in
            // zlib reads through a pointer that C calls mutable, and writes nothing there.
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: from.baseAddress)
            unsafe stream.pointee.avail_in = uInt(from.count)
            var isFull = true
            while isFull {
                let room = unsafe Self.leastRoom + Int(stream.pointee.avail_in) / 2
                output += unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                    unsafe stream.pointee.next_out = buffer.baseAddress
                    unsafe stream.pointee.avail_out = uInt(room)
                    let result = unsafe deflate(stream, Z_SYNC_FLUSH)
                    // Nothing was left to write.
                    precondition(result == Z_OK || result == Z_BUF_ERROR, "zlib could not compress")
                    count = unsafe room - Int(stream.pointee.avail_out)
                    isFull = unsafe stream.pointee.avail_out == 0
                }
            }
        }
        return output
    }
}
