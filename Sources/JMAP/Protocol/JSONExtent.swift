/// How deep and how wide a JSON text is, before anything of it is decoded.
///
/// A value of two bytes on the wire has a hundred in memory, so the bytes alone do not bound what a request costs.
package struct JSONExtent {
    /// How many values the body of a request may have.
    package static let most = 200_000

    /// Levels of brackets, outside of strings.
    let depth: Int
    /// Values, about: brackets, and what is between commas.
    let values: Int

    /// Whether there are more values than a request may have.
    package var isTooWide: Bool { values > Self.most }

    package init(of text: [UInt8]) {
        var (depth, greatest, values) = (0, 0, 1)
        var (isInString, isEscaped) = (false, false)
        for byte in text {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                values += 1
                greatest = max(greatest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ","): values += 1
            default: break
            }
        }
        (self.depth, self.values) = (greatest, values)
    }
}
