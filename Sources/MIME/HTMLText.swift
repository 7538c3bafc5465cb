/// Turns HTML into readable text: a rough, linear reader of tags that accepts any input and never fails.
struct HTMLText {
    /// The purpose of the text.
    enum Style: Sendable {
        /// For searching, and for previews.
        case words
        /// For reading: quotations begin with `>`, and nested lists are indented.
        ///
        /// Pictures show their alternative text, and link targets are listed at the end if they differ from the text of
        /// the link.
        case reading
    }

    private let source: [UInt8]
    private let style: Style
    private var index = 0
    private var output: [UInt8] = []
    /// The line ends and the space to write before the next visible character.
    private var pendingLines = 0
    private var pendingSpace = false
    /// The invisible sign to write if a character follows at once: advertisements pad their beginning with hundreds.
    private var pendingSign: [UInt8] = []
    private var preformatted = 0
    /// Elements that are never closed from some place on: one search answers for all places after it.
    private var unclosed: Set<String> = []
    /// The prefix of each line, and the links so far; for reading only.
    private var margin = HTMLMargin()
    private var links = HTMLLinks()
    /// The alternative texts of pictures that are not part of the text.
    private var pictures: [String] = []

    /// Returns roughly the text that a browser would show: blocks on lines of their own, list items after a dash.
    ///
    /// - Complexity: O(the length of the source).
    static func plainText(of html: String, style: Style = .words) -> String { read(html, style: style).text }

    /// Returns the same, and the alternative texts of pictures if the text does not have them.
    static func read(_ html: String, style: Style) -> (text: String, pictures: [String]) {
        var reader = HTMLText(source: Array(html.utf8), style: style)
        reader.run()
        reader.endLink()
        reader.output += reader.links.list
        return (String(decoding: reader.output, as: UTF8.self), reader.pictures)
    }

    private init(source: [UInt8], style: Style) {
        self.source = source
        self.style = style
        output.reserveCapacity(source.count / 2)
    }

    private mutating func run() {
        while index < source.count {
            switch source[index] {
            case 0x3C: readMarkup()
            case 0x26: readReference()
            case let byte:
                write(byte)
                index += 1
            }
        }
    }

    // MARK: Writing

    private mutating func write(_ byte: UInt8) {
        switch byte {
        case 0x09, 0x0A, 0x0C, 0x0D, 0x20:
            if preformatted > 0 && byte == 0x0A {
                pendingLines = min(pendingLines + 1, 2)
            } else if preformatted > 0 && byte != 0x0D {
                flush()
                output.append(byte)
            } else {
                pendingSpace = true
            }
        default:
            flush()
            output.append(byte)
        }
    }

    private mutating func flush() {
        if pendingLines > 0 && !output.isEmpty {
            output.append(contentsOf: repeatElement(0x0A, count: pendingLines))
            output.append(contentsOf: margin.bytes)
        } else if output.isEmpty {
            output.append(contentsOf: margin.bytes)
        } else if pendingSpace {
            output.append(0x20)
        } else {
            output += pendingSign
        }
        pendingLines = 0
        pendingSpace = false
        pendingSign = []
    }

    private mutating func breakLine(_ count: Int = 1) {
        pendingLines = max(pendingLines, count)
    }

    // MARK: Markup

    /// Reads the construct at a `<`: a tag, a comment, a declaration, or just the sign.
    private mutating func readMarkup() {
        guard index + 1 < source.count else { return writeLiterally() }
        switch source[index + 1] {
        case 0x21 where source[index...].starts(with: "<!--".utf8):
            index = position(after: "-->", from: index + 4)
        case 0x21, 0x3F: index = position(after: ">", from: index + 1)
        case 0x2F: readTag(nameStart: index + 2, isClosing: true)
        case 0x41...0x5A, 0x61...0x7A: readTag(nameStart: index + 1, isClosing: false)
        default: writeLiterally()
        }
    }

    private mutating func writeLiterally() {
        write(source[index])
        index += 1
    }

    private mutating func readTag(nameStart: Int, isClosing: Bool) {
        var end = nameStart
        while end < source.count, isNameByte(source[end]) { end += 1 }
        let name = String(decoding: source[nameStart..<min(end, nameStart + 12)], as: UTF8.self).lowercased()
        index = endOfTag(from: end)
        if style == .reading {
            layOut(name, isClosing: isClosing, attributes: end..<index)
        } else if name == "img", let words = HTMLAttributes.value(of: "alt", in: source, end..<index), !words.isEmpty {
            pictures.append(words)
        }
        apply(name, isClosing: isClosing)
    }

    // MARK: For reading

