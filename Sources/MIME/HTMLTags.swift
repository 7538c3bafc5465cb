/// A tag of HTML, and where its values are.
struct HTMLTag {
    /// In lower case, cut where it is longer than any name that there is.
    let name: String
    let isClosing: Bool
    /// Names in lower case, and the bytes of their values without quotes.
    let attributes: [(name: String, value: Range<Int>)]
    /// From the `<` to behind the `>`.
    let range: Range<Int>
    /// What follows it that is no markup, as in `style`; nil for other elements.
    let rawText: Range<Int>?
}

/// Finds the tags of HTML one by one, as a browser does, without building a tree.
///
/// The rules are those of <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>.
/// Each byte is met once, whatever is left open: what never ends reaches to the end of the source.
struct HTMLTags {
    private static let rawTextElements: Set<String> = [
        "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "plaintext",
    ]
    private static let longestName = 32
    private static let mostAttributes = 500

    private let source: [UInt8]
    private var index = 0

    init(_ source: [UInt8]) {
        self.source = source
    }

    /// Returns the next tag; nil behind the last one.
    mutating func next() -> HTMLTag? {
        while let open = source[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = open + 1
            guard index < source.count else { break }
            switch source[index] {
            case UInt8(ascii: "!") where source[index...].starts(with: "!--".utf8): skipComment()
            case UInt8(ascii: "!"), UInt8(ascii: "?"): skip(behind: UInt8(ascii: ">"))
            case UInt8(ascii: "/"):
                index += 1
                guard index < source.count else { break }
                if Self.isLetter(source[index]) {
                    if let tag = readTag(from: open, isClosing: true) { return tag }
                } else if source[index] != UInt8(ascii: ">") {
                    skip(behind: UInt8(ascii: ">"))
                }
            case let byte where Self.isLetter(byte):
                if let tag = readTag(from: open, isClosing: false) { return tag }
            default: continue
            }
        }
        index = source.count
        return nil
    }

    // MARK: Tags

    private mutating func readTag(from open: Int, isClosing: Bool) -> HTMLTag? {
        let name = takeName { Self.isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") }
        var attributes: [(name: String, value: Range<Int>)] = []
        while true {
            skip { Self.isSpace($0) || $0 == UInt8(ascii: "/") }
            // A tag that never ends is none.
            guard index < source.count else { return nil }
            if source[index] == UInt8(ascii: ">") { break }
            let attribute = readAttribute()
            if attributes.count < Self.mostAttributes { attributes.append(attribute) }
        }
        index += 1
        let end = index
        var rawText: Range<Int>?
        if !isClosing, Self.rawTextElements.contains(name) {
            rawText = end..<endOfRawText(of: name)
            index = rawText?.upperBound ?? end
        }
        return HTMLTag(
            name: name, isClosing: isClosing, attributes: attributes, range: open..<end, rawText: rawText)
    }

    private mutating func readAttribute() -> (name: String, value: Range<Int>) {
        // An equals sign in front is part of the name.
        let start = index
        index += 1
        skip { !Self.isSpace($0) && ![UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "=")].contains($0) }
        let name = Self.lowercased(source[start..<index])
        skip(Self.isSpace)
        guard index < source.count, source[index] == UInt8(ascii: "=") else { return (name, index..<index) }
        index += 1
        skip(Self.isSpace)
        guard index < source.count else { return (name, index..<index) }
        let quote = source[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let value = index
            skip { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
            return (name, value..<index)
        }
        let value = index + 1
        skip(behind: quote)
        return (name, value..<max(value, source[index - 1] == quote ? index - 1 : index))
    }

    private mutating func takeName(until isEnd: (UInt8) -> Bool) -> String {
        let start = index
        skip { !isEnd($0) }
        return Self.lowercased(source[start..<index])
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(
            decoding: bytes.prefix(longestName).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Where the closing tag of an element begins in which nothing else is markup.
    private func endOfRawText(of name: String) -> Int {
        guard name != "plaintext" else { return source.count }
        var position = index
        while let open = source[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = open + 1
            let end = open + 2 + name.utf8.count
            guard end < source.count, source[position] == UInt8(ascii: "/"),
                source[(open + 2)..<end].elementsEqual(name.utf8, by: { $0 | 0x20 == $1 })
            else { continue }
            let next = source[end]
            if Self.isSpace(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: ">") { return open }
        }
        return source.count
    }

    // MARK: Skipping

    /// Skips a comment, which `<!-->` is by itself.
    private mutating func skipComment() {
        index += 1
        while let dash = source[index...].firstIndex(of: UInt8(ascii: "-")) {
            index = dash + 1
            let rest = source[dash...]
            if rest.starts(with: "-->".utf8) {
                index = dash + 3
                return
            }
            // The two dashes of the beginning do not count here.
            if rest.starts(with: "--!>".utf8) {
                index = dash + 4
                return
            }
        }
        index = source.count
    }

    /// Skips to behind the next byte of a kind, beginning behind the one that it is at.
    private mutating func skip(behind byte: UInt8) {
        index = source[(index + 1)...].firstIndex(of: byte).map { $0 + 1 } ?? source.count
    }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while index < source.count, isSkipped(source[index]) { index += 1 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte)
    }
}
