/// Any bytes as a literal, in which a scalar stands for the byte of its number.
struct EscapedLiteral {
    let text: String

    init(_ bytes: [UInt8]) {
        let pieces = bytes.map { byte -> String in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
            case 0x20..<0x7F: String(UnicodeScalar(byte))
            default: "\\u{" + String(byte, radix: 16) + "}"
            }
        }
        text = "\"" + pieces.joined() + "\""
    }
}
