/// Undoes the transfer encoding of a part's content.
package enum ContentDecoding {
    /// Lends the decoded content piece by piece, in constant memory.
    ///
    /// - Parameter name: The word of `Content-Transfer-Encoding`, in upper or lower case; nil where there is none.
    /// - Returns: False if the encoding is neither one of RFC 2045 section 6.1 nor uuencode.
    package static func decode(
        _ content: ArraySlice<UInt8>, encoding name: String?, to sink: (ArraySlice<UInt8>) throws -> Void
    ) rethrows -> Bool {
        let name = name?.lowercased() ?? "7bit"
        let encoding = TransferEncoding(Array(name.utf8))
        if encoding == .identity {
            guard ["7bit", "8bit", "binary"].contains(name) else { return false }
            try sink(content)
            return true
        }
        var decoder = ContentDecoder(encoding)
        if encoding == .quotedPrintable {
            try forEachPieceWithoutPadding(content) { try sink(decoder.decode($0)[...]) }
        } else {
            var rest = content
            while !rest.isEmpty {
                try sink(decoder.decode(rest.prefix(chunk))[...])
                rest = rest.dropFirst(chunk)
            }
        }
        try sink(decoder.finish()[...])
        return true
    }

    /// Lends quoted-printable without the blanks that transport put at the ends of lines (RFC 2045 section 6.7, rule 3).
    ///
    /// GMime leaves them, and reads no soft line break before them.
    private static func forEachPieceWithoutPadding(
        _ content: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) throws -> Void
    ) rethrows {
        var piece: [UInt8] = []
        piece.reserveCapacity(min(content.count, chunk))
        func add(_ range: Range<Int>) throws {
            var rest = content[range]
            while !rest.isEmpty {
                let next = rest.prefix(chunk - piece.count)
                piece += next
                rest = rest[next.endIndex...]
                if piece.count == chunk {
                    try body(piece[...])
                    piece.removeAll(keepingCapacity: true)
                }
            }
        }
        func addLine(_ line: Range<Int>, _ lineEnd: Range<Int>) throws {
            let last = content[line].lastIndex { $0 != 0x20 && $0 != 0x09 }
            try add(line.lowerBound..<(last.map { $0 + 1 } ?? line.lowerBound))
            try add(lineEnd)
        }
        var end = content.startIndex
        while let lineFeed = content[end...].firstIndex(of: 0x0A) {
            let textEnd = lineFeed > end && content[lineFeed - 1] == 0x0D ? lineFeed - 1 : lineFeed
            try addLine(end..<textEnd, textEnd..<lineFeed + 1)
            end = lineFeed + 1
        }
        try addLine(end..<content.endIndex, content.endIndex..<content.endIndex)
        try body(piece[...])
    }

    private static let chunk = 64 << 10
}
