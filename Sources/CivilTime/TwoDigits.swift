extension BinaryInteger {
    /// The number with a zero before it if it has one digit: `07`.
    package var twoDigits: String { (self < 10 ? "0" : "") + String(self) }
}
