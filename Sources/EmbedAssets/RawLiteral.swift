/// A text as a raw literal of several lines, in which nothing is escaped.
struct RawLiteral {
    let text: String

    /// Nil for bytes that such a literal would not give back: those that are no UTF-8, CR, and NUL.
    init?(_ bytes: [UInt8]) {
        guard let content = String(validating: bytes, as: UTF8.self), !bytes.contains(where: { $0 == 0 || $0 == 0x0D })
        else { return nil }
        let fence = String(repeating: "#", count: Self.longestRun(in: bytes) + 1)
        text = "\(fence)\"\"\"\n\(content)\n\"\"\"\(fence)"
    }

    /// How many `#` stand behind each other at most: a literal with one more of them ends and escapes nowhere within.
    private static func longestRun(in bytes: [UInt8]) -> Int {
        var longest = 0
        var run = 0
        for byte in bytes {
            run = byte == UInt8(ascii: "#") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
