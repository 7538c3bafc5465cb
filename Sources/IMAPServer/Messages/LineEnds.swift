internal import ByteSearch

/// Line ends as IMAP counts and sends them: CR LF (RFC 9051 section 2.3.4). A bare CR is no line end.
package enum LineEnds {
    /// Returns the size that ``converted(_:)`` would have.
    ///
    /// - Complexity: O(the length); nothing is copied.
    package static func size(of raw: [UInt8]) -> Int { raw.count + bareCount(raw) }

    /// Counts the size with CR LF of bytes that come in pieces.
    struct Counter {
        private(set) var size = 0
        private var endsInCR = false

        mutating func take(_ piece: [UInt8]) {
            guard let last = piece.last else { return }
            size += LineEnds.size(of: piece)
            if endsInCR, piece[0] == 0x0A { size -= 1 }
            endsInCR = last == 0x0D
        }
    }

    /// Puts a CR before each LF that has none.
    ///
    /// - Complexity: O(the length); bytes that need no change are not copied.
    package static func converted(_ raw: [UInt8]) -> [UInt8] {
        let bare = bareCount(raw)
        guard bare > 0 else { return raw }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.count + bare)
        var start = 0
        while let end = firstIndex(of: 0x0A, in: raw, start..<raw.count) {
            bytes += raw[start..<end]
            if end == 0 || raw[end - 1] != 0x0D { bytes.append(0x0D) }
            bytes.append(0x0A)
            start = end + 1
        }
        bytes += raw[start...]
        return bytes
    }

    /// Whether lines of both kinds are there: what came with CR LF, and has an LF that ends no line.
    static func areMixed(_ raw: [UInt8]) -> Bool {
        let counts = lineFeeds(raw)
        return counts.bare > 0 && counts.bare < counts.all
    }

    /// Returns the bytes that became a range of ``converted(_:)``.
    ///
    /// - Complexity: O(the length).
    static func raw(_ range: Range<Int>, of raw: [UInt8]) -> ArraySlice<UInt8> {
        var (converted, start, previous) = (0, raw.count, UInt8(0))
        for (index, byte) in raw.enumerated() {
            if converted >= range.upperBound { return raw[min(start, index)..<index] }
            if converted >= range.lowerBound { start = min(start, index) }
            converted += byte == 0x0A && previous != 0x0D ? 2 : 1
            previous = byte
        }
        return raw[start...]
    }

    private static func bareCount(_ raw: [UInt8]) -> Int { lineFeeds(raw).bare }

    private static func lineFeeds(_ raw: [UInt8]) -> (all: Int, bare: Int) {
        var (all, bare, start) = (0, 0, 0)
        while let end = firstIndex(of: 0x0A, in: raw, start..<raw.count) {
            all += 1
            if end == 0 || raw[end - 1] != 0x0D { bare += 1 }
            start = end + 1
        }
        return (all, bare)
    }
}
