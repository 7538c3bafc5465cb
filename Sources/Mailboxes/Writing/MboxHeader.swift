import ByteSearch

/// Corrects a `Content-Length` in the header of a message that goes into an mbox, if it leads beyond the message.
///
/// Readers of the mbox would take the messages behind it for parts of this one. The header is held back until its end is
/// known, or up to the length in which ``MboxScanner`` looks for the field.
package struct MboxHeader {
    private let size: Int64
    private var held: [UInt8]? = []
    /// The start of the line that is not complete yet, and the part of it that has no line end.
    private var lineStart = 0
    private var searched = 0

    /// - Parameter size: The bytes of the whole message.
    package init(ofMessageOf size: Int64) {
        self.size = size
    }

    /// Returns the bytes that can be written, which are all of them behind the header.
    package mutating func take(_ piece: [UInt8]) -> [UInt8] {
        guard var bytes = held else { return piece }
        // Not copied for each piece.
        held = nil
        bytes += piece
        while let end = firstIndex(of: UInt8(ascii: "\n"), in: bytes, searched..<bytes.count) {
            let isEmpty = bytes[lineStart..<end].allSatisfy { $0 == UInt8(ascii: "\r") }
            lineStart = end + 1
            searched = lineStart
            if isEmpty { return corrected(bytes[..<lineStart], size - Int64(lineStart)) + bytes[lineStart...] }
        }
        searched = bytes.count
        if Int64(bytes.count) >= MboxScanner.longestHeader { return corrected(bytes[...], 0) }
        held = bytes
        return []
    }

    /// Returns the bytes that were held back, of a message that is a header alone.
    package mutating func finish() -> [UInt8] {
        defer { held = nil }
        return held.map { corrected($0[...], 0) } ?? []
    }

    private func corrected(_ header: ArraySlice<UInt8>, _ length: Int64) -> [UInt8] {
        var output: [UInt8] = []
        var isCorrected = false
        for line in header.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let continues = line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t")
            if continues, isCorrected { continue }
            isCorrected = Self.statedLength(line).map { $0 > length } ?? false
            let end: [UInt8] = line.last == UInt8(ascii: "\r") ? [0x0D, 0x0A] : [0x0A]
            output += isCorrected ? Array("Content-Length: \(length)".utf8) + end : line + [0x0A]
        }
        // There is one piece more than line ends.
        output.removeLast()
        return output
    }

    /// The value of a `Content-Length`; nil for another line, and for a value that no reader understands.
    private static func statedLength(_ line: ArraySlice<UInt8>) -> Int64? {
        let name = Array("content-length:".utf8)
        guard line.count >= name.count,
            zip(line, name).allSatisfy({ $0 == $1 || (0x41...0x5A).contains($0) && $0 | 0x20 == $1 })
        else { return nil }
        let digits = line.dropFirst(name.count).filter { $0 > 0x20 }
        // Some readers look for the value on the next line.
        return digits.isEmpty ? .max : Int64(String(decoding: digits, as: UTF8.self))
    }
}
