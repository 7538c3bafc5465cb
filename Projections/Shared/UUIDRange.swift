/// The ids that begin with some hexadecimal digits, as the least and the greatest of them.
struct UUIDRange: Equatable {
    let first: [UInt8]
    let last: [UInt8]
    /// Whether the digits are a whole id.
    var isOfOne: Bool { first == last }

    /// Takes digits in either case, with hyphens anywhere; nil for anything else, for none and for more than 32.
    init?(prefix: String) {
        var digits: [UInt8] = []
        for byte in prefix.utf8 where byte != UInt8(ascii: "-") {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digits.append(byte - UInt8(ascii: "A") + 10)
            default: return nil
            }
            guard digits.count <= 32 else { return nil }
        }
        guard !digits.isEmpty else { return nil }
        func bytes(filledWith digit: UInt8) -> [UInt8] {
            let all = digits + Array(repeating: digit, count: 32 - digits.count)
            return (0..<16).map { all[2 * $0] << 4 | all[2 * $0 + 1] }
        }
        first = bytes(filledWith: 0)
        last = bytes(filledWith: 15)
    }
}
