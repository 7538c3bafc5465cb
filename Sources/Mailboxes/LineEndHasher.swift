import ByteSearch
internal import Cryptography

/// A hasher that reads CR LF as LF and leaves out the line ends at the very end.
struct LineEndHasher: ~Copyable {
    private static let lineEnds = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)

    private var hasher = SHA256Hasher()
    private var hasReturn = false
    /// Line ends that count only if something follows.
    private var waiting = 0

    mutating func update(_ bytes: borrowing Span<UInt8>) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if hasReturn {
                hasReturn = false
                if byte != UInt8(ascii: "\n") { hash([UInt8(ascii: "\r")].span) }
            }
            if byte == UInt8(ascii: "\r") {
                hasReturn = true
                index += 1
            } else if byte == UInt8(ascii: "\n") {
                waiting += 1
                index += 1
            } else {
                // All bytes up to the next CR at once, except the line ends just before it.
                let stop = bytes.firstIndex(of: UInt8(ascii: "\r"), from: index) ?? bytes.count
                var end = stop
                while bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
                hash(bytes.extracting(index..<end))
                waiting = stop - end
                index = stop
            }
        }
    }

    mutating func finalize() -> SHA256Digest {
        if hasReturn { hash([UInt8(ascii: "\r")].span) }
        hasReturn = false
        waiting = 0
        return hasher.finalize()
    }

    private mutating func hash(_ bytes: borrowing Span<UInt8>) {
        while waiting > 0 {
            let lineEnds = Self.lineEnds
            let count = min(waiting, lineEnds.count)
            hasher.update(lineEnds.span.extracting(0..<count))
            waiting -= count
        }
        hasher.update(bytes)
    }
}
