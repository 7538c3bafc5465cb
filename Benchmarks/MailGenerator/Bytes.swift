/// Bytes that grow at their end.
struct Bytes {
    private(set) var all: [UInt8] = []

    var count: Int { all.count }

    mutating func clear() {
        all.removeAll(keepingCapacity: true)
    }

    mutating func append(_ text: String) {
        all.append(contentsOf: text.utf8)
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        all.append(contentsOf: bytes)
    }

    mutating func append(_ byte: UInt8) {
        all.append(byte)
    }

    /// Ends every line by carriage return and line feed.
    mutating func makeCRLF() {
        var lines: [UInt8] = []
        lines.reserveCapacity(all.count + all.count / 40)
        for byte in all {
            if byte == UInt8(ascii: "\n") { lines.append(UInt8(ascii: "\r")) }
            lines.append(byte)
        }
        all = lines
    }
}
