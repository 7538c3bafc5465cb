/// Reads the fields that hold message identifiers (RFC 5322 section 3.6.4).
package enum Identifiers {
    /// Reads a Message-ID as a person or another program writes it: with or without angle brackets and white space.
    package static func named(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { $0.value > 0x20 }
        guard scalars.count > 2, scalars.first == "<", scalars.last == ">" else { return String(scalars) }
        return String(scalars.dropFirst().dropLast())
    }

    /// Returns the identifier in `Message-ID` or `Content-ID`, without angle brackets and white space; `nil` when
    /// empty.
    ///
    /// An unterminated identifier extends to the end of the field, and one without brackets is the field's whole value.
    static func single(_ value: [UInt8]?) -> String? {
        guard let value else { return nil }
        var text = value[...]
        if let open = text.firstIndex(of: 0x3C) {
            text = text[(open + 1)...].prefix { $0 != 0x3E }
        }
        return identifier(text)
    }

    /// Returns the `<…>` tokens of `References` or `In-Reply-To`, in order; text around them is ignored.
    ///
    /// White space in a token comes from folding and is dropped. A second `<` before the `>` restarts the token; an
    /// unterminated token is ignored. Of more than `limit` the first and the last ones are kept: the root of the thread
    /// and the nearest parents.
    static func list(_ value: [UInt8]?, limit: Int) -> (identifiers: [String], isCut: Bool) {
        guard let value else { return ([], false) }
        var found: [String] = []
        var open: Int?
        for index in value.indices {
            if value[index] == 0x3C {
                open = index + 1
            } else if value[index] == 0x3E, let start = open {
                open = nil
                if let identifier = identifier(value[start..<index]) { found.append(identifier) }
            }
        }
        guard found.count > limit, limit > 0 else { return (found, false) }
        return (found.prefix(1) + found.suffix(limit - 1), true)
    }

    /// Returns the text in the last angle brackets, or the whole value (RFC 2919).
    static func listID(_ value: [UInt8]?) -> String? {
        guard let value else { return nil }
        if let open = value.lastIndex(of: 0x3C) { return identifier(value[(open + 1)...].prefix { $0 != 0x3E }) }
        return identifier(value[...])
    }

    private static func identifier(_ bytes: ArraySlice<UInt8>) -> String? {
        let solid = bytes.filter { $0 > 0x20 }
        return solid.isEmpty ? nil : Charset.repaired(solid)
    }
}
