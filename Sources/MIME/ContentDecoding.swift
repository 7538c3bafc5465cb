/// Undoes the transfer encoding of a part's content as a whole.
package enum ContentDecoding {
    /// Returns the decoded content; nil if the encoding is neither one of RFC 2045 section 6.1 nor uuencode.
    ///
    /// - Parameter name: The word of `Content-Transfer-Encoding`, in any case; nil where there is none.
    package static func decoded(_ content: ArraySlice<UInt8>, encoding name: String?) -> [UInt8]? {
        let name = name?.lowercased() ?? "7bit"
        let encoding = TransferEncoding(Array(name.utf8))
        if encoding == .identity {
            return ["7bit", "8bit", "binary"].contains(name) ? Array(content) : nil
        }
        let content = encoding == .quotedPrintable ? withoutPadding(content)[...] : content
        var decoder = ContentDecoder(encoding)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(encoding == .base64 ? content.count / 4 * 3 : content.count)
        var rest = content
        while !rest.isEmpty {
            decoded += decoder.decode(rest.prefix(chunk))
            rest = rest.dropFirst(chunk)
        }
        return decoded + decoder.finish()
    }

    /// Returns quoted-printable without the blanks that transport put at the ends of lines (RFC 2045 section 6.7, rule 3).
    ///
    /// GMime leaves them, and reads no soft line break before them.
    private static func withoutPadding(_ content: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count)
        var end = content.startIndex
        func addLine(_ line: Range<Int>, _ lineEnd: Range<Int>) {
            let last = content[line].lastIndex { $0 != 0x20 && $0 != 0x09 }
            bytes += content[line.lowerBound..<(last.map { $0 + 1 } ?? line.lowerBound)]
            bytes += content[lineEnd]
        }
        while let lineFeed = content[end...].firstIndex(of: 0x0A) {
            let textEnd = lineFeed > end && content[lineFeed - 1] == 0x0D ? lineFeed - 1 : lineFeed
            addLine(end..<textEnd, textEnd..<lineFeed + 1)
            end = lineFeed + 1
        }
        addLine(end..<content.endIndex, content.endIndex..<content.endIndex)
        return bytes
    }

    private static let chunk = 64 << 10
}
