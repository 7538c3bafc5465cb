internal import Hashing

/// The first digits of an id, as a person types them.
public enum IDPrefix {
    /// Returns the lowest and the highest id that begin so, as 16 bytes each; nil when it is not 1 to 32 hexadecimal digits.
    ///
    /// Hyphens are passed over, and so is the case of the digits.
    public static func range(_ prefix: String) -> (low: [UInt8], high: [UInt8])? {
        let digits = prefix.filter { $0 != "-" }
        guard (1...32).contains(digits.utf8.count) else { return nil }
        let missing = 32 - digits.utf8.count
        guard let low = [UInt8](hex: digits + String(repeating: "0", count: missing)),
            let high = [UInt8](hex: digits + String(repeating: "f", count: missing))
        else { return nil }
        return (low, high)
    }
}
