/// A script or a style sheet as browsers get it: without comments, and without the spaces that only people need.
///
/// Lines stay lines. A script may have no `/` behind a closing parenthesis or brace that begins a regular expression, and no
/// template within a template.
struct SlimText {
    private(set) var bytes: [UInt8] = []
    private let source: [UInt8]
    private let isScript: Bool
    private var index = 0
    private var hasSpace = false

    /// The bytes of a file, by its name; other kinds stay as they are.
    static func bytes(of source: [UInt8], named name: String) -> [UInt8] {
        guard name.hasSuffix(".js") || name.hasSuffix(".css") else { return source }
        var text = SlimText(source, isScript: name.hasSuffix(".js"))
        text.read()
        return text.bytes
    }

    private init(_ source: [UInt8], isScript: Bool) {
        self.source = source
        self.isScript = isScript
    }

    private mutating func read() {
        while index < source.count {
            let byte = source[index]
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                hasSpace = true
                index += 1
            case UInt8(ascii: "\n"):
                if let last = bytes.last, last != byte { bytes.append(byte) }
                hasSpace = false
                index += 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): copy(until: byte)
            case UInt8(ascii: "/") where next == UInt8(ascii: "*"): skip(until: [UInt8(ascii: "*"), UInt8(ascii: "/")])
            case UInt8(ascii: "/") where isScript && next == UInt8(ascii: "/"):
                while index < source.count, source[index] != UInt8(ascii: "\n") { index += 1 }
            case UInt8(ascii: "/") where isScript && beginsExpression: copy(until: byte)
            default:
                append(byte)
                index += 1
            }
        }
    }

    private var next: UInt8? { index + 1 < source.count ? source[index + 1] : nil }

    /// Whether a slash begins a regular expression: what is before it is no value.
    private var beginsExpression: Bool {
        guard let last = bytes.last else { return true }
        return "(,=:[!&|?{};\n>+".utf8.contains(last) || bytes.suffix(6).elementsEqual("return".utf8)
    }

    /// Copies a literal with both ends; in the brackets of a regular expression a slash ends nothing.
    private mutating func copy(until end: UInt8) {
        append(source[index])
        index += 1
        var isInBrackets = false
        while index < source.count {
            let byte = source[index]
            bytes.append(byte)
            index += 1
            if byte == UInt8(ascii: "\\"), index < source.count {
                bytes.append(source[index])
                index += 1
            } else if byte == end, !isInBrackets {
                return
            } else if end == UInt8(ascii: "/") {
                if byte == UInt8(ascii: "[") { isInBrackets = true }
                if byte == UInt8(ascii: "]") { isInBrackets = false }
            }
        }
    }

    private mutating func skip(until end: [UInt8]) {
        index += 2
        while index < source.count, !source[index...].starts(with: end) { index += 1 }
        index += end.count
        hasSpace = true
    }

    private mutating func append(_ byte: UInt8) {
        if hasSpace, let last = bytes.last, last != UInt8(ascii: "\n"), parts(last, byte) {
            bytes.append(UInt8(ascii: " "))
        }
        hasSpace = false
        bytes.append(byte)
    }

    /// Whether two bytes would mean something else without a space between them.
    private func parts(_ left: UInt8, _ right: UInt8) -> Bool {
        guard isScript else { return !"{};:,>".utf8.contains(left) && !"{};,>".utf8.contains(right) }
        func isWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
                true
            default: false
            }
        }
        return isWord(left) && isWord(right) || left == right && "+-/".utf8.contains(left)
    }
}
