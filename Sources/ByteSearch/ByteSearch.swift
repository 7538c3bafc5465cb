internal import Glibc

/// Finds a byte in a part of an array with memchr(3), many times faster than a loop.
public func firstIndex(of byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    bytes.span.extracting(range).firstIndex(of: byte).map { $0 + range.lowerBound }
}

extension Span<UInt8> {
    /// Finds a byte with memchr(3), from an index on.
    public func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        unsafe extracting(start..<count).withUnsafeBufferPointer { buffer -> Int? in
            guard let base = buffer.baseAddress, let found = unsafe memchr(base, CInt(byte), buffer.count) else {
                return nil
            }
            return unsafe start + (UnsafeRawPointer(found) - UnsafeRawPointer(base))
        }
    }
}

/// Whether two runs of bytes of one length are equal, by memcmp(3).
public func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    unsafe memcmp(left, right, count) == 0
}
