extension EmailAddress {
    /// The mailbox in the form of a header, on one line: `Ada Lovelace <ada@example.org>`, or the bare address.
    ///
    /// A name with specials is quoted (RFC 5322, 3.2.4). A name that is not printable ASCII, or that looks like an
    /// encoded word, is written in encoded words (RFC 2047, 5). Reading the result gives the name and the address
    /// again. An invalid address loses the characters that could end it, above all line ends, so that nobody can
    /// smuggle in a header.
    public var formatted: String {
        // A name alone is that of a group (RFC 5322 section 3.4).
        if let name, address.isEmpty { return Self.phrase(for: name) + ":;" }
        return mailbox { Self.phrase(for: $0) }
    }

    /// The mailbox as people read it: as ``formatted``, but a name in any script is written as it is (RFC 6532, 3.2).
    public var readable: String {
        address.isEmpty ? formatted : mailbox { Self.phrase(for: $0, inAnyScript: true) }
    }

    private func mailbox(_ phrase: (String) -> String) -> String {
        name.map { phrase($0) + " <" + headerAddress + ">" } ?? headerAddress
    }

    /// The text as a phrase: atoms, a quoted string, or encoded words.
    ///
    /// - Parameter inAnyScript: Whether characters beyond ASCII count as those of atoms.
    static func phrase(for text: String, inAnyScript: Bool = false) -> String {
        let bytes = Array(text.utf8)
        let isPrintable = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f || inAnyScript && $0 >= 0x80 }
        let looksEncoded = zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "=") && $1 == UInt8(ascii: "?") }
        guard isPrintable, !looksEncoded else { return EncodedWord.encode(text) }
        let words = bytes.split(separator: 0x20, omittingEmptySubsequences: false)
        let isAtoms = words.allSatisfy { word in
            !word.isEmpty && word.allSatisfy { AddressSyntax.isAtext($0) || inAnyScript && $0 >= 0x80 }
        }
        return isAtoms ? text : AddressSyntax.quoted(text)
    }

    private var headerAddress: String {
        if let domain, AddressSyntax.isDotAtom(localPart), AddressSyntax.isDotAtom(domain) { return address }
        if let parsed = EmailAddress(parsing: address), parsed.name == nil, parsed.address == address { return address }
        let kept = address.utf8.filter {
            AddressSyntax.isAtext($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@")
        }
        return String(decoding: kept, as: UTF8.self)
    }
}
