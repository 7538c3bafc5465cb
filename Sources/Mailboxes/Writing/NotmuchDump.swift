/// Lines of the tag dumps of notmuch, format `batch-tag` (notmuch-dump(1)): `+inbox +unread -- id:one@example.org`.
package enum NotmuchDump {
    /// The first line of a dump that holds tags and nothing else.
    package static let header = "#notmuch-dump batch-tag:3 tags"

    /// The tags of one message.
    package struct Line: Hashable, Sendable {
        package let tags: [String]
        /// Without angle brackets.
        package let messageID: String

        package init(tags: [String], messageID: String) {
            self.tags = tags
            self.messageID = messageID
        }
    }

    /// Why a line cannot be read.
    package struct Fault: Error, Hashable, Sendable {
        package let reason: String
    }

    // MARK: Writing

    /// Returns the line of a message; nil if its id holds a line end, for which the format has no room.
    package static func format(_ line: Line) -> String? {
        guard !line.messageID.utf8.contains(where: { $0 == 0x0A || $0 == 0 }) else { return nil }
        let tags = line.tags.map { "+" + encode($0) + " " }.joined()
        return tags + "-- id:" + term(line.messageID)
    }

    /// Replaces each byte but `[A-Za-z0-9@=.,_+-]` by `%` and two digits.
    static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Quotes an id as a Xapian term as notmuch does: if it has blanks, brackets, quotes or characters beyond ASCII.
    private static func term(_ id: String) -> String {
        let needsQuotes = id.isEmpty || id.utf8.contains { $0 <= 0x20 || $0 > 0x7F || "()\"".utf8.contains($0) }
        return needsQuotes
            ? "\"" + id.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" : id
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "@=.,_+-".utf8.contains(byte)
        }
    }

    // MARK: Reading

    /// Reads a line without its line end; nil for a line without tags: an empty line, a comment, configuration,
    /// properties.
    package static func parse(_ bytes: some Sequence<UInt8>) throws(Fault) -> Line? {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Fault(reason: "it is not UTF-8") }
        if text.utf8.first == UInt8(ascii: "#") || text.utf8.allSatisfy({ $0 <= 0x20 }) { return nil }
        var rest = text.utf8[...]
        var tags: [String] = []
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
            let word = rest.prefix { $0 != 0x20 && $0 != 0x09 }
            guard let sign = word.first else { throw Fault(reason: "no -- id:… follows the tags") }
            rest = rest[word.endIndex...]
            if word.elementsEqual("--".utf8) { break }
            guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), word.count > 1 else {
                throw Fault(reason: "a tag begins with +")
            }
            let tag = try decode(word.dropFirst())
            // A dump lists all tags of a message, without removed ones.
            tags.removeAll { $0 == tag }
            if sign == UInt8(ascii: "+") { tags.append(tag) }
        }
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
        guard rest.starts(with: "id:".utf8) else { throw Fault(reason: "no id:… follows the tags") }
        return Line(tags: tags, messageID: try id(rest.dropFirst(3)))
    }

    private static func id(_ term: Substring.UTF8View) throws(Fault) -> String {
        var term = term
        while let last = term.last, last <= 0x20 { term.removeLast() }
        guard term.first == UInt8(ascii: "\"") else {
            guard !term.isEmpty else { throw Fault(reason: "its id is empty") }
            return String(Substring(term))
        }
        guard term.count >= 2, term.last == UInt8(ascii: "\"") else {
            throw Fault(reason: "its id has no closing quote")
        }
        let inner = String(Substring(term.dropFirst().dropLast()))
        return inner.split(separator: "\"\"", omittingEmptySubsequences: false).joined(separator: "\"")
    }

    private static func decode(_ word: Substring.UTF8View) throws(Fault) -> String {
        var decoded: [UInt8] = []
        var rest = word
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            let pair = rest.prefix(2)
            guard pair.count == 2, let value = UInt8(String(Substring(pair)), radix: 16),
                pair.first != UInt8(ascii: "+")
            else { throw Fault(reason: "a % without two digits behind it") }
            decoded.append(value)
            rest = rest.dropFirst(2)
        }
        guard let tag = String(validating: decoded, as: UTF8.self) else { throw Fault(reason: "a tag is not UTF-8") }
        return tag
    }
}
