import ByteSearch

/// Leaves out of a message's header a `Content-Length` that leads beyond its body.
///
/// Readers of an mbox would take the messages behind it for parts of this one. The header is held back until its end is
/// known.
package struct MboxHeader {
    private let size: Int64
    private var held: [UInt8]? = []
    /// The start of the first line that was not looked at yet.
    private var lineStart = 0

    /// - Parameter size: The bytes of the whole message.
    package init(ofMessageOf size: Int64) {
        self.size = size
    }

    /// Returns the bytes that can be written, which are all of them behind the header.
    package mutating func take(_ piece: [UInt8]) -> [UInt8] {
        guard var bytes = held else { return piece }
        bytes += piece
        while let end = firstIndex(of: UInt8(ascii: "\n"), in: bytes, lineStart..<bytes.count) {
            let isEmpty = bytes[lineStart..<end].allSatisfy { $0 == UInt8(ascii: "\r") }
            lineStart = end + 1
            guard isEmpty else { continue }
            held = nil
            return Self.shortened(bytes[..<lineStart], bodyOf: size - Int64(lineStart)) + bytes[lineStart...]
        }
        held = bytes
        return []
    }

    /// Returns the bytes that were held back, of a message that is a header alone.
    package mutating func finish() -> [UInt8] {
        defer { held = nil }
        return held.map { Self.shortened($0[...], bodyOf: 0) } ?? []
    }

    private static func shortened(_ header: ArraySlice<UInt8>, bodyOf length: Int64) -> [UInt8] {
        var output: [UInt8] = []
        var isLeftOut = false
        for line in header.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.first != UInt8(ascii: " "), line.first != UInt8(ascii: "\t") {
                isLeftOut = statedLength(line).map { $0 > length } ?? false
            }
            if !isLeftOut { output += line + [UInt8(ascii: "\n")] }
        }
        // There is one piece more than line ends.
        output.removeLast()
        return output
    }

    /// The value of a `Content-Length`; nil for another line, and the greatest number for one that is not readable.
    private static func statedLength(_ line: ArraySlice<UInt8>) -> Int64? {
        let name = Array("content-length:".utf8)
        guard line.count >= name.count,
            zip(line, name).allSatisfy({ $0 == $1 || (0x41...0x5A).contains($0) && $0 | 0x20 == $1 })
        else { return nil }
        let digits = line.dropFirst(name.count).filter { $0 > 0x20 }
        return Int64(String(decoding: digits, as: UTF8.self)) ?? .max
    }
}