    private mutating func layOut(_ name: String, isClosing: Bool, attributes: Range<Int>) {
        switch name {
        case "blockquote":
            // The line ends before the quotation get the prefix of the lines after them.
            breakLine(2)
            margin.quote(isClosing: isClosing)
        case "ul", "ol", "menu", "dir": margin.list(isNumbered: name == "ol", isClosing: isClosing)
        case "hr": if !isClosing { writeRule() }
        case "img":
            guard let words = HTMLAttributes.value(of: "alt", in: source, attributes), !words.isEmpty else { return }
            flush()
            output.append(contentsOf: "[\(words)]".utf8)
        case "a":
            endLink()
            guard !isClosing, let target = HTMLAttributes.value(of: "href", in: source, attributes) else { return }
            links.begin(target, at: output.count)
        default: break
        }
    }

    private mutating func writeRule() {
        breakLine(2)
        flush()
        output.append(contentsOf: "---".utf8)
    }

    private mutating func endLink() {
        if let mark = links.end(in: output) { output.append(contentsOf: mark.utf8) }
    }

    /// Returns the end of the tag: after the first `>` outside quoted values, or, if quotes never close, after the
    /// first one.
    private mutating func endOfTag(from start: Int) -> Int {
        var quote: UInt8 = 0
        var firstEnd: Int?
        var position = start
        // The limit keeps unclosed quotes from making each following tag scan the whole rest.
        let bound = min(source.count, start + 16_384)
        while position < bound {
            let byte = source[position]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == 0x3E {
                return position + 1
            } else if (byte == 0x22 || byte == 0x27) && source[position - 1] == 0x3D {
                quote = byte
            }
            if byte == 0x3E && firstEnd == nil { firstEnd = position + 1 }
            position += 1
        }
        return firstEnd ?? position
    }

    private mutating func apply(_ name: String, isClosing: Bool) {
        switch name {
        case "script", "style", "head", "title", "template", "svg":
            if !isClosing { skipElement(name) }
        case "br": pendingLines = min(pendingLines + 1, 2)
        case "p", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "pre":
            breakLine(name == "table" ? 1 : 2)
            if name == "pre" { preformatted = isClosing ? max(0, preformatted - 1) : preformatted + 1 }
        case "div", "tr", "section", "article", "header", "footer", "center", "form", "address", "dt", "dd", "main",
            "nav", "aside", "figure", "caption", "fieldset", "body", "html", "select", "optgroup", "option":
            breakLine()
        case "hr": breakLine(2)
        case "li":
            breakLine()
            if !isClosing {
                flush()
                output.append(contentsOf: style == .reading ? margin.item().utf8 : "- ".utf8)
            }
        case "td", "th": pendingSpace = true
        default: break
        }
    }

    /// Skips past the closing tag of an element that shows nothing; `head` and its like also end where the body starts.
    private mutating func skipElement(_ name: String) {
        if unclosed.contains(name) { return }
        var position = index
        while let open = source[position...].firstIndex(of: 0x3C) {
            position = open + 1
            if tag(at: open, is: "</" + name) {
                index = self.position(after: ">", from: open)
                return
            }
            if name != "script" && name != "style" && tag(at: open, is: "<body") {
                index = open
                return
            }
        }
        // It is never closed: a script hides the rest; after any other element, reading continues as if the tag were
        // not there.
        if name == "script" || name == "style" { index = source.count }
        unclosed.insert(name)
    }

    private func tag(at start: Int, is text: String) -> Bool {
        let bytes = text.utf8
        guard start + bytes.count <= source.count else { return false }
        for (offset, byte) in bytes.enumerated() where source[start + offset] | (offset > 1 ? 0x20 : 0) != byte {
            if offset == 1, source[start + 1] | 0x20 == byte, byte != 0x2F { continue }
            return false
        }
        return start + bytes.count == source.count || !isNameByte(source[start + bytes.count])
    }

    private func position(after text: String, from start: Int) -> Int {
        let bytes = Array(text.utf8)
        var position = min(start, source.count)
        while let found = source[position...].firstIndex(of: bytes[0]) {
            if source[found...].starts(with: bytes) { return found + bytes.count }
            position = found + 1
        }
        return source.count
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x3A: true
        default: false
        }
    }

    // MARK: Character references

    /// Reads `&name;`, `&#123;` or `&#x7b;`; anything else is just the sign.
    private mutating func readReference() {
        guard let (text, length) = CharacterReferences.reference(in: source[(index + 1)...]) else {
            return writeLiterally()
        }
        index += 1 + length
        let bytes = Array(text.utf8)
        if bytes.count == 1 {
            write(bytes[0])
        } else if text.allSatisfy(\.isWhitespace) {
            pendingSpace = true
        } else if text.unicodeScalars.allSatisfy(SearchFold.isInvisible) {
            pendingSign = bytes
        } else {
            flush()
            output += bytes
        }
    }
}
