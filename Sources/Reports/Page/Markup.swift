internal import CivilTime
internal import MailLedger

/// HTML as a browser writes it out itself, so that a digest of it can be computed there.
///
/// Only literals become markup: the initialisers take `StaticString`, so a runtime `String` cannot be read as HTML. A text is
/// interpolated with its signs escaped, by one function for the whole page:
///
/// ```swift
/// let line: Markup = "<p>\(text: subject)</p>\n"
/// ```
///
/// Whatever a browser changes when it reads HTML and writes it out again must not be in a literal. That is a tag that closes itself, an
/// attribute without quotes, a table without its body, a line feed at the beginning of a `pre`.
struct Markup: ExpressibleByStringInterpolation {
    private(set) var html: String

    init() {
        html = ""
    }

    init(stringLiteral literal: StaticString) {
        html = literal.description
    }

    init(stringInterpolation: StringInterpolation) {
        html = stringInterpolation.html
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var html = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            html.reserveCapacity(literalCapacity + 24 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: StaticString) { html += literal.description }
        mutating func appendInterpolation(_ markup: Markup) { html += markup.html }
        mutating func appendInterpolation(_ number: some BinaryInteger) { html += String(number) }
        mutating func appendInterpolation(_ time: Timestamp) { html += time.iso8601 }

        /// One line of text.
        mutating func appendInterpolation(text: String) { html += Markup.escaped(Sanitizer.line(text)) }
        /// A text of several lines.
        mutating func appendInterpolation(lines: String) { html += Markup.escaped(Sanitizer.text(lines)) }
    }

    static func += (left: inout Markup, right: Markup) { left.html += right.html }

    /// Appends markup of the program's own: the parts of the page that its own policy names by their digests.
    mutating func append(unescaped text: String) { html += text }

    /// Escapes characters that a browser would read as markup.
    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        var isBehindC2 = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            // A no-break space, which browsers write out so.
            case 0xA0 where isBehindC2:
                bytes.removeLast()
                bytes += "&nbsp;".utf8
            default: bytes.append(byte)
            }
            isBehindC2 = byte == 0xC2
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
