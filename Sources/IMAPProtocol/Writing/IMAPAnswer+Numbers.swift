extension IMAPAnswer {
    public mutating func number(_ value: UInt64) {
        var rest = value
        var count = 1
        while rest >= 10 {
            rest /= 10
            count += 1
        }
        let start = bytes.count
        for _ in 0..<count { bytes.append(UInt8(ascii: "0")) }
        rest = value
        var place = start + count
        while rest > 0 {
            place -= 1
            bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    public mutating func number(_ value: UInt32) {
        number(UInt64(value))
    }

    /// Appends a number that is not negative.
    public mutating func number(_ value: Int) {
        precondition(value >= 0, "IMAP has no negative numbers")
        number(UInt64(value))
    }

    /// Appends numbers as a sequence set, `1:3,5`. They ascend, and there is one at least.
    public mutating func set(_ numbers: [UInt32]) {
        precondition(!numbers.isEmpty, "A sequence set is never empty")
        var start = 0
        while start < numbers.count {
            var end = start
            while end + 1 < numbers.count, numbers[end] != .max, numbers[end + 1] == numbers[end] + 1 { end += 1 }
            if start > 0 { byte(UInt8(ascii: ",")) }
            range(numbers[start], numbers[end])
            start = end + 1
        }
    }

    /// Appends ranges as a sequence set. They ascend, and there is one at least; those that touch are joined.
    public mutating func set(_ ranges: [ClosedRange<UInt32>]) {
        guard var open = ranges.first else { preconditionFailure("A sequence set is never empty") }
        for next in ranges.dropFirst() {
            if open.upperBound != .max, next.lowerBound > open.upperBound + 1 {
                range(open.lowerBound, open.upperBound)
                byte(UInt8(ascii: ","))
                open = next
            } else {
                open = open.lowerBound...max(open.upperBound, next.upperBound)
            }
        }
        range(open.lowerBound, open.upperBound)
    }

    private mutating func range(_ first: UInt32, _ last: UInt32) {
        number(first)
        guard last > first else { return }
        byte(UInt8(ascii: ":"))
        number(last)
    }
}
