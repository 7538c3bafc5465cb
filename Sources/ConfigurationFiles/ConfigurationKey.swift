/// A key of a configuration file, with its group: `output.color` is `color` in `[output]`.
package struct ConfigurationKey: Hashable, Sendable {
    package let group: String
    package let name: String

    /// Takes a group and a name that need no check: those of the program itself.
    package init(group: String, name: String) {
        self.group = group
        self.name = name
    }

    /// Splits `group.name` at its first full stop; nil if a part is no word of ASCII letters, digits, `-` and `_`.
    package init?(_ text: String) {
        guard let dot = text.firstIndex(of: ".") else { return nil }
        group = String(text[..<dot])
        name = String(text[text.index(after: dot)...])
        guard Self.isWord(group), Self.isWord(name) else { return nil }
    }

    /// Whether a text may be a group or a name: at most 64 ASCII letters, digits, `-` and `_`, a letter or digit first.
    package static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64, isLetterOrDigit(first) else { return false }
        return text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

extension ConfigurationKey: CustomStringConvertible {
    /// The group and the name with a full stop between them.
    package var description: String { "\(group).\(name)" }
}
