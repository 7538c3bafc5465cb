/// Where HTML may end early: outside a tag (RFC 8621 section 4.2).
///
/// It follows the tokens of the HTML standard as far as they tell where a tag ends. Quotes count only around the value of an attribute.
/// Signs in comments, scripts and styles are text (https://html.spec.whatwg.org/multipage/parsing.html#tokenization).
struct HTMLEnd {
    private enum State {
        case text
        case tag
        case quoted(UInt8)
        case comment
        /// In an element whose content has no tags but its own end.
        case raw(String)
    }

    private let bytes: [UInt8]
    private var state = State.text
    /// The start of the last tag.
    private var start = 0
    private var index = 0

    /// Returns the beginning of a text, without the tag in which it ends.
    ///
    /// - Complexity: O(the length of the text).
    static func withoutOpenTag(_ text: String) -> String {
        var end = HTMLEnd(bytes: Array(text.utf8))
        end.read()
        switch end.state {
        case .tag, .quoted: return String(decoding: end.bytes[..<end.start], as: UTF8.self)
        case .text, .comment, .raw: return text
        }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func read() {
        while index < bytes.count {
            let byte = bytes[index]
            switch state {
            case .text: if byte == UInt8(ascii: "<"), beginsTag { open() }
            case .tag:
                if byte == UInt8(ascii: ">") {
                    close()
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), isBehindEquals {
                    state = .quoted(byte)
                }
            case .quoted(let quote): if byte == quote { state = .tag }
            case .comment:
                if byte == UInt8(ascii: ">"), bytes[..<index].suffix(2) == Array("--".utf8)[...] { state = .text }
            case .raw(let name):
                // The text may end in the name.
                if byte == UInt8(ascii: "<"), hasWord(("/" + name).prefix(bytes.count - index - 1), at: index + 1) {
                    (state, start) = (.tag, index)
                }
            }
            index += 1
        }
    }

    /// Whether `<` begins a tag, a declaration or a comment here; a text may end behind it.
    private var beginsTag: Bool {
        guard index + 1 < bytes.count else { return true }
        let next = bytes[index + 1]
        return isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
    }

    private mutating func open() {
        start = index
        state = hasWord("!--", at: index + 1) ? .comment : .tag
        if case .comment = state { index += 3 }
    }

    private mutating func close() {
        state = ["script", "style"].first { hasWord($0, at: start + 1) }.map { .raw($0) } ?? .text
    }

    private var isBehindEquals: Bool {
        bytes[start..<index].last { $0 > 0x20 } == UInt8(ascii: "=")
    }

    private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

    /// Whether a word in small letters is here in any case.
    private func hasWord(_ word: some StringProtocol, at place: Int) -> Bool {
        let word = word.utf8
        guard place + word.count <= bytes.count else { return false }
        return zip(bytes[place...], word).allSatisfy { byte, wanted in
            byte == wanted || isLetter(wanted) && byte | 0x20 == wanted
        }
    }
}
