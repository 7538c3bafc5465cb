internal import Domain

/// Writes header fields of ASCII, folded at spaces (RFC 5322, 2.2.3).
package struct FieldWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// The length of a line that readers and RFC 2047, 2, ask for.
    private static let width = 76

    /// Adds a field whose value needs no encoding.
    package mutating func add(_ name: String, _ value: String) {
        var line = Array("\(name):".utf8)
        for (index, chunk) in Self.chunks(value).enumerated() {
            // A value that begins on the second line is read with a blank before it by some.
            if index > 0, line.count + chunk.count > Self.width {
                bytes += line + [0x0d, 0x0a]
                line = []
            }
            line += chunk
        }
        bytes += line + [0x0d, 0x0a]
    }

    /// Adds free text, encoded where necessary; without text, an empty field.
    mutating func add(_ name: String, text: String) {
        // A line end or another control character has no place in a header, encoded or not.
        let scalars = text.unicodeScalars.map { $0.isControl ? " " : $0 }
        let clean = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
        add(name, Self.needsEncoding(clean) ? EncodedWord.encode(clean, after: name.utf8.count + 2) : clean)
    }

    /// Adds the addresses; nothing if there are none.
    mutating func add(_ name: String, addresses: [EmailAddress]) {
        guard !addresses.isEmpty else { return }
        let written = addresses.enumerated().map { index, address in
            guard let display = address.name, !address.address.isEmpty, Self.needsEncoding(display) else {
                return address.formatted
            }
            let phrase = EncodedWord.encode(display, after: index == 0 ? name.utf8.count + 2 : 1)
            return "\(phrase) <\(EmailAddress(address: address.address).formatted)>"
        }
        add(name, written.joined(separator: ", "))
    }

    /// Adds message identifiers; those that a header cannot hold are left out.
    package mutating func add(_ name: String, identifiers: [String]) {
        let written = identifiers.filter { id in
            !id.isEmpty && id.utf8.count <= 900
                && id.utf8.allSatisfy {
                    (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
                }
        }
        guard !written.isEmpty else { return }
        add(name, written.map { "<\($0)>" }.joined(separator: " "))
    }

    /// Adds what is written already.
    mutating func append(_ text: String) {
        bytes += text.utf8
    }

    /// The words of a value, each with the blanks before it: a line may end before any of them.
    private static func chunks(_ value: String) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var current: [UInt8] = [0x20]
        for byte in value.utf8 {
            if byte == 0x20, current.last != 0x20 {
                chunks.append(current)
                current = []
            }
            current.append(byte)
        }
        return chunks + [current]
    }

    static func needsEncoding(_ text: String) -> Bool {
        let isPrintable = text.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
        let looksEncoded = zip(text.utf8, text.utf8.dropFirst()).contains {
            $0 == UInt8(ascii: "=") && $1 == UInt8(ascii: "?")
        }
        // 2.1.1: no line has more than 998 characters, and a word is not cut.
        return !isPrintable || looksEncoded || text.utf8.split(separator: 0x20).contains { $0.count > 900 }
    }
}
