extension Lexer {
    /// The greatest mod-sequence (RFC 7162 section 7) and the greatest `number64`.
    static let greatest = UInt64(Int64.max)

    mutating func number(in range: ClosedRange<UInt64>) throws(Stop) -> UInt64 {
        let digits = run(\.isDigit)
        guard !digits.isEmpty else { throw .bad("Expected a number") }
        var value: UInt64 = 0
        for digit in digits {
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = tens.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
            guard !isTooLarge, !isLarger else { throw .bad("A number is too large") }
            value = sum
        }
        guard range.contains(value) else { throw .bad("A number is out of its range") }
        return value
    }

    /// A number from 1 on that fits 32 bits.
    mutating func positive() throws(Stop) -> UInt32 {
        UInt32(try number(in: 1...UInt64(UInt32.max)))
    }

    mutating func sequenceSet() throws(Stop) -> SequenceSet {
        if take("$") { return .saved }
        var pieces: [SequenceSet.Piece] = []
        repeat {
            let first = try sequenceNumber()
            pieces.append(SequenceSet.Piece(first, take(":") ? try sequenceNumber() : first))
        } while take(",")
        return SequenceSet(pieces)
    }

    /// A set that names each number: `*` and `$` are refused (RFC 7162 section 3.2.5.2).
    mutating func knownSet() throws(Stop) -> SequenceSet {
        let set = try sequenceSet()
        guard !set.isSaved, set.pieces.allSatisfy({ $0.first != nil && $0.last != nil }) else {
            throw .bad("A known set names its numbers")
        }
        return set
    }

    private mutating func sequenceNumber() throws(Stop) -> UInt32? {
        take("*") ? nil : try positive()
    }
}
