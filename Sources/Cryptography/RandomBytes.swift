internal import Glibc

/// Returns bytes from the kernel's cryptographically secure generator (getentropy(3)).
///
/// OpenSSL's seeds itself from the same, and takes a millisecond to start.
public func randomBytes(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        while initialized < count {
            // It gives at most 256 at once.
            let piece = unsafe UnsafeMutableRawBufferPointer(buffer)[initialized..<min(count, initialized + 256)]
            let result = unsafe getentropy(piece.base.baseAddress?.advanced(by: piece.startIndex), piece.count)
            precondition(result == 0, "the system has no source of random bytes")
            unsafe initialized += piece.count
        }
    }
}
