/// Numbers of messages or UIDs, as ranges (RFC 9051 section 9, `sequence-set`).
public struct SequenceSet: Sendable, Hashable {
    /// One range as it was written; nil is `*`, the greatest number there is.
    public struct Piece: Sendable, Hashable {
        public let first: UInt32?
        public let last: UInt32?

        public init(_ first: UInt32?, _ last: UInt32?) {
            self.first = first
            self.last = last
        }
    }

    public let pieces: [Piece]
    /// Whether it is `$`: what the last search kept (RFC 5182).
    public let isSaved: Bool

    public init(_ pieces: [Piece]) {
        self.pieces = pieces
        isSaved = false
    }

    private init(saved: Bool) {
        pieces = []
        isSaved = saved
    }

    public static let saved = SequenceSet(saved: true)

    /// Returns the ranges, ascending, none touching another; `*` is the greatest number.
    ///
    /// - Complexity: O(*n* log *n*) in the pieces, whatever they name.
    public func ranges(greatest: UInt32) -> [ClosedRange<UInt32>] {
        let ranges = pieces.map { piece -> ClosedRange<UInt32> in
            let (first, last) = (piece.first ?? greatest, piece.last ?? greatest)
            return min(first, last)...max(first, last)
        }.sorted { $0.lowerBound < $1.lowerBound }
        var joined: [ClosedRange<UInt32>] = []
        for range in ranges {
            if let last = joined.last, UInt64(range.lowerBound) <= UInt64(last.upperBound) + 1 {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}
