/// Tests on eight bytes at once (SIMD within a register).
enum SWAR {
    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Returns a word whose lowest set high bit marks the first `"`, `\` or control byte; 0 if there is none.
    ///
    /// Bits above the lowest set one may be false alarms, because the subtraction borrows.
    @inline(__always) static func special(in word: UInt64) -> UInt64 {
        let control = (word &- ones &* 0x20) & ~word
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        return (control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & highBits
    }
}
