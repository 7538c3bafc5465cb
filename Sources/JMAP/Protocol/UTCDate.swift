internal import CivilTime

/// Times as RFC 8620 section 1.4 writes them.
enum UTCDate {
    /// In whole seconds: a fraction of zero must be left out, and clients have no use for another.
    static func text(of time: Timestamp) -> String {
        let text = time.iso8601
        return String(text.prefix { $0 != "." }) + "Z"
    }

    /// Reads a `UTCDate`; nil for another text.
    static func time(_ text: String) -> Timestamp? {
        guard text.hasSuffix("Z"), text.utf8.contains(UInt8(ascii: "T")) else { return nil }
        return Timestamp(iso8601: text)
    }
}
