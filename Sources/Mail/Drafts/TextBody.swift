internal import Cryptography

/// A text as the body of a message: as it is where that survives any transport, else quoted-printable (RFC 2045, 6.7).
package struct TextBody {
    /// The value of `Content-Transfer-Encoding`.
    package let encoding: String
    package let bytes: [UInt8]

    /// 6.7, rule 5: an encoded line has no more than 76 characters, a soft line break with it.
    private static let width = 76

    init(_ text: String) {
        var lines = Self.lines(of: text)
        if lines.last != [] { lines.append([]) }
        self.init(lines)
    }

    /// A text that is read as it is, whether or not its last line has an end.
    package init(exactly text: String) {
        self.init(Self.lines(of: text))
    }

    /// A text to the byte, with line ends as they are: those of mail are all alike (RFC 2045, 6.8).
    init(verbatim text: String) {
        encoding = "base64"
        let digits = Array(Array(text.utf8).base64.utf8)
        let lines = stride(from: 0, to: digits.count, by: Self.width).map { start in
            Array(digits[start..<min(start + Self.width, digits.count)]) + [0x0d, 0x0a]
        }
        bytes = Array(lines.joined())
    }

    /// - Parameter lines: The last one has no end.
    private init(_ lines: [[UInt8]]) {
        let isPlain = lines.allSatisfy(Self.isPlain)
        encoding = isPlain ? "7bit" : "quoted-printable"
        bytes = Array((isPlain ? lines : lines.map(Self.quoted)).joined(separator: [0x0d, 0x0a]))
    }

    /// The lines without their ends; an empty one behind a last line that has one.
    private static func lines(of text: String) -> [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        var followsReturn = false
        for byte in text.utf8 {
            switch byte {
            case 0x0a where followsReturn: followsReturn = false
            case 0x0a, 0x0d:
                lines.append([])
                followsReturn = byte == 0x0d
            default:
                lines[lines.count - 1].append(byte)
                followsReturn = false
            }
        }
        return lines
    }

    private static func isPlain(_ line: [UInt8]) -> Bool {
        line.count <= width && line.allSatisfy { (0x20..<0x7f).contains($0) || $0 == 0x09 }
            && line.last != 0x20 && line.last != 0x09 && !isChangedOnTheWay(line)
    }

    /// Whether an mbox or SMTP would take the line for something else: `From ` or a dot at its start.
    private static func isChangedOnTheWay(_ line: [UInt8]) -> Bool {
        line.starts(with: "From ".utf8) || line.first == UInt8(ascii: ".")
    }

    private static func quoted(_ line: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var length = 0
        for (index, byte) in line.enumerated() {
            let isLast = index == line.count - 1
            let isBlank = byte == 0x20 || byte == 0x09
            let stands =
                ((0x21..<0x7f).contains(byte) && byte != UInt8(ascii: "=") || isBlank && !isLast)
                && !(index == 0 && isChangedOnTheWay(line))
            let piece = stands ? [byte] : escape(byte)
            if length + piece.count > (isLast ? width : width - 1) {
                output += [UInt8(ascii: "="), 0x0d, 0x0a]
                length = 0
            }
            output += piece
            length += piece.count
        }
        return output
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 0x0f)]]
    }
}
