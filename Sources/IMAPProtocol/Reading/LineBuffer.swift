/// Bytes that have come and are not yet read, as lines and as counted bytes.
///
/// Lines end in CR LF; LF alone is taken too, as people type it. No byte is looked at twice in search of a line's end.
struct LineBuffer: Sendable {
    enum Line {
        case incomplete
        case tooLong
        case line(ArraySlice<UInt8>)
    }

    private static let kept = 131_072

    private var bytes: [UInt8] = []
    private var position = 0
    /// No line feed is between `position` and here.
    private var searched = 0

    mutating func append(_ more: some Sequence<UInt8>) {
        compact()
        bytes.append(contentsOf: more)
    }

    /// Takes a line without its end; one of more than `limit` bytes is left for `skipLine`.
    mutating func next(limit: Int) -> Line {
        guard findLineFeed() else {
            // The last byte may be the CR of the line's end.
            return bytes.count - position > limit + 1 ? .tooLong : .incomplete
        }
        let end = searched > position && bytes[searched - 1] == UInt8(ascii: "\r") ? searched - 1 : searched
        guard end - position <= limit else { return .tooLong }
        let line = bytes[position..<end]
        consume(to: searched + 1)
        return .line(line)
    }

    /// The first bytes of what is not yet read.
    func start(_ count: Int) -> ArraySlice<UInt8> { bytes[position...].prefix(count) }

    /// Takes at most `count` bytes.
    mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        let end = position + min(count, bytes.count - position)
        let taken = bytes[position..<end]
        consume(to: end)
        return taken
    }

    /// Drops the rest of a line and returns the last bytes before its end; nil, if the end has not come.
    mutating func skipLine(keeping count: Int) -> ArraySlice<UInt8>? {
        guard findLineFeed() else {
            // Two more for the CR, and for what precedes an announcement.
            consume(to: max(position, bytes.count - count - 2))
            return nil
        }
        let end = searched > position && bytes[searched - 1] == UInt8(ascii: "\r") ? searched - 1 : searched
        let tail = bytes[position..<end].suffix(count)
        consume(to: searched + 1)
        return tail
    }

    /// Moves `searched` to the next line feed, or to the end.
    private mutating func findLineFeed() -> Bool {
        searched = max(searched, position)
        searched = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        return searched < bytes.count
    }

    private mutating func consume(to end: Int) {
        position = end
    }

    /// Gives up what was read.
    ///
    /// It waits for the next bytes, because a line that was returned shares this memory until it is copied.
    private mutating func compact() {
        guard position > 0 else { return }
        if position == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.kept)
        } else if position >= Self.kept, position >= bytes.count - position {
            // What moves is shorter than what goes, so that all moves together are linear.
            bytes.removeSubrange(..<position)
        } else {
            return
        }
        searched = max(0, searched - position)
        position = 0
    }
}
