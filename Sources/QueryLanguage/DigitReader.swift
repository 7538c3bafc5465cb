/// Takes numbers and signs from the front of a text.
package struct DigitReader {
    private var rest: Substring.UTF8View

    package init(_ text: Substring) {
        rest = text.utf8
    }

    package var isAtEnd: Bool { rest.isEmpty }

    /// Takes this ASCII character, if it is next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes all the digits that are next; nil if their number is not in the range (18 at most).
    package mutating func number(digits: ClosedRange<Int>) -> Int64? {
        var value: Int64 = 0
        var count = 0
        while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            count += 1
            guard count <= min(digits.upperBound, 18) else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            rest.removeFirst()
        }
        return count >= digits.lowerBound ? value : nil
    }

    /// Takes a fraction of at most six digits, in millionths, with the unit of its last digit; without a fraction the
    /// unit is one.
    mutating func fraction() -> (value: Int64, unit: Int64)? {
        guard take(".") else { return (0, 1_000_000) }
        let before = rest.count
        guard let digits = number(digits: 1...6) else { return nil }
        var unit: Int64 = 1_000_000
        for _ in 0..<before - rest.count { unit /= 10 }
        return (digits * unit, unit)
    }

    enum Zone {
        case local
        /// Seconds east of UTC.
        case offset(Int64)
    }

    /// Takes `Z`, `+01`, `+0100` or `+01:00`; without a zone the time is local.
    mutating func zone() -> Zone? {
        if take("z") || take("Z") { return .offset(0) }
        let isEast = take("+")
        guard isEast || take("-") else { return .local }
        guard let hours = twoDigits(), hours < 24 else { return nil }
        var minutes: Int64 = 0
        if take(":") || !isAtEnd {
            guard let number = twoDigits(), number < 60 else { return nil }
            minutes = number
        }
        let offset = hours * 3_600 + minutes * 60
        return .offset(isEast ? offset : -offset)
    }

    private mutating func twoDigits() -> Int64? {
        var pair = DigitReader(Substring(rest.prefix(2)))
        guard let value = pair.number(digits: 2...2) else { return nil }
        rest.removeFirst(2)
        return value
    }
}
