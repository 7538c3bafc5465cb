/// The multiparts (and messages within) that are open at a place of a message, innermost last.
struct BoundaryStack {
    /// One open container.
    struct Frame {
        /// The delimiter's text; `nil` for a message within, which ends where its surroundings do.
        var boundary: [UInt8]?
        /// The IMAP number that those of its children extend.
        var number: [Int]
        /// The multiparts of kind `alternative` around its children, by the order they came in.
        var alternatives: [Int]
        var isRelated = false
        var isDigest = false
        var childCount = 0
        /// The start of its preamble, and the part that is this nested message.
        var bodyStart: Int64
        var part: Int?
        /// Its index among the nodes of the tree.
        var node: Int?
    }

    var frames: [Frame] = []

    /// Whether any line can be a delimiter.
    var hasBoundaries: Bool { frames.contains { $0.boundary != nil } }

    /// Returns the container whose delimiter line this is, and whether it is the closing one (RFC 2046 section 5.1.1).
    func match(_ window: [UInt8], _ line: LineFragment) -> (frame: Int, isClosing: Bool)? {
        guard line.endsLine, line.content.count > 2, !frames.isEmpty else { return nil }
        let start = line.content.lowerBound
        guard window[start] == 0x2D, window[start + 1] == 0x2D else { return nil }
        var end = line.content.upperBound
        while window[end - 1] == 0x20 || window[end - 1] == 0x09 { end -= 1 }
        let text = window[(start + 2)..<max(end, start + 2)]
        for (index, frame) in frames.enumerated().reversed() {
            guard let boundary = frame.boundary, text.count == boundary.count || text.count == boundary.count + 2,
                text.starts(with: boundary)
            else { continue }
            if text.count == boundary.count { return (index, false) }
            if text.suffix(2).elementsEqual("--".utf8) { return (index, true) }
        }
        return nil
    }
}
